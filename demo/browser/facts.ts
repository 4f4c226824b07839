/** What the panel knows about the page's number: the plan that the page uses, how it came, and the edge's own preview. */
import type { Plan } from '../../widget/plan.ts';
import { type Touch, readTouch } from '../../widget/visit.ts';
import { readVisitor } from '../visitors.ts';
import { widget } from './visit.ts';

/** How the edge answered, as its `Server-Timing` says. */
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
    candidates: { phone_number: string; source?: string; location_id?: string }[];
  };
  answer: { phone_number: string };
}

/** What the edge keeps for the visitor's address. */
export interface KeptAnswer {
  phone_number: string;
  location_id: string | null;
  source: string;
  /** ISO time at which it was decided. */
  decided?: string;
  /** ISO time until which it is kept. */
  expires: string;
}

/** Everything that an explanation is made of. */
export interface Facts {
  /** What the page uses; undefined when the edge could not be asked. */
  plan: Plan | undefined;
  /** How the edge answered, on this page or on an earlier one of this visit. */
  cache: CacheState | undefined;
  /** Whether this page took the plan from the browser instead of asking. */
  isFromBrowser: boolean;
  /** What would be decided about this visitor now; undefined when the preview refuses. */
  now: Preview | undefined;
  kept: KeptAnswer | null;
  /** Why there is no preview. */
  refusal?: string | undefined;
}

const CACHE_STATE = 'demo-cache-state';

/** Collects the facts about this page. */
export async function collectFacts(): Promise<Facts> {
  const plan = await planOfPage();
  const asked = answeredHow();
  if (asked) sessionStorage.setItem(CACHE_STATE, asked);
  const cache = (asked ?? sessionStorage.getItem(CACHE_STATE) ?? undefined) as CacheState | undefined;
  const facts = { plan, cache, isFromBrowser: plan !== undefined && asked === undefined };
  const [keys, referrer] = touchOfVisit();
  const response = await fetch(`explanation?${new URLSearchParams({ keys, referrer })}`);
  const explained = (await response.json()) as { now: Preview; kept: KeptAnswer | null; detail?: string };
  return response.ok
    ? { ...facts, now: explained.now, kept: explained.kept }
    : { ...facts, now: undefined, kept: null, refusal: explained.detail };
}

/** Forgets how the edge answered the last visit. */
export function forgetAnswers(): void {
  sessionStorage.removeItem(CACHE_STATE);
}

/** The plan, as soon as the widget has it or knows that there is none. At the load event the script of the widget has run or failed. */
async function planOfPage(): Promise<Plan | undefined> {
  if (!widget()?.ready && document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  return widget()?.ready;
}

/** What the edge said about its answer to this page; undefined when the page did not ask. */
function answeredHow(): CacheState | undefined {
  const asked = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/dni/swap/')) as PerformanceResourceTiming[];
  const timing = asked.at(-1)?.serverTiming.find(({ name }) => name === 'cache');
  return timing?.description as CacheState | undefined;
}

/** The touch that the widget asked with: what it keeps, else what it reads on this page. */
function touchOfVisit(): Touch {
  const key = Object.keys(localStorage).find((name) => name.startsWith('leadline:'));
  const kept = key && (JSON.parse(localStorage[key] as string) as { session?: Touch });
  return (kept && kept.session) || readTouch();
}

/** Who the pages pretend to be. */
export function currentVisitor(): NonNullable<ReturnType<typeof readVisitor>> {
  const visitor = readVisitor(document.cookie);
  if (visitor === undefined) throw new Error('The demo needs its cookie to know who you are.');
  return visitor;
}
