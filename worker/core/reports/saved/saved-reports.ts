/** The saved reports of a company. A shared one is for all managers and super admins, another one for its owner alone. */
import { asId, newId } from '../../../shared/http/ids.ts';
import {
  type Fault,
  notFound,
  Problem,
  problemOfFaults,
  refuseFaults,
} from '../../../shared/http/problems.ts';
import { domainOf } from '../../../shared/mail/mime.ts';
import { reportSettingsChanged } from '../../company/settings/settings-changes.ts';
import { userOf } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { checkIfMatch, versionTag } from '../../engine/http/answers.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, FLAG, json, nullableJson, Table } from '../../engine/storage/table.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { findUserOnce } from '../../people/users/users.ts';
import { clockOfCompany } from '../company-rules.ts';
import { checkQuery } from '../queries/report.ts';
import { nextDue } from './due-times.ts';
import { askRecipients } from './recipients.ts';
import {
  type NewReportInput,
  type ReportChangeInput,
  type SavedReportRecord,
  type Schedule,
  writeSavedQuery,
} from './schema.ts';

/** A report that is made only when somebody asks for it. */
const NOT_SCHEDULED = {
  schedule: null,
  dueTime: null,
  runTime: null,
  failures: 0,
  lastDay: null,
  lastTime: null,
  lastError: null,
};

/** Most scheduled reports of a company. Each writes a message of up to 40 kB into the stream of changes every day. */
const MOST_SCHEDULED = 20;
/** Most saved reports of a company. */
const MOST_REPORTS = 500;

const REPORTS = new Table<SavedReportRecord>('saved_reports', {
  reportId: AS_IS,
  name: AS_IS,
  query: json(),
  isShared: FLAG,
  ownerId: AS_IS,
  version: AS_IS,
  createdTime: AS_IS,
  modifiedTime: AS_IS,
  schedule: nullableJson(),
  dueTime: AS_IS,
  runTime: AS_IS,
  failures: AS_IS,
  lastDay: AS_IS,
  lastTime: AS_IS,
  lastError: AS_IS,
  pageHash: AS_IS,
  sharedUntil: AS_IS,
});
const BY_NAME = REPORTS.select('WHERE is_shared = 1 OR owner_id = ? ORDER BY name COLLATE NOCASE, report_id');
const BY_ID = REPORTS.select('WHERE report_id = ?');
const BY_PAGE = REPORTS.select('WHERE page_hash = ? AND shared_until > ?');
const FIRST_RUN = REPORTS.select('WHERE run_time IS NOT NULL ORDER BY run_time, report_id LIMIT 1');
const SCHEDULED = REPORTS.select('WHERE run_time IS NOT NULL');
const SAVE = REPORTS.upsert(['reportId'], ['createdTime', 'ownerId']);

/** Lists the caller's reports and the shared ones by name, then id. */
export function listSavedReports({ database, actor }: RequestContext): SavedReportRecord[] {
  return REPORTS.all(database, BY_NAME, userOf(actor)?.userId ?? null);
}

/** Finds the report with this id; undefined if there is none. */
export function findSavedReport(database: Database, reportId: string): SavedReportRecord | undefined {
  return REPORTS.maybe(database, BY_ID, reportId);
}

/** Finds the report whose page has this address; undefined if it is not shared any more. */
export function findSharedReport(
  database: Database,
  pageHash: string,
  now: number,
): SavedReportRecord | undefined {
  return REPORTS.maybe(database, BY_PAGE, pageHash, now);
}

/** Returns the scheduled report that runs first; undefined if none is scheduled. */
export function firstRun(database: Database): SavedReportRecord | undefined {
  return REPORTS.maybe(database, FIRST_RUN);
}

/** Finds the report with the id from a path. @throws Problem `not_found`, also for a report of somebody else that is not shared */
export function requireSavedReport({ database, actor }: RequestContext, idText: string): SavedReportRecord {
  const report = findSavedReport(database, asId(idText) ?? '');
  if (report === undefined) throw notFound();
  const isOwn = report.ownerId !== null && report.ownerId === userOf(actor)?.userId;
  if (!report.isShared && !isOwn) throw notFound();
  return report;
}

