/**
 * The stored sources of a visitor: the first touch, the touch that began this session, and the last touch from outside the site
 * (docs/widget.md, "Source of a visit").
 */
import type { Consent } from './interface.ts';
import type { Plan, Touch } from './plan.ts';

/** A session ends after this long without a page view, as in Google Analytics. */
const SESSION_MS = 30 * 60_000;
/** Matches a campaign parameter or click id with its value. */
const PARAMETER =
  /^((utm|gad)_\w+|\w+(cli?c?k?|bra|rslt|gsh|fat_|ero_|_[ce]|cc)id|epik|cjevent|awc|tblci|dicbo|mkt_tok|_hsenc|_kx|oppref)=/i;

/** The stored data of a visitor, one key a company. Versions of the script share it, so its names must not change. */
export interface Visit {
  first: Touch;
  session: Touch;
  last: Touch;
  /** Time of the last page view; all times are milliseconds since the epoch. */
  time: number;
  /** The consent with which the visit is stored. */
  consent?: Consent | undefined;
  /** The random id of the session; without it the edge only counts the visit. */
  id?: string | undefined;
  /** The id that the edge has; `-` if it has counted a visit without an id. */
  sent?: string | undefined;
  /** The request for the plan, and the end of its validity. */
  question?: string;
  until?: number;
  plan?: Plan;
}

/** Returns a dot and the host of a URL, without `www.`, trailing dot and port. */
const siteOf = (address: string): string => `.${address.split(/\.?(:\d+)?\/(www\.)?/)[6]}`;

/** Returns the parameters of the page's address. Those behind the `#` count too: a router may move them there, and leave some before it. */
export const parametersOfPage = (): string[] => (location.search + location.hash).split(/[?&#]/);

/** Returns the campaign parameters and click ids among the parameters, and those that the company's sources ask for. */
export function keysOf(parameters: string[], plan: Plan | undefined): string {
  const isKey = (parameter: string): unknown =>
    PARAMETER.test(parameter) ||
    plan?.parameters?.includes((parameter.split('=')[0] as string).toLowerCase());
  return [...new Set(parameters.filter(isKey))].join('&');
}

/** Returns the visit updated by a page view. */
export function viewPage(visit: Partial<Visit>, time: number): Visit {
  const keys = keysOf(parametersOfPage(), visit.plan);
  // Subdomains belong to the site too.
  const referrer = siteOf(document.referrer).endsWith(siteOf(location.href)) ? '' : document.referrer;
  const touch: Touch = [keys, referrer];
  const { session, last } = visit;
  const isSame = session && time - (visit.time as number) < SESSION_MS && (!keys || keys === session[0]);
  return {
    first: touch,
    ...visit,
    session: isSame ? session : touch,
    id: isSame ? visit.id : time + '-' + Math.random(),
    last: keys || referrer || !last ? touch : last,
    time,
  };
}

/**
 * Returns JSON of objects and arrays, also on pages with Prototype.js before 1.7, whose `Array.prototype.toJSON` makes a text of each
 * array: the replacer takes the values themselves.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key) {
    return this[key];
  });
