/** Reports changes of the company's settings to the stream and the audit log. */
import { differences } from '../../engine/commit/differences.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { SettingsName } from './settings.ts';

/** The kinds of settings. */
export type SettingsKind = SettingsName | 'dni' | 'smart_views' | 'modules' | 'calls' | 'webhooks';

interface SettingsChange {
  settings: SettingsKind;
  /** Of a record among the settings of this kind, for instance a smart view. */
  id?: string;
  /** The version that is there now; absent for what is gone. */
  version?: number;
  /** The former state; absent: it was made. */
  before?: unknown;
  /** The new state; absent: it was removed. */
  after?: unknown;
}

/** Reports that settings were replaced, or that one of their records was created, modified or removed. */
export function tellSettingsChanged(
  context: WriteContext,
  { settings, id, version, before, after }: SettingsChange,
): void {
  const facts = {
    ...(id === undefined ? {} : { id }),
    ...(version === undefined ? {} : { version }),
  };
  context.emit({ type: 'settings.changed', data: { settings, ...facts } });
  context.audit({
    action: 'settings.changed',
    subject: id === undefined ? `settings:${settings}` : `settings:${settings}:${id}`,
    detail: { ...facts, ...differences(before, after) },
  });
}
