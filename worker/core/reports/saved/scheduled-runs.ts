/**
 * Makes scheduled reports in the background. The message and the next due time are written in one transaction, so each due time
 * has one report, whenever the object is killed. After a pause only the last due time has one.
 */
import { logFailure } from '../../../shared/log.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { tellChannels } from '../../people/chat/notices.ts';
import { notify } from '../../people/notifications/notifications.ts';
import { findUserOnce } from '../../people/users/users.ts';
import { clockOfCompany, currenciesOf } from '../company-rules.ts';
import type { ReportBody } from '../queries/answer-schema.ts';
import { report as makeReport } from '../queries/report.ts';
import type { ReportReadyData, ReportSummary } from './reference.ts';
import { enqueueReport } from './recipients.ts';
import { type Due, lastDue, nextDue } from './due-times.ts';
import { findSavedReport, firstRun, isAskedFor, storeReport } from './saved-reports.ts';
import { readSavedQuery, type SavedReportRecord, type Schedule } from './schema.ts';

/** Most characters of the rows in a message. Further rows are counted in `more`. */
const MAX_ROWS_LENGTH = 32_000;
/** First figures of a report in its message. */
const HEADLINE = 6;
/** After so many failures in a row the report of a due time is given up. */
const MOST_FAILURES = 3;
/** Waits this long after the first failure, twice as long after the second. */
const RETRY_MS = 5 * 60_000;

const ACTOR = { kind: 'system', name: 'reports' } as const;

type Scheduled = SavedReportRecord & { schedule: Schedule };

/** The time that a run is for. Its day is null for one that was asked for, which is no due day. */
type RunTime = Omit<Due, 'day'> & { day: number | null };

/** The task. Makes one report in a turn. */
export const scheduledReports: BackgroundTask = {
  kind: 'scheduled reports',
  nextTime: ({ database }) => firstRun(database)?.runTime ?? undefined,
  run: async (company, env) => {
    const saved = firstRun(company.database);
    if (saved === undefined || !isScheduled(saved) || (saved.runTime ?? Infinity) > Date.now()) return;
    await runReport(company, env, saved);
    await company.giveWay();
  },
};

function isScheduled(report: SavedReportRecord): report is Scheduled {
  return report.schedule !== null;
}

async function runReport(company: CompanyContext, env: CoreEnv, saved: Scheduled): Promise<void> {
  const context = contextOfActor(company, ACTOR);
  const due = dueOf(context, saved);
  const fault = readerFault(context, saved);
  if (fault !== undefined) {
    settle(company, { saved, due }, () => fault);
    return;
  }
  let body: ReportBody;
  try {
    const currencies = await currenciesOf(company, env);
    // Its days are those at the due time.
    body = await makeReport({ ...context, now: due.time }, readSavedQuery(saved.query), currencies);
  } catch (error) {
    logFailure({ company_id: company.companyId, work: 'scheduled report', report: saved.reportId }, error);
    retryLater(company, { saved, due });
    return;
  }
  settle(company, { saved, due }, (write) => {
    return tell(write, { saved, due, body });
  });
}

/** Returns the time that a run is for: after a pause the last due one. */
function dueOf(context: RequestContext, saved: Scheduled): RunTime {
  if (isAskedFor(saved, context.now)) return { time: context.now, day: null };
  const { schedule, dueTime } = saved;
  const clock = clockOfCompany(context);
  const last = lastDue(schedule, clock, context.now);
  if (last !== undefined && last.time >= (dueTime ?? 0)) return last;
  const time = dueTime ?? context.now;
  return { time, day: Math.floor(clock.toLocal(time) / 86_400_000) };
}

/** Says why nobody gets a report: it is its owner's alone, who may not read reports any more. */
export function readerFault(
  context: RequestContext,
  { isShared, ownerId }: SavedReportRecord,
): string | undefined {
  if (isShared || (ownerId !== null && mayRead(context, ownerId))) return undefined;
  return 'The report is not shared, and its owner has no access to reports any more.';
}

