/** Asks the API which numbers test visits would see under unpublished settings. The API decides with the code of the lookup. */
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../../api/api.ts';
import type { DniSettings } from '../dni-settings.ts';
import type { SettingsWarningBody } from '../../../../worker/core/company/dni/reference.ts';
import type { ComparedVisit } from '../../../../worker/edge/settings/answer-schema.ts';
import { settingsPath } from '../draft.ts';

/** A test visit, as in the API. */
export type TestVisit = Omit<ComparedVisit['visit'], 'keys' | 'domain' | 'time'>;

export interface Rehearsal {
  visits: ComparedVisit[];
  warnings: SettingsWarningBody[];
}

/** The result for the last settings and visits. */
export interface Rehearsed {
  rehearsal: Rehearsal | undefined;
  failure: unknown;
  isBusy: boolean;
}

/** Rehearses settings. @param settings undefined to ask nothing */
export function useRehearsal(settings: DniSettings | undefined, visits: readonly TestVisit[]): Rehearsed {
  const [state, setState] = useState<Rehearsed>({ rehearsal: undefined, failure: undefined, isBusy: false });
  const tried = JSON.stringify(visits);
  useEffect(() => {
    if (settings === undefined) return undefined;
    const abort = new AbortController();
    setState((before) => ({ ...before, isBusy: true }));
    rehearse(settings, tried, abort.signal).then(
      (rehearsal) => setState({ rehearsal, failure: undefined, isBusy: false }),
      (failure: unknown) => {
        // An aborted request was replaced by a newer one.
        if (!abort.signal.aborted) setState({ rehearsal: undefined, failure, isBusy: false });
      },
    );
    return () => abort.abort();
  }, [settings, tried]);
  return state;
}

async function rehearse(settings: DniSettings, visits: string, signal: AbortSignal): Promise<Rehearsal> {
  const parameters = new URLSearchParams({ dry_run: '1', visits });
  const { body } = await ask<Rehearsal>(settingsPath(`?${parameters}`), {
    method: 'PUT',
    body: settings,
    signal,
  });
  return body;
}
