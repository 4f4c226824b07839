/** Decides on each key press which number a visit sees under the settings in this browser, and why. */
import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { place } from '../../address/router.ts';
import { companyPath } from '../../api/company.ts';
import { useResource } from '../../api/resource.ts';
import type { DniSettings } from '../draft/dni-settings.ts';
import type { Settings } from '../draft/draft.ts';
import type * as Deciding from './deciding.ts';
import type { Explanation } from './explanation.ts';
import { triedVisit } from '../draft/visits/test-visits.ts';
import { EXAMPLE_DOMAIN } from '../draft/visits/visit.ts';
import type { FoundVisit } from './use-visit-place.ts';

/** The module that decides, once it is loaded. */
const deciding = signal<typeof Deciding | undefined>();
const failure = signal<unknown>();

/** The decision about a visit. */
export interface Explained {
  /** That of the previous visit while the postal code is incomplete. */
  explanation: Explanation | undefined;
  isFormer: boolean;
  /** The error of the postal code. */
  fault: string | undefined;
  /** The number under the published settings if there is a draft; null if nothing is published. */
  before: string | null | undefined;
  /** The error that prevents a decision in the browser. */
  failure: unknown;
}

/** Explains a visit under the settings with the draft and as published. */
export function useExplained({ settings, published, base }: Settings, typed: FoundVisit): Explained {
  const { visit } = typed;
  const isPublished = published.default_number !== '';
  const decider = useDecider(settings);
  const former = useDecider(base !== undefined && isPublished ? published : undefined);
  const here = useHere(isPublished && visit.zip.trim() === '');
  const last = useRef<Explanation>(undefined);
  if (decider === undefined || here === undefined || !typed.isKnown) {
    const known = { explanation: last.current, isFormer: true, fault: undefined, before: undefined };
    return { ...known, failure: failure.value };
  }
  const tried = triedVisit(visit, domainOf(settings));
  const now = Date.now();
  const found = decider.explain(tried, here, now);
  const isFault = 'code' in found;
  if (!isFault) last.current = found;
  return {
    explanation: last.current,
    isFormer: isFault,
    fault: isFault ? found.detail : undefined,
    before: base === undefined ? undefined : numberOf(former?.explain(tried, here, now)),
    failure: undefined,
  };
}

function domainOf(settings: DniSettings | undefined): string {
  return settings?.domains[0] ?? EXAMPLE_DOMAIN;
}

function numberOf(found: ReturnType<Deciding.Decider['explain']> | undefined): string | null {
  return found === undefined || 'code' in found ? null : found.number.phone_number;
}

/** Returns the decider for settings; undefined until its module and tables are loaded. */
function useDecider(settings: DniSettings | undefined): Deciding.Decider | undefined {
  useEffect(load, []);
  const { value: loaded } = deciding;
  const zone = useChosenZone();
  return useMemo(() => settings && loaded && new loaded.Decider(settings, zone), [settings, loaded, zone]);
}

/** Returns the zone that the company has chosen; null for none, or until it is known. */
export function useChosenZone(): string | null {
  const { data } = useResource<{ time_zone: string | null }>(companyPath('/settings'));
  return data?.time_zone ?? null;
}

function load(): void {
  if (deciding.value !== undefined) return;
  import('./deciding.ts')
    .then((loaded) => (deciding.value = loaded))
    .catch((error: unknown) => (failure.value = error));
}

/**
 * Returns the place of this browser's network: undefined until it is known, null if it is unknown.
 * @param isWanted whether the visit comes from here
 */
function useHere(isWanted: boolean): Explanation['place'] | undefined {
  const shown = useResource<Explanation>(isWanted ? `/dni/preview/${place.value.company}` : undefined);
  // Without published settings the API gives no place.
  return !isWanted || shown.failure !== undefined ? null : shown.data?.place;
}
