/** The answers about saved reports, and the messages of scheduled ones. */
import * as v from 'valibot';
import { id, integer, named, time } from '../../../shared/reference/answers.ts';
import { WEEK_DAYS } from '../../engine/times/relative-ranges.ts';
import { reportSummaryEntries } from '../../people/notifications/answer-schema.ts';
import { reportAnswer } from '../queries/answer-schema.ts';
import { SAVED_PARAMETERS } from './schema.ts';

/** When a report is made and sent. `weekday` is absent but for weeks, `day` but for months. */
const schedule = v.strictObject({
  every: v.picklist(['day', 'week', 'month']),
  weekday: v.exactOptional(v.picklist(WEEK_DAYS)),
  day: v.exactOptional(integer),
  hour: integer,
  user_ids: v.array(id),
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
  }),
);
export type SavedReportBody = v.InferOutput<typeof savedReportAnswer>;

const summary = v.strictObject(reportSummaryEntries);
/** What users are told of a scheduled report. */
export type ReportSummary = v.InferOutput<typeof summary>;

/** The data of changes of reports. `report` is absent after a user was erased whose name was in it. */
export const reportChanges = {
  'report.ready': { ...reportSummaryEntries, due_time: time, report: v.exactOptional(reportAnswer) },
};
const readyData = v.strictObject(reportChanges['report.ready']);
export type ReportReadyData = v.InferOutput<typeof readyData>;