/**
 * Saves a report under a name.
 * @throws Problem `too_many_values`; `invalid_parameter` for a report of nobody; those of `checkQuery`
 */
export function createSavedReport(context: WriteContext, input: NewReportInput): SavedReportRecord {
  const { database, now } = context;
  const { count } = database.one<{ count: number }>('SELECT count(*) AS count FROM saved_reports');
  if (count >= MOST_REPORTS) {
    const detail = `A company has at most ${MOST_REPORTS} saved reports; remove an unused one.`;
    throw new Problem('too_many_values', detail, { members: { limit: MOST_REPORTS } });
  }
  const report: SavedReportRecord = {
    reportId: newId(now),
    name: input.name,
    query: queryOf(context, input.query),
    isShared: input.is_shared,
    ownerId: userOf(context.actor)?.userId ?? null,
    version: 1,
    createdTime: now,
    modifiedTime: now,
    pageHash: null,
    sharedUntil: null,
    ...NOT_SCHEDULED,
  };
  requireReader(context, report);
  return saveChange(context, undefined, withSchedule(context, report, input.schedule));
}

/**
 * Changes the members in the input.
 * @throws Problem 404, 412; `invalid_parameter` if somebody else than the owner ends the sharing; those of `checkQuery`
 */
export function modifySavedReport(
  context: WriteContext,
  idText: string,
  input: ReportChangeInput,
): SavedReportRecord {
  const before = requireSavedReport(context, idText);
  checkIfMatch(context.ifMatch, versionTag(before.version));
  const report: SavedReportRecord = {
    ...before,
    name: input.name ?? before.name,
    query: input.query === undefined ? before.query : queryOf(context, input.query),
    isShared: input.is_shared ?? before.isShared,
    version: before.version + 1,
    modifiedTime: context.now,
  };
  requireReader(context, report);
  const { schedule } = input;
  return saveChange(
    context,
    before,
    schedule === undefined ? report : withSchedule(context, report, schedule),
  );
}

/** Tells whether a report runs because somebody asked for it, before it is due. */
export function isAskedFor({ dueTime, runTime }: SavedReportRecord, now: number): boolean {
  return dueTime !== null && runTime !== null && dueTime > now && runTime < dueTime;
}

/** Removes a report. @returns the removed report @throws Problem 404, 412 */
export function removeSavedReport(context: WriteContext, idText: string): SavedReportRecord {
  const report = requireSavedReport(context, idText);
  checkIfMatch(context.ifMatch, versionTag(report.version));
  context.database.run('DELETE FROM saved_reports WHERE report_id = ?', report.reportId);
  tell(context, report, undefined);
  return report;
}

/** Stores a report, and has it made when it is due. */
export function storeReport(context: WriteContext, report: SavedReportRecord): void {
  context.database.run(SAVE, ...REPORTS.values(report));
  if (report.runTime !== null) context.wakeBy(report.runTime);
}

/** Moves the due times of all schedules to the hours of the company's zone, which may have changed. What is due already stays. */
export function followZone(context: WriteContext): void {
  const { database, now } = context;
  const clock = clockOfCompany(context);
  for (const report of REPORTS.all(database, SCHEDULED)) {
    const { schedule, dueTime, lastDay, version } = report;
    if (schedule === null || dueTime === null || dueTime <= now) continue;
    const { time } = nextDue(schedule, { clock, after: now, afterDay: lastDay });
    if (time === dueTime) continue;
    const runTime = isAskedFor(report, now) ? report.runTime : time;
    storeReport(context, { ...report, dueTime: time, runTime, failures: 0, version: version + 1 });
  }
}

