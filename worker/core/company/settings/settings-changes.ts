/** Reports changes of the company's settings to the stream and the audit log. */
import { differences } from '../../engine/commit/differences.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { SettingsName } from './settings.ts';

/** The kinds of settings. */
export type SettingsKind =
  | SettingsName
  | 'brand'
  | 'dni'
  | 'smart_views'
  | 'modules'
  | 'calls'
  | 'webhooks'
  | 'chat_channels'
  | 'conversions'
  | 'saved_reports'
  | 'cost_feeds'
  | 'contact_rules';

interface SettingsChange {
  settings: SettingsKind;
  /** The id of a record among the settings of this kind, for instance of a smart view. */
  id?: string;
  /** The current version; absent if the record was removed. */
  version?: number;
  /** The former state; absent if the record was created. */
  before?: unknown;
  /** The new state; absent if the record was removed. */
  after?: unknown;
}

/** Reports that settings were replaced, or that one of their records was created, modified or removed. */
export function reportSettingsChanged(
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
