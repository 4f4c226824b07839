/** Evidence: the visits, taps and leases that the edge stores, and that the company reads when somebody calls. Plain data for RPC. */

import type { LeaseBefore } from './pure/pool-leaks.ts';

/** Longest text of a touch, in characters; a longer one is cut. */
export const MAX_TOUCH_TEXT = 500;

/** Whether a visitor allows the use of their data for ads, and ads by their interests. */
export interface AdConsent {
  ad_user_data: 'granted' | 'denied';
  ad_personalization: 'granted' | 'denied';
}

/** The origin of a visit, and its first page. An unknown text is null. */
export interface VisitTouch {
  /** Name of the source: a rule of the company, else the channel. */
  source: string;
  channel: string;
  /** The known or tagged site, for instance `Google` or `newsletter`. */
  site: string | null;
  medium: string | null;
  campaign: string | null;
  term: string | null;
  content: string | null;
  /** Source and campaign of the visitor's first visit in this browser. */
  first_source: string;
  first_campaign: string | null;
  /** Path of the first page, without its query. */
  landing_page: string | null;
  /** Host of the referrer. */
  referrer: string | null;
  click_ids: Readonly<Record<string, string>>;
  /** Whether the visitor allowed the use of their data for ads, and ads by their interests. Unknown means no. */
  ad_user_data?: 'granted' | 'denied' | null;
  ad_personalization?: 'granted' | 'denied' | null;
  /** Absent without consent, and after their retention. */
  ids?: VisitIds | null;
}

/** Ids by which ad platforms and analytics know a visitor, read with consent. An unknown one is null. */
export interface VisitIds {
  /** Meta's browser id and click id: the cookies `_fbp` and `_fbc`. */
  fbp: string | null;
  fbc: string | null;
  /** Google Analytics' client id, and its session ids by data stream, for instance `{ABC123: '1747132561'}`. */
  ga_client_id: string | null;
  ga_session_ids: Readonly<Record<string, string>>;
  user_agent: string | null;
  /** When the cookies were read, in milliseconds since the epoch. */
  read_time: number;
}

/** A visit that the widget reported. */
export interface ReportedVisit {
  /** Made in the browser; at the edge if the browser may store nothing. */
  visitId: string;
  /** Whether the browser has stored the id. Otherwise the visit is only counted. */
  isStored: boolean;
  /** Whether the visit was counted before. */
  isCounted: boolean;
  /** The number that the visit is counted for, E.164, and the location. */
  number: string;
  locationId: string | null;
  /** The numbers that its pages show, E.164. */
  numbers: readonly string[];
  touch: VisitTouch;
}

/** An activation of a swapped `tel:` or `sms:` link. */
export interface ReportedTap {
  number: string;
  /** The number in the page's source. */
  target: string;
  visitId: string | null;
  /** Path of the page, without its query. */
  page: string | null;
  /** The ids at the time of the tap; null without consent. */
  ids: VisitIds | null;
  consent: AdConsent;
}

/** A visit as it is kept. Times are milliseconds since the epoch. */
export interface KeptVisit {
  visitId: string;
  begunTime: number;
  /** Time of the widget's last report. */
  seenTime: number;
  touch: VisitTouch;
}

export interface KeptTap extends Omit<ReportedTap, 'ids' | 'consent'> {
  time: number;
  /** The visits of the taps before it, of the same visit or, within a day, of the same network; null for taps without one. */
  earlier: readonly (string | null)[];
}

/** A lease of a pool's number. Times are milliseconds since the epoch. */
export interface KeptLease {
  number: string;
  /** The visit that held it; null if the holder was a visitor without an id. */
  visitId: string | null;
  from: number;
  /** The end of the hold, which renewals move. */
  until: number;
}

/** A search for the evidence of a call. */
export interface EvidenceQuestion {
  /** The number that was called, E.164. */
  number: string;
  /** Start of the period for visits, in milliseconds since the epoch, as the next two. */
  visitsFrom: number;
  /** Start of the period for taps. */
  tapsFrom: number;
  /** End of both periods. */
  until: number;
}

/** The evidence of a month about a number, latest first and bounded. */
export interface Evidence {
  visits: readonly KeptVisit[];
  taps: readonly KeptTap[];
  /** Leases of the number that are live or ended since `visitsFrom`. */
  leases: readonly KeptLease[];
  /** How many visits were shown the number; `visits` may be fewer. */
  visitCount: number;
}

export const NO_EVIDENCE: Evidence = { visits: [], taps: [], leases: [], visitCount: 0 };

/** A call, to find the lease before it. */
export interface LeasedCall {
  number: string;
  /** Milliseconds since the epoch. */
  time: number;
}

/** The methods of a month's object that the core calls. */
export interface EvidenceObject {
  /** Finds for each call the last lease of its number that began before it; null if this month has none. */
  leasesBefore(calls: readonly LeasedCall[]): Promise<(LeaseBefore | null)[]>;
  find(question: EvidenceQuestion): Promise<Evidence>;
  visits(visitIds: readonly string[]): Promise<KeptVisit[]>;
  eraseVisits(visitIds: readonly string[]): Promise<void>;
  drop(): Promise<void>;
}

/** The visits of a combination. A member is null if it is unknown. */
export interface VisitCount {
  source: string;
  campaign: string | null;
  locationId: string | null;
  number: string | null;
  visits: number;
}

/** The taps of a combination: of their visit, and the number. A member is null if it is unknown. */
export interface TapCount {
  /** Of the day, 0 to 23. */
  hour: number;
  source: string | null;
  campaign: string | null;
  landingPage: string | null;
  locationId: string | null;
  number: string | null;
  taps: number;
}

/** All visits and taps of a day in a month's object. */
export interface VisitCounts {
  /** Names the object, for instance `2026-11` (UTC). */
  month: string;
  /** In the company's zone, for instance `2026-11-23`. */
  day: string;
  counts: readonly VisitCount[];
  taps: readonly TapCount[];
}

/** The company's rules for visits. */
export interface VisitRules {
  /** IANA name of the zone of the company's days. */
  timeZone: string;
  /** How long a month's evidence is kept after the month. */
  evidenceDays: number;
}

/** The methods of a company's object that the evidence calls. They return undefined if the company does not exist. */
export interface CountingCompany {
  visitRules(): VisitRules | undefined | Promise<VisitRules | undefined>;
  recordVisitCounts(counts: VisitCounts): VisitRules | undefined | Promise<VisitRules | undefined>;
}

/** Longest time for which a company may keep a month's evidence after the month, in days. */
export const MOST_EVIDENCE_DAYS = 365;
const DAY_MS = 24 * 60 * 60_000;

/** Names the object of a company and a month (UTC). */
export function evidenceName(companyId: string, time: number): string {
  return `${companyId}/${new Date(time).toISOString().slice(0, 7)}`;
}

/** Names the objects whose months touch a time span, the latest first. */
export function evidenceNames(companyId: string, from: number, until: number): string[] {
  const names: string[] = [];
  for (let time = until; time > from; time = monthStart(time) - 1) names.push(evidenceName(companyId, time));
  return names;
}

/** Names every object of a company that may have evidence. */
export function keptEvidenceNames(companyId: string, now: number): string[] {
  return evidenceNames(companyId, monthStart(now) - (MOST_EVIDENCE_DAYS + 1) * DAY_MS, now);
}

/** Returns when the evidence of an object is deleted; undefined for a name that is not a month's. */
export function evidenceEnd(name: string, days: number): number | undefined {
  const [, year, month] = /\/(\d{4})-(\d\d)$/.exec(name) ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month)) + days * DAY_MS;
}

function monthStart(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