/** Deletes the reports that only this user has. */
export function eraseReportsOf({ database }: WriteContext, userId: string): void {
  database.run('DELETE FROM saved_reports WHERE owner_id = ? AND is_shared = 0', userId);
}

/** Sets the schedule of a report, or ends it. @throws Problem `too_many_values`, `unknown_user`, `invalid_parameter` */
function withSchedule(
  context: WriteContext,
  report: SavedReportRecord,
  schedule: Schedule | null,
): SavedReportRecord {
  if (schedule === null) return { ...report, ...NOT_SCHEDULED, lastTime: report.lastTime };
  requireReaders(context, schedule.user_ids);
  const { count } = context.database.one<{ count: number }>(
    'SELECT count(*) AS count FROM saved_reports WHERE run_time IS NOT NULL AND report_id <> ?',
    report.reportId,
  );
  if (count >= MOST_SCHEDULED) {
    const detail = `A company has at most ${MOST_SCHEDULED} scheduled reports; end an unused schedule.`;
    throw new Problem('too_many_values', detail, { members: { limit: MOST_SCHEDULED } });
  }
  const { time } = nextDue(schedule, {
    clock: clockOfCompany(context),
    after: context.now,
    afterDay: null,
  });
  const runTime = isAskedFor(report, context.now) ? report.runTime : time;
  askRecipients(context, schedule.emails);
  return { ...report, schedule, dueTime: time, runTime, failures: 0, lastDay: null, lastError: null };
}

/** Refuses users who are unknown or may not read reports. */
function requireReaders(context: RequestContext, userIds: readonly string[]): void {
  const faults = userIds.flatMap((userId, index): Fault[] => {
    const pointer = `/schedule/user_ids/${index}`;
    const user = findUserOnce(context, userId);
    if (user === undefined)
      return [{ pointer, code: 'unknown_user', detail: 'The company has no such user.' }];
    if (user.roleId !== 'agent') return [];
    return [{ pointer, code: 'invalid_parameter', detail: 'Agents have no access to reports.' }];
  });
  refuseFaults(faults);
}

function queryOf(context: RequestContext, query: NewReportInput['query']): SavedReportRecord['query'] {
  try {
    checkQuery(context, query);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The parameters of a report are members of the body here.
    const errors = error.errors.map(({ parameter, ...fault }) => ({
      ...fault,
      pointer: `/query/${parameter}`,
    }));
    throw new Problem(error.code, error.message, { errors });
  }
  return writeSavedQuery(query);
}

/** Refuses a report that its writer would not see any more. */
function requireReader({ actor }: RequestContext, { isShared, ownerId }: SavedReportRecord): void {
  if (isShared || (ownerId !== null && ownerId === userOf(actor)?.userId)) return;
  const detail = 'Only the user who saved a report may keep it for themselves.';
  throw problemOfFaults([{ pointer: '/is_shared', code: 'invalid_parameter', detail }]);
}

/** Stores a report, and tells the audit log. */
export function saveChange(
  context: WriteContext,
  before: SavedReportRecord | undefined,
  after: SavedReportRecord,
): SavedReportRecord {
  storeReport(context, after);
  tell(context, before, after);
  return after;
}

function tell(
  context: WriteContext,
  before: SavedReportRecord | undefined,
  after: SavedReportRecord | undefined,
): void {
  // What people save for themselves is not for the readers of the audit log.
  const view = ({ name, query, isShared, schedule: when, sharedUntil }: SavedReportRecord): object => {
    // The audit log outlives those whose addresses are erased.
    const schedule = when && { ...when, emails: when.emails.map((email) => `…@${domainOf(email)}`) };
    const rest = { is_shared: isShared, schedule, shared_until: sharedUntil && writeMoment(sharedUntil) };
    return isShared ? { name, query, ...rest } : rest;
  };
  reportSettingsChanged(context, {
    settings: 'saved_reports',
    id: (after ?? before)?.reportId ?? '',
    ...(after === undefined ? {} : { version: after.version }),
    before: before && view(before),
    after: after && view(after),
  });
}
