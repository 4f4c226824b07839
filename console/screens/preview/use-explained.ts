/** Works out which number a visit sees by the settings in this browser, and why, on each key press. */
import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { place } from '../../address/router.ts';
import { useResource } from '../../api/resource.ts';
import type { DniSettings } from '../numbers/dni-settings.ts';
import type { Settings } from '../numbers/draft/draft.ts';
import type * as Deciding from './deciding.ts';
import type { Explanation } from './explanation.ts';
import { triedVisit } from './test-visits.ts';
import { EXAMPLE_DOMAIN, type Visit } from './visit.ts';

/** What decides, once it is loaded. */
const deciding = signal<typeof Deciding | undefined>();
const failure = signal<unknown>();

/** What is known about a visit. */
export interface Explained {
  /** That of the visit before, while the postal code is not a whole one. */
  explanation: Explanation | undefined;
  isFormer: boolean;
  /** What is wrong with the postal code. */
  fault: string | undefined;
  /** The number by the published settings, when there is a draft; null when nothing is published. */
  before: string | null | undefined;
  /** Why nothing can be worked out here. */
  failure: unknown;
}

/** @param all the settings with the draft, and as they are published */
export function useExplained({ settings, published, changes }: Settings, visit: Visit): Explained {
  const isPublished = published.default_number !== '';
  const decider = useDecider(settings);
  const former = useDecider(changes > 0 && isPublished ? published : undefined);
  const here = useHere(isPublished && visit.zip.trim() === '');
  const last = useRef<Explanation>(undefined);
  if (decider === undefined || here === undefined) {
    const known = { explanation: last.current, isFormer: true, fault: undefined, before: undefined };
    return { ...known, failure: failure.value };
  }
  const tried = triedVisit(visit, settings?.domains[0] ?? EXAMPLE_DOMAIN);
  const now = Date.now();
  const found = decider.explain(tried, here, now);
  const isFault = 'code' in found;
  if (!isFault) last.current = found;
  return {
    explanation: last.current,
    isFormer: isFault,
    fault: isFault ? found.detail : undefined,
    before: changes === 0 ? undefined : numberOf(former?.explain(tried, here, now)),
    failure: undefined,
  };
}

function numberOf(found: ReturnType<Deciding.Decider['explain']> | undefined): string | null {
  return found === undefined || 'code' in found ? null : found.number.phone_number;
}

/** Decides by settings; undefined until everything for that is loaded. */
function useDecider(settings: DniSettings | undefined): Deciding.Decider | undefined {
  useEffect(load, []);
  const { value: loaded } = deciding;
  return useMemo(() => settings && loaded && new loaded.Decider(settings), [settings, loaded]);
}

function load(): void {
  if (deciding.value !== undefined) return;
  import('./deciding.ts')
    .then((loaded) => (deciding.value = loaded))
    .catch((error: unknown) => (failure.value = error));
}

/**
 * Where this browser is, as the network has it: undefined until that is known, null when nobody knows.
 * @param isWanted whether the visit comes from here
 */
function useHere(isWanted: boolean): Explanation['place'] | undefined {
  const shown = useResource<Explanation>(isWanted ? `/dni/preview/${place.value.company}` : undefined);
  // Without published settings the API says nothing.
  return !isWanted || shown.failure !== undefined ? null : shown.data?.place;
}
