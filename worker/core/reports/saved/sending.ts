/** Sends scheduled reports before they are due, when somebody asks for it. */
import { Problem } from '../../../shared/http/problems.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { isAskedFor, requireSavedReport, storeReport } from './saved-reports.ts';
import type { SavedReportRecord } from './schema.ts';

/** Shortest time from a report to one that is asked for. */
const SEND_AGAIN_MS = 10 * 60_000;

/**
 * Has a scheduled report made and sent at once, to those who get it at its time. The next due time stays. What waits already is sent once.
 * @throws Problem 404; `invalid_parameter` without a schedule; `rate_limited` soon after the last report
 */
export function sendSavedReport(context: WriteContext, idText: string): SavedReportRecord {
  const report = requireSavedReport(context, idText);
  const { schedule, runTime, lastTime } = report;
  const { now } = context;
  if (schedule === null || runTime === null) {
    throw new Problem('invalid_parameter', 'Choose first when the report is sent, and to whom.');
  }
  if (runTime <= now || isAskedFor(report, now)) return report;
  const wait = Math.ceil(((lastTime ?? 0) + SEND_AGAIN_MS - now) / 1000);
  if (wait > 0) {
    const detail = 'The report was sent a few minutes ago. Send it again 10 minutes after the last time.';
    throw new Problem('rate_limited', detail, { headers: { 'Retry-After': String(wait) } });
  }
  const asked = { ...report, runTime: now, failures: 0, version: report.version + 1 };
  storeReport(context, asked);
  context.audit({ action: 'report.sent', subject: `settings:saved_reports:${report.reportId}` });
  return asked;
}
