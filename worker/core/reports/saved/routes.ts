/** Saved reports: `/companies/<uuid>/reports/saved`. */
import { Hono } from 'hono/tiny';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { userOf } from '../../engine/context/actors.ts';
import { type Answer, respond, versionTag } from '../../engine/http/answers.ts';
import { write } from '../../engine/http/write.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { SavedReportBody } from './reference.ts';
import {
  createSavedReport,
  listSavedReports,
  modifySavedReport,
  removeSavedReport,
  requireSavedReport,
} from './saved-reports.ts';
import { recipientBody } from './recipients.ts';
import { sendSavedReport } from './sending.ts';
import { shareSavedReport } from './sharing.ts';
import {
  newReportSchema,
  reportChangeSchema,
  type SavedReportRecord,
  withRealDays,
  shareSchema,
} from './schema.ts';

export const savedReportRoutes = new Hono<CoreApp>();

/** Lists the caller's reports and the shared ones, by name. */
savedReportRoutes.get('/', (c) => {
  const context = contextOfRequest(c);
  return c.json<SavedReportBody[]>(listSavedReports(context).map((report) => toBody(context, report)));
});

/** Saves a report: `{name, query, is_shared?, schedule?}`. */
savedReportRoutes.post('/', (c) =>
  write(c, {
    body: newReportSchema,
    change: (context, input) => answer(context, createSavedReport(context, input)),
  }),
);

/** Answers a saved report. */
savedReportRoutes.get('/:report', (c) => {
  const context = contextOfRequest(c);
  return respond(c, answer(context, requireSavedReport(context, c.req.param('report'))));
});

/** Changes any of `{name, query, is_shared, schedule}`. */
savedReportRoutes.post('/:report/modify', (c) =>
  write(c, {
    body: reportChangeSchema,
    change: (context, input) => answer(context, modifySavedReport(context, c.req.param('report'), input)),
  }),
);

/** Has a scheduled report made and sent at once. */
savedReportRoutes.post('/:report/send', (c) =>
  write(c, { change: (context) => answer(context, sendSavedReport(context, c.req.param('report'))) }),
);

/** Shares the page of a report: `{days}`, null ends it -> `{report, path}`. */
savedReportRoutes.post('/:report/share', (c) =>
  write(c, {
    body: shareSchema,
    change: (context, { days }) => {
      const { report, path } = shareSavedReport(context, c.req.param('report'), days);
      const { body, headers = {} } = answer(context, report);
      return { body: { report: body, path }, headers, secrets: ['path'] };
    },
  }),
);

/** Removes a report; answers the removed report. */
savedReportRoutes.post('/:report/remove', (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => answer(context, removeSavedReport(context, c.req.param('report'))),
  }),
);

function answer(context: RequestContext, report: SavedReportRecord): Answer {
  return { body: toBody(context, report), headers: { ETag: versionTag(report.version) } };
}

function toBody(context: RequestContext, report: SavedReportRecord): SavedReportBody {
  const { sharedUntil } = report;
  return {
    report_id: report.reportId,
    name: report.name,
    query: withRealDays(report.query),
    is_shared: report.isShared,
    owner_id: report.ownerId,
    created_time: writeMoment(report.createdTime),
    modified_time: writeMoment(report.modifiedTime),
    schedule: scheduleBody(context, report),
    shared_until: sharedUntil === null || sharedUntil <= context.now ? null : writeMoment(sharedUntil),
  };
}

function scheduleBody(
  context: RequestContext,
  { schedule, dueTime, lastTime, lastError }: SavedReportRecord,
): SavedReportBody['schedule'] {
  if (schedule === null) return null;
  // Viewers see the names of users and nobody's addresses.
  const emails = userOf(context.actor)?.roleId === 'viewer' ? [] : schedule.emails;
  return {
    ...schedule,
    emails,
    recipients: emails.map((email) => recipientBody(context, email)),
    next_time: dueTime === null ? null : writeMoment(dueTime),
    last_time: lastTime === null ? null : writeMoment(lastTime),
    last_error: lastError,
  };
}
