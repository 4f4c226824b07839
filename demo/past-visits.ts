/** Generates the demo site's visits of three months, always the same ones: those of the callers, and many without a call. */
import type { ReportedTap, ReportedVisit, VisitTouch } from '../worker/dni/evidence.ts';
import { type Chance, chanceOf } from './chance.ts';
import { BRANCHES, type Branch, calledNumberOf, NATIONAL_NUMBER } from './company.ts';

const SEED = 20_261_123;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** The days before today with visits. Evidence is kept for 90 days after its month. */
export const PAST_DAYS = 89;
/** Visits without a call, of a weekday and of a day at the weekend. */
const VISITS_A_DAY = 46;
const VISITS_AT_WEEKENDS = 22;

/** A visit or a tap, and when it was reported, in milliseconds since the epoch. */
export interface PastReport {
  time: number;
  visit?: ReportedVisit;
  tap?: ReportedTap;
}

/** A call by somebody who saw the number on the site. */
export interface CallOnSite {
  number: string;
  source: string;
  branch: Branch;
  time: number;
}

/** The origin of visits. */
interface Origin {
  source: string;
  channel: string;
  site: string | null;
  medium: string | null;
  campaign: string | null;
  term: string | null;
  referrer: string | null;
  /** How many of all visits come from there. */
  weight: number;
}

const ORIGINS: readonly Origin[] = [
  ...ads('Google', 'www.google.com', [
    ['brand', 'brightwater plumbing', 7],
    ['emergency', 'plumber near me', 9],
    ['water-heater', 'water heater replacement', 8],
    ['drains', 'clogged drain', 4],
  ]),
  ...ads('Bing', 'www.bing.com', [['emergency', 'emergency plumber', 3]]),
  { ...plain('organic_search', 'Google', 'www.google.com'), weight: 26 },
  {
    ...plain('organic_social', 'Facebook', 'l.facebook.com'),
    medium: 'social',
    campaign: 'ac-tune-up',
    weight: 6,
  },
  { ...plain('organic_social', 'Facebook', 'l.facebook.com'), weight: 4 },
  {
    ...plain('spring_mailing', 'newsletter', null),
    channel: 'email',
    medium: 'email',
    campaign: 'spring_2026',
    weight: 5,
  },
  { ...plain('direct', null, null), weight: 17 },
  { ...plain('referral', 'blog.example.net', 'blog.example.net'), weight: 4 },
];

const PAGES = ['/', '/', '/water-heaters', '/emergency', '/drains', '/heating', '/contact'] as const;

/** Tells whether callers of a source come by the site. */
export function isOnSite(source: string): boolean {
  return ORIGINS.some((origin) => origin.source === source);
}

/** Generates the visits and taps, oldest first. @param now milliseconds since the epoch, as for the leads */
export function pastVisits(calls: readonly CallOnSite[], now: number): PastReport[] {
  const ofCallers = calls.flatMap((call, index) => reportsOfCall(call, index));
  const others = Array.from({ length: PAST_DAYS }, (_, day) => reportsOfDay(now, day)).flat();
  const first = now - PAST_DAYS * DAY;
  return [...ofCallers, ...others]
    .map((report) => ({ ...report, time: Math.round(report.time) }))
    .filter(({ time }) => time > first && time < now)
    .toSorted((a, b) => a.time - b.time);
}

/** A visit some minutes before the call; most callers tap the number. */
function reportsOfCall({ number, source, branch, time }: CallOnSite, index: number): PastReport[] {
  const chance = chanceOf(SEED + index);
  const origin = originOf(
    chance,
    ORIGINS.filter((other) => other.source === source),
  );
  const begun = Math.round(time - (1 + chance.next() * 7) * MINUTE);
  const visit = visitOf(chance, { origin, branch, number, time: begun });
  const report = { time: begun, visit };
  if (!chance.maybe(0.72)) return [report];
  const target = chance.maybe(0.5) ? branch.number : NATIONAL_NUMBER;
  const consent = { ad_user_data: 'denied', ad_personalization: 'denied' } as const;
  const page = visit.touch.landing_page;
  const tap = { number, target, visitId: visit.visitId, page, ids: null, consent };
  return [report, { time: time - Math.round((2 + chance.next() * 9) * SECOND), tap }];
}

/** The visits of a day without a call. @param day days before today */
function reportsOfDay(now: number, day: number): PastReport[] {
  const chance = chanceOf(SEED + 100_000 + day);
  // The demo's company is in Chicago's zone, and its visitors come between 6 AM and 10 PM.
  const morning = Math.floor((now - day * DAY) / DAY) * DAY + 12 * 60 * MINUTE;
  const weekday = new Date(morning).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  // The site slowly gets more visitors.
  const count =
    (isWeekend ? VISITS_AT_WEEKENDS : VISITS_A_DAY) * (0.8 + chance.next() * 0.4) * (1 - day / 300);
  return Array.from({ length: Math.round(count) }, () => {
    const time = morning + Math.round((chance.next() + chance.next()) * 8 * 60 * MINUTE);
    const branch = chance.pick(BRANCHES);
    const origin = originOf(chance, ORIGINS);
    const number = calledNumberOf(branch, origin.source);
    return { time, visit: visitOf(chance, { origin, branch, number, time }) };
  });
}

function visitOf(
  chance: Chance,
  { origin, branch, number, time }: { origin: Origin; branch: Branch; number: string; time: number },
): ReportedVisit {
  const { source, channel, site, medium, campaign, term, referrer } = origin;
  const touch: VisitTouch = {
    source,
    channel,
    site,
    medium,
    campaign,
    term,
    content: null,
    first_source: source,
    first_campaign: campaign,
    landing_page: chance.pick(PAGES),
    referrer,
    click_ids: {},
  };
  return {
    visitId: `${time}-${chance.next().toFixed(13)}`,
    isStored: true,
    isCounted: false,
    number,
    locationId: branch.id,
    numbers: [number],
    touch,
  };
}

function originOf(chance: Chance, origins: readonly Origin[]): Origin {
  let left = chance.next() * origins.reduce((sum, { weight }) => sum + weight, 0);
  const found = origins.find(({ weight }) => (left -= weight) < 0) ?? origins[0];
  if (found === undefined) throw new Error('There is no such origin.');
  return found;
}

function ads(
  site: string,
  referrer: string,
  campaigns: readonly (readonly [campaign: string, term: string, weight: number])[],
): Origin[] {
  return campaigns.map(([campaign, term, weight]) => ({
    ...plain('paid_search', site, referrer),
    medium: 'cpc',
    campaign,
    term,
    weight,
  }));
}

function plain(source: string, site: string | null, referrer: string | null): Omit<Origin, 'weight'> {
  return { source, channel: source, site, medium: null, campaign: null, term: null, referrer };
}
