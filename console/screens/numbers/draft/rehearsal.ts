/** What visits would see by settings that are not published: the API tries them, with the code that decides for visitors. */
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../../api/api.ts';
import type { DniSettings } from '../dni-settings.ts';
import { settingsPath } from './draft.ts';

/** A visit as the API tries it. */
export interface TestVisit {
  zip?: string;
  url?: string;
  referrer?: string;
}

/** What a visit sees. */
export interface TriedChoice {
  phone_number: string;
  source: string;
  location_id: string | null;
  reason: string;
  swaps: { from: string; to: string }[];
}

export interface ComparedVisit {
  visit: TestVisit;
  /** By the published settings; null when there are none. */
  before: TriedChoice | null;
  after: TriedChoice;
  is_changed: boolean;
}

/** Something about the settings that is allowed and seldom meant. */
export interface SettingsWarning {
  pointer?: string;
  code: string;
  detail: string;
}

export interface Rehearsal {
  visits: ComparedVisit[];
  warnings: SettingsWarning[];
}

/** What is known of the last settings and visits that were asked about. */
export interface Rehearsed {
  rehearsal: Rehearsal | undefined;
  failure: unknown;
  isBusy: boolean;
}

/** @param settings undefined: nothing is asked */
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
        // Another question has been asked meanwhile; its answer counts.
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
