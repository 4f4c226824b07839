/** Saved reports as the API answers them, and as the URL names them. Pure. */
import type { Person } from '../../../api/company.ts';
import type { SavedReportBody } from '../../../../worker/core/reports/saved/reference.ts';
import { formatHour } from '../../../formats/english.ts';
import { WEEKDAY_NAMES } from '../../../../worker/core/reports/words/periods.ts';
import { DIMENSION_LABELS, METRIC_WORDS } from '../../../../worker/core/reports/words/metrics.ts';
import type { Dimension, MetricName, ReportQuery } from '../figures/report-path.ts';
import { reportParameters } from '../figures/report-path.ts';
import { NO_GROUPING, rangeName } from '../report-query.ts';

export type SavedReport = SavedReportBody;
export type Schedule = NonNullable<SavedReport['schedule']>;

/** The parameter of the URL that names the saved report on screen. */
export const SAVED = 'report';

/** The weekdays as the API names them, Monday first. */
export const WEEKDAYS = WEEKDAY_NAMES.map((name) => name.toLowerCase());

/** Returns the query to save, as the API takes it. */
export function savedQueryOf(query: ReportQuery): SavedReport['query'] {
  return Object.fromEntries(reportParameters(query));
}

/** Returns the parameters of the screen that shows a saved report. */
export function screenQueryOf({ report_id: id, query }: SavedReport): URLSearchParams {
  const named = { by: NO_GROUPING, ...query, [SAVED]: id };
  return new URLSearchParams(Object.entries(named));
}

/** Describes a report: `Calls and Missed by source, last 7 days`. */
export function describe({ query }: SavedReport): string {
  const names = (query.metrics ?? '')
    .split(',')
    .map((name) => METRIC_WORDS[name as MetricName]?.label ?? name);
  const [first = '', second, ...others] = names;
  const figures = [first, second].filter(Boolean).join(others.length === 0 ? ' and ' : ', ');
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const by = (query.by ?? '').split(',').filter(Boolean);
  const groups = by.map((name) => (DIMENSION_LABELS[name as Dimension] ?? name).toLowerCase());
  const grouped = groups.length === 0 ? '' : ` by ${groups.join(' and ')}`;
  return `${figures}${more}${grouped}, ${daysText(query)}`;
}

function daysText({ relative, from, to }: SavedReport['query']): string {
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  if (from !== undefined || to !== undefined)
    return from === undefined ? `until ${to ?? ''}` : `since ${from}`;
  return rangeName(relative ?? 'last_30_days').toLowerCase();
}

/** Returns those of the named people who still get reports: as the server, without suspended ones, agents, and who has left. */
export function receiversOf(ids: readonly string[], people: readonly Person[]): Person[] {
  return people.filter(
    ({ user_id: id, is_suspended: isSuspended, role_id: role }) =>
      ids.includes(id) && !isSuspended && role !== 'agent',
  );
}

type Recipient = Schedule['recipients'][number];

/** States in which nobody is asked again. */
export const SETTLED: readonly Recipient['state'][] = ['confirmed', 'left'];

const STATES: Record<Recipient['state'], string> = {
  asked: 'not confirmed yet, asked',
  confirmed: 'gets it',
  expired: 'has not confirmed, asked',
  left: 'left',
  unreachable: 'mail came back',
};

/** Says whether somebody outside gets a report. */
export function stateText({ state, state_time: time }: Recipient): string {
  return time === null ? 'has not confirmed' : STATES[state];
}

/** Says when a report is sent: `Mondays at 8 AM`. */
export function scheduleText({ every, weekday, day, hour }: Schedule): string {
  const at = `at ${formatHour(hour)}`;
  if (every === 'day') return `Every day ${at}`;
  if (every === 'month') return `On day ${day ?? 1} of the month ${at}`;
  return `${WEEKDAY_NAMES[WEEKDAYS.indexOf(weekday ?? '')] ?? ''}s ${at}`;
}
