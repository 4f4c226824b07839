/** Visits to the demo site: reads the current one and starts another. */
import type { Leadline } from '../../widget/interface.ts';
import { VISITOR_COOKIE, type Visitor, WAYS, writeVisitor } from '../visitors.ts';

/** Session storage key of the visit's first page. */
const ARRIVAL = 'demo-arrival';
const DAY_MS = 24 * 60 * 60 * 1000;

/** The first page of a visit, and its referrer. */
export interface Arrival {
  href: string;
  referrer: string;
}

/** Returns the widget; undefined before it runs. */
export function widget(): Partial<Leadline> | undefined {
  return (window as { leadline?: Partial<Leadline> }).leadline;
}

/** Returns how this tab's visit began; undefined before a choice in the panel. */
export function readArrival(): Arrival | undefined {
  const kept = sessionStorage.getItem(ARRIVAL);
  return kept === null ? undefined : (JSON.parse(kept) as Arrival);
}

/**
 * Visits this page as `visitor`, with the query and referrer of their way.
 * @param isBack whether it is the same person a day later, with the widget's storage; otherwise a new browser
 */
export async function visitAs(visitor: Visitor, isBack: boolean): Promise<void> {
  const { query, referrer } = WAYS[visitor.way] ?? { query: '', referrer: '' };
  const url = new URL(location.pathname, location.origin);
  url.search = query;
  if (new URLSearchParams(location.search).has('leadline_debug')) url.searchParams.set('leadline_debug', '');
  document.cookie = `${VISITOR_COOKIE}=${writeVisitor(visitor)}; path=/; SameSite=Lax`;
  // Otherwise a pending answer would be stored afterwards.
  await widget()?.ready;
  if (isBack) ageVisits();
  else forgetVisits();
  sessionStorage.setItem(ARRIVAL, JSON.stringify({ href: url.href, referrer } satisfies Arrival));
  if (url.href === location.href) location.reload();
  else location.assign(url);
}

function forgetVisits(): void {
  for (const key of widgetKeys()) localStorage.removeItem(key);
}

/** Makes the widget's storage a day older, so that session and plan have expired. */
function ageVisits(): void {
  for (const key of widgetKeys()) {
    const kept = JSON.parse(localStorage[key] as string) as { time: number; until?: number };
    const until = kept.until === undefined ? {} : { until: kept.until - DAY_MS };
    localStorage[key] = JSON.stringify({ ...kept, time: kept.time - DAY_MS, ...until });
  }
}

function widgetKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith('leadline:'));
}
