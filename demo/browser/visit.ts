/** A visit to the demo site: how it began, and how another one begins. */
import type { Leadline } from '../../widget/interface.ts';
import { VISITOR_COOKIE, type Visitor, WAYS, writeVisitor } from '../visitors.ts';

/** What a tab remembers of a visit. */
const ARRIVAL = 'demo-arrival';
const DAY_MS = 24 * 60 * 60 * 1000;

/** The page that a visit began on, and the referrer that it had there. */
export interface Arrival {
  href: string;
  referrer: string;
}

/** The widget, once it runs on this page. */
export function widget(): Partial<Leadline> | undefined {
  return (window as { leadline?: Partial<Leadline> }).leadline;
}

/** How this tab's visit began; undefined when nobody has chosen yet. */
export function readArrival(): Arrival | undefined {
  const kept = sessionStorage.getItem(ARRIVAL);
  return kept === null ? undefined : (JSON.parse(kept) as Arrival);
}

/**
 * Visits this page as `visitor`, by the address that their way has.
 * @param isBack the same person, a day later: the browser still has what the widget kept. Else it is another browser
 */
export async function visitAs(visitor: Visitor, isBack: boolean): Promise<void> {
  const { query, referrer } = WAYS[visitor.way] ?? { query: '', referrer: '' };
  const url = new URL(location.pathname, location.origin);
  url.search = query;
  if (new URLSearchParams(location.search).has('leadline_debug')) url.searchParams.set('leadline_debug', '');
  document.cookie = `${VISITOR_COOKIE}=${writeVisitor(visitor)}; path=/; SameSite=Lax`;
  // An answer that is still on its way would be kept otherwise.
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

/** Lets a day pass over what the widget has kept: the session is over, and so is the plan. */
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