/** Tells whether a user may read reports. */
function mayRead(context: RequestContext, userId: string): boolean {
  const user = findUserOnce(context, userId);
  return user !== undefined && !user.isSuspended && user.roleId !== 'agent';
}

/**
 * Ends a due time in one transaction, unless the report was changed or removed meanwhile.
 * @param work returns what to tell the report's readers about a failure
 */
function settle(
  company: CompanyContext,
  { saved, due }: { saved: Scheduled; due: RunTime },
  work: (context: WriteContext) => string | null,
): void {
  whileUnchanged(company, saved, (context) => {
    const clock = clockOfCompany(context);
    const lastError = work(context);
    const lastDay = due.day ?? saved.lastDay;
    const next = nextDue(saved.schedule, { clock, after: context.now, afterDay: lastDay });
    storeReport(context, {
      ...saved,
      dueTime: next.time,
      runTime: next.time,
      failures: 0,
      lastDay,
      lastTime: context.now,
      lastError,
      version: saved.version + 1,
    });
  });
}

function retryLater(company: CompanyContext, run: { saved: Scheduled; due: RunTime }): void {
  const { saved } = run;
  const failures = saved.failures + 1;
  if (failures >= MOST_FAILURES) {
    settle(company, run, () => 'The report could not be made.');
    return;
  }
  whileUnchanged(company, saved, (context) => {
    storeReport(context, { ...saved, failures, runTime: context.now + failures * RETRY_MS });
  });
}

function whileUnchanged(
  company: CompanyContext,
  { reportId, version }: SavedReportRecord,
  change: (context: WriteContext) => void,
): void {
  if (!company.exists()) return;
  commit(company, contextOfActor(company, ACTOR), (context) => {
    if (findSavedReport(context.database, reportId)?.version === version) change(context);
  });
}

/** Tells webhooks, chat channels and readers. @returns why nobody of the chosen people gets the report; null if somebody does */
function tell(
  context: WriteContext,
  { saved, due, body }: { saved: Scheduled; due: RunTime; body: ReportBody },
): string | null {
  const summary = summaryOf(context, saved, body);
  const data: ReportReadyData = { ...summary, due_time: writeMoment(due.time), report: shortened(body) };
  context.emit({ type: 'report.ready', data });
  const { user_ids: chosen, emails } = saved.schedule;
  const readers = chosen.filter((userId) => mayRead(context, userId));
  for (const userId of readers) notify(context, { type: 'report.ready', userId, data: { ...summary } });
  tellChannels(context, { type: 'report.ready', data: { ...summary } });
  const report = { reportId: saved.reportId, path: summary.console_path };
  const outside = enqueueReport(context, emails, report);
  if (readers.length + outside > 0 || chosen.length + emails.length === 0) return null;
  return emails.length === 0
    ? 'None of the people whom it goes to has access to reports any more.'
    : 'Nobody whom it goes to has access to reports or has confirmed their address.';
}

function summaryOf(
  { companyId }: RequestContext,
  { reportId, name, query }: SavedReportRecord,
  { from, to, metrics, totals, compared }: ReportBody,
): ReportSummary {
  const { relative: _, ...rest } = query;
  // The console's default is to group by source.
  const address = new URLSearchParams({ ...rest, by: query.by ?? 'none', from, to });
  return {
    report_id: reportId,
    name,
    from,
    to,
    figures: metrics.slice(0, HEADLINE).map(({ name: metric, unit, currency }) => ({
      metric,
      unit,
      currency,
      value: totals[metric] ?? null,
      compared: compared?.totals[metric] ?? null,
    })),
    console_path: `/console/${companyId}/reports?${address.toString()}`,
  };
}

/** Cuts off the rows beyond the bound of a message. */
function shortened(body: ReportBody): ReportBody {
  let length = 0;
  const rows = body.rows.filter((row) => {
    length += JSON.stringify(row).length;
    return length <= MAX_ROWS_LENGTH;
  });
  return { ...body, rows, more: body.more + body.rows.length - rows.length };
}
