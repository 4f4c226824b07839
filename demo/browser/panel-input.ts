/** Collects what the panel shows: the page's plan, the cache state of its lookup, and the edge's preview. */
import type { Plan, Touch } from '../../widget/plan.ts';
import { viewPage } from '../../widget/visit.ts';
import { readVisitor } from '../visitors.ts';
import { widget } from './visit.ts';

/** The cache state in the edge's `Server-Timing`. */
export type CacheState = 'hit' | 'miss' | 'bypass';

/** The parts of `GET /dni/preview/<company>` that the panel reads. */
export interface Preview {
  visitor: { is_bot: boolean };
  place: { city?: string; postal_code?: string; region?: string; country?: string; found_by: string } | null;
  source: {
    name: string;
    channel: string;
    source: string;
    rule: { name: string } | null;
    evidence: Record<string, string>;
  };
  location: {
    location_id: string | null;
    reason: string;
    candidates: {
      location_id: string;
      name: string;
      distance_km: number | null;
      service_area: string | null;
    }[];
  };
  number: {
    phone_number: string;
    candidates: { phone_number?: string; source?: string; location_id?: string }[];
    /** The pool of the chosen number. */
    pool: { name: string; numbers: number; free: number | null } | null;
  };
  answer: { phone_number: string };
}

/** The cached decision for the visitor's IP address. */
export interface KeptAnswer {
  phone_number: string;
  location_id: string | null;
  source: string;
  /** ISO time at which it was decided. */
  decided?: string;
  /** ISO time until which it is kept. */
  expires: string;
}

/** The input of an explanation. */
export interface PanelInput {
  /** The page's plan; undefined when the lookup failed. */
  plan: Plan | undefined;
  /** The cache state of the lookup, on this page or an earlier one of this visit. */
  cache: CacheState | undefined;
  /** Whether the plan came from the browser's storage, without a lookup. */
  isFromBrowser: boolean;
  /** The decision that this visitor would get now; undefined when the preview refuses. */
  now: Preview | undefined;
  kept: KeptAnswer | null;
  /** Why there is no preview. */
  refusal?: string | undefined;
}

const CACHE_STATE = 'demo-cache-state';

/** Collects the input of the panel. */
export async function collectPanelInput(): Promise<PanelInput> {
  const plan = await planOfPage();
  const state = cacheStateOfLookup();
  if (state) sessionStorage.setItem(CACHE_STATE, state);
  const cache = (state ?? sessionStorage.getItem(CACHE_STATE) ?? undefined) as CacheState | undefined;
  const input = { plan, cache, isFromBrowser: plan !== undefined && state === undefined };
  const [keys, referrer] = touchOfVisit();
  const response = await fetch(`explanation?${new URLSearchParams({ keys, referrer })}`);
  const explained = (await response.json()) as { now: Preview; kept: KeptAnswer | null; detail?: string };
  return response.ok
    ? { ...input, now: explained.now, kept: explained.kept }
    : { ...input, now: undefined, kept: null, refusal: explained.detail };
}

/** Forgets the cache state of the last visit. */
export function forgetAnswers(): void {
  sessionStorage.removeItem(CACHE_STATE);
}

/** Waits for the widget's plan. By the load event the widget's script has run or failed. */
async function planOfPage(): Promise<Plan | undefined> {
  if (!widget()?.ready && document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  return widget()?.ready;
}

/** Reads the cache state of this page's lookup; undefined when it sent none. */
function cacheStateOfLookup(): CacheState | undefined {
  const lookups = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/dni/swap/')) as PerformanceResourceTiming[];
  const timing = lookups.at(-1)?.serverTiming.find(({ name }) => name === 'cache');
  return timing?.description as CacheState | undefined;
}

/** Returns the touch of the widget's lookup: the stored one, else the one of this page. */
function touchOfVisit(): Touch {
  const key = Object.keys(localStorage).find((name) => name.startsWith('leadline:'));
  const kept = key && (JSON.parse(localStorage[key] as string) as { session?: Touch });
  return (kept && kept.session) || viewPage({}, 0).session;
}

/** Returns the visitor that the pages simulate. */
export function currentVisitor(): NonNullable<ReturnType<typeof readVisitor>> {
  const visitor = readVisitor(document.cookie);
  if (visitor === undefined) throw new Error('The demo needs its cookie to know which visitor to simulate.');
  return visitor;
}
