/** Reference of saved reports. */
import * as v from 'valibot';
import { id, integer, named, time } from '../../../shared/reference/answers.ts';
import { WEEK_DAYS } from '../../engine/times/relative-ranges.ts';
import { reportSummaryEntries } from '../../people/notifications/answer-schema.ts';
import { reportAnswer } from '../queries/answer-schema.ts';
import { SAVED_PARAMETERS, newReportSchema, reportChangeSchema, shareSchema } from './schema.ts';
import type { ProblemCode } from '../../../shared/http/problems.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

/** A person outside the company who gets reports. */
const recipient = v.strictObject({
  email: v.string(),
  state: v.picklist(['asked', 'confirmed', 'left', 'unreachable', 'expired']),
  state_time: v.nullable(time),
  last_error: v.nullable(v.string()),
});
export type RecipientBody = v.InferOutput<typeof recipient>;

/** When a report is made and sent. `weekday` is absent but for weeks, `day` but for months. */
const schedule = v.strictObject({
  every: v.picklist(['day', 'week', 'month']),
  weekday: v.exactOptional(v.picklist(WEEK_DAYS)),
  day: v.exactOptional(integer),
  hour: integer,
  user_ids: v.array(id),
  emails: v.array(v.string()),
  recipients: v.array(recipient),
  next_time: v.nullable(time),
  last_time: v.nullable(time),
  last_error: v.nullable(v.string()),
});

/** A saved report. `query` has the parameters of `reports/query`, without those that are the default. */
export const savedReportAnswer = named(
  'SavedReport',
  v.strictObject({
    report_id: id,
    name: v.string(),
    query: v.record(v.picklist(SAVED_PARAMETERS), v.string()),
    is_shared: v.boolean(),
    owner_id: v.nullable(id),
    created_time: time,
    modified_time: time,
    schedule: v.nullable(schedule),
    shared_until: v.nullable(time),
  }),
);
export type SavedReportBody = v.InferOutput<typeof savedReportAnswer>;

/** A report, and the path of its page below the address of the deployment; absent when the answer is repeated. */
const sharedAnswer = v.strictObject({
  report: savedReportAnswer,
  path: v.exactOptional(v.nullable(v.string())),
});
export type SharedReportBody = v.InferOutput<typeof sharedAnswer>;

const summary = v.strictObject(reportSummaryEntries);
/** What users are told of a scheduled report. */
export type ReportSummary = v.InferOutput<typeof summary>;

/** The data of changes of reports. `report` is absent after a user was erased whose name was in it. */
export const reportChanges = {
  'report.ready': { ...reportSummaryEntries, due_time: time, report: v.exactOptional(reportAnswer) },
};
const readyData = v.strictObject(reportChanges['report.ready']);
export type ReportReadyData = v.InferOutput<typeof readyData>;

const SAVED = '/companies/{company}/reports/saved';
const REPORT = `${SAVED}/{report}`;
const DEFINITION: readonly ProblemCode[] = ['permission_denied', 'unknown_range', 'reversed_range'];

const reports = operationsOf('Calls', 'user');

export const SAVED_REPORT_OPERATIONS: readonly Operation[] = [
  reports({
    name: 'listSavedReports',
    method: 'GET',
    path: SAVED,
    summary: 'The caller’s saved reports and the shared ones, by name',
    description: 'For managers and super admins.',
    answer: v.array(savedReportAnswer),
    golden: 'reports/saved',
    problems: ['permission_denied'],
  }),
  reports({
    name: 'createSavedReport',
    method: 'POST',
    path: SAVED,
    summary: 'Save a report under a name',
    description:
      'For managers and super admins. `query` has the parameters of `reports/query`, and is checked like it. A report that is not shared is its owner’s alone; what a key of the company saves has to be shared. At most 500 in a company. With a `schedule`, the report is made every day, on a weekday, or on a day of the month (the last day of shorter ones), at an hour of the company’s zone: webhooks get `report.ready` with the result, and the users notifications. After a pause of the company only the last due report is made. At most 20 schedules in a company. People outside the company (`emails`) get a question first, by mail, and nothing until they confirm: see `recipients`. Whoever has not confirmed is asked again when the schedule is saved, at most once a day and three times in 90 days, whoever has left never. A company asks at most 50 addresses in a day.',
    body: newReportSchema,
    answer: savedReportAnswer,
    versioned: true,
    golden: 'reports/save-report',
    problems: [...DEFINITION, 'too_many_values', 'unknown_user', 'invalid_email', 'rate_limited'],
  }),
  reports({
    name: 'getSavedReport',
    method: 'GET',
    path: REPORT,
    summary: 'A saved report',
    answer: savedReportAnswer,
    versioned: true,
    golden: 'reports/saved-report',
    problems: ['permission_denied'],
  }),
  reports({
    name: 'modifySavedReport',
    method: 'POST',
    path: `${REPORT}/modify`,
    summary: 'Change the members of a saved report that the body names',
    description:
      'A shared report is changed by any manager; only its owner ends the sharing. `schedule` null ends the schedule.',
    body: reportChangeSchema,
    answer: savedReportAnswer,
    versioned: true,
    golden: 'reports/modify-report',
    problems: [
      ...DEFINITION,
      'precondition_failed',
      'too_many_values',
      'unknown_user',
      'invalid_email',
      'rate_limited',
    ],
  }),
  reports({
    name: 'sendSavedReport',
    method: 'POST',
    path: `${REPORT}/send`,
    summary: 'Send a scheduled report at once',
    description:
      'It is made with the figures of now, and goes to everybody who gets it at its time, webhooks included; the next one stays due. At most once in 10 minutes. A report that waits to be sent is sent once.',
    answer: savedReportAnswer,
    versioned: true,
    golden: 'reports/send-report',
    problems: ['permission_denied', 'invalid_parameter', 'rate_limited'],
  }),
  reports({
    name: 'shareSavedReport',
    method: 'POST',
    path: `${REPORT}/share`,
    summary: 'Share the page of a report by a link, or end it',
    description:
      'Whoever has the address sees the figures without signing in, for `days` days; null ends it. The address is answered once: a new one replaces it. The page counts anew at most once a minute, has no names or numbers of leads, and is not for search engines.',
    body: shareSchema,
    answer: sharedAnswer,
    versioned: true,
    golden: 'reports/share-report',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  reports({
    name: 'removeSavedReport',
    method: 'POST',
    path: `${REPORT}/remove`,
    summary: 'Remove a saved report; the answer is the removed report',
    answer: savedReportAnswer,
    versioned: true,
    golden: 'reports/remove-report',
    problems: ['permission_denied', 'precondition_failed'],
  }),
];
