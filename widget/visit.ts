/**
 * The stored sources of a visitor: the first touch, the touch that began this session, and the last touch from outside the site
 * (docs/widget.md, "Source of a visit").
 */
import type { Plan, Touch } from './plan.ts';

/** A session ends after this long without a page view, as in Google Analytics. */
const SESSION_MS = 30 * 60_000;
/** Campaign parameters and click ids. */
const PARAMETER =
  /^(utm_\w+|\w+(cli?c?k?|bra|rslt|gsh|fat_|ero_|_[ce]|cc)id|epik|cjevent|awc|tblci|dicbo|gad_\w+|mkt_tok|_hsenc|_kx)$/i;

/** The stored data of a visitor, one key a company. Versions of the script share it, so its names must not change. */
export interface Visit {
  first: Touch;
  session: Touch;
  last: Touch;
  /** Time of the last page view; all times are milliseconds since the epoch. */
  time: number;
  /** The random id of the session; without it the edge only counts the visit. */
  id?: string | undefined;
  /** The id that the edge has; `-` if it has counted a visit without an id. */
  sent?: string | undefined;
  /** The request for the plan, and the end of its validity. */
  question?: string;
  until?: number;
  plan?: Plan;
}

/** Reads the touch of this page view. */
export function readTouch(): Touch {
  const { referrer } = document;
  const found = [...new URLSearchParams(location.search)].filter(([name]) => PARAMETER.test(name));
  const keys = new URLSearchParams(found).toString();
  // Subdomains belong to the site too.
  const isOwn = siteOf(referrer).endsWith(siteOf(location.href));
  return [keys, isOwn ? '' : referrer];
}

/** Returns a dot and the host of a URL, without `www.`, trailing dot and port. */
const siteOf = (address: string): string => `.${address.split(/\.?(:\d+)?\/(www\.)?/)[6]}`;

/** Returns the visit updated by a page view. */
export function viewPage(visit: Partial<Visit>, touch: Touch, time: number): Visit {
  const [keys, referrer] = touch;
  const { first, session, last } = visit;
  const isSame = session && time - (visit.time as number) < SESSION_MS && (!keys || keys === session[0]);
  return {
    ...visit,
    first: first || touch,
    session: isSame ? session : touch,
    id: isSame ? visit.id : time + '-' + Math.random(),
    last: keys || referrer || !last ? touch : last,
    time,
  };
}
