/**
 * What the browser remembers of where a visitor came from: the first touch ever, the touch that began this session, and
 * the last touch that was none of the site's own pages (docs/widget.md, "Source of a visit").
 */
import type { Plan } from './plan.ts';

/** A session ends when a visitor did nothing for this long, as in the field's analytics. */
const SESSION_MS = 30 * 60_000;
/** Campaign parameters and click ids. */
const PARAMETER =
  /^(utm_\w+|\w+(cli?c?k?|bra|rslt|gsh|fat_|ero_|_[ce]|cc)id|epik|cjevent|awc|tblci|dicbo|gad_\w+|mkt_tok|_hsenc|_kx)$/i;

/** Where a visitor came from: campaign parameters and click ids as a query string, and the referrer. */
export type Touch = [keys: string, referrer: string];

/** What is kept in the browser, under one key a company. Versions of the script share it, so the names stay. */
export interface Visit {
  first: Touch;
  session: Touch;
  last: Touch;
  /** Of the last page view; milliseconds since the epoch, as all times here. */
  time: number;
  /** The question that the plan answers, and until when it holds. */
  question?: string;
  until?: number;
  plan?: Plan;
}

/** The touch that this page view is. */
export function readTouch(): Touch {
  const { referrer } = document;
  const found = [...new URLSearchParams(location.search)].filter(([name]) => PARAMETER.test(name));
  const keys = new URLSearchParams(found).toString();
  // A subdomain is the site's own as well.
  const isOwn = siteOf(referrer).endsWith(siteOf(location.href));
  return [keys, isOwn ? '' : referrer];
}

/** A dot and the host of an address, without `www.`, without the dot of the root, with which it is the same, and without the port. */
const siteOf = (address: string): string => `.${address.split(/\.?(:\d+)?\/(www\.)?/)[6]}`;

/** The visit after this page view. */
export function viewPage(visit: Partial<Visit>, touch: Touch, time: number): Visit {
  const [keys, referrer] = touch;
  const { first, session, last } = visit;
  return {
    ...visit,
    first: first || touch,
    session:
      session && time - (visit.time as number) < SESSION_MS && (!keys || keys === session[0])
        ? session
        : touch,
    last: keys || referrer || !last ? touch : last,
    time,
  };
}
