/** The reports that Home shows. */
import { companyPath } from '../../api/company.ts';
import { resource } from '../../api/resource.ts';
import { place } from '../../address/router.ts';
import type { ReportBody } from '../reports/figures/report.ts';
import {
  filtersIn,
  type Filter,
  type MetricName,
  reportPath,
  type ReportQuery,
} from '../reports/figures/report-path.ts';

/** The figures above the line. */
export const TILES = [
  'calls',
  'callers',
  'answered',
  'missed',
  'not_called_back',
  'forms',
  'leads',
  'won',
  'cost_per_lead',
] as const;
export type Tile = (typeof TILES)[number];

/** Returns the figures above the line. Forms are among them where visitors send some. */
export function tilesOf({ totals, compared }: ReportBody): Tile[] {
  const hasForms = [totals, compared?.totals].some((figures) => (figures?.forms ?? 0) > 0);
  return TILES.filter((name) => name !== 'forms' || hasForms);
}

/** The figures of today. */
export const TODAY = ['calls', 'not_called_back', 'texts', 'forms', 'leads', 'won'] as const;

/** The groupings of the lists, and their figures. */
export const RANKINGS = {
  source: ['calls', 'leads', 'cost_per_lead'],
  campaign: ['calls', 'leads', 'cost_per_lead'],
  location: ['calls', 'missed', 'leads'],
} as const satisfies Partial<Record<Filter, readonly MetricName[]>>;
export type Ranking = keyof typeof RANKINGS;

/** The rows of each list. */
export const RANKED = 7;
/** The periods that Home shows, each with its phrase in a sentence. */
export const PERIODS = {
  last_7_days: ['Last 7 days', 'in the last 7 days'],
  last_30_days: ['Last 30 days', 'in the last 30 days'],
  last_90_days: ['Last 90 days', 'in the last 90 days'],
  this_month: ['This month', 'this month'],
  last_month: ['Last month', 'last month'],
  this_year: ['This year', 'this year'],
} as const;
export type Period = keyof typeof PERIODS;
export const DEFAULT_PERIOD: Period = 'last_30_days';

/** Returns the period in the URL. @param query of the page */
export function periodIn(query: URLSearchParams): Period {
  const named = query.get('relative') ?? '';
  return Object.hasOwn(PERIODS, named) ? (named as Period) : DEFAULT_PERIOD;
}

/** Returns the name of the period in the URL, and its phrase in a sentence. */
export function periodWords(query: URLSearchParams): { title: string; phrase: string } {
  const [title, phrase] = PERIODS[periodIn(query)];
  return { title, phrase };
}

/** The paths of Home's reports, below the company. */
export interface HomePaths {
  trend: string;
  today: string;
  hours: string;
  rankings: Record<Ranking, string>;
}

/** Returns what Home requests. @param query of the page */
export function homePaths(query: URLSearchParams): HomePaths {
  const filters = filtersIn(query);
  const path = (report: ReportQuery): string => reportPath({ relative: periodIn(query), filters, ...report });
  const ranking = (by: Ranking): string =>
    path({ metrics: RANKINGS[by], by: [by], limit: RANKED, sort: '-calls' });
  return {
    trend: path({ metrics: [...TILES, 'cost'], by: ['day'] }),
    today: path({ metrics: TODAY, relative: 'today', compare: 'none' }),
    hours: path({ metrics: ['missed'], by: ['weekday', 'hour'], compare: 'none' }),
    rankings: { source: ranking('source'), campaign: ranking('campaign'), location: ranking('location') },
  };
}

/** Requests the reports that are seen first, before the screen is drawn. */
export function prefetchHome(): void {
  const { trend, today } = homePaths(place.value.query);
  for (const path of [trend, today]) resource(companyPath(path)).ensure();
}
