/** Actions on saved reports. Each shows a toast, with Undo where possible. */
import { type Answer, ask, requireSecret } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { changed, resource } from '../../../api/resource.ts';
import { toast } from '../../../components/over/toasts.tsx';
import type { SharedReportBody } from '../../../../worker/core/reports/saved/reference.ts';
import type { SavedReport, Schedule } from './saved.ts';

/** What people say about a report; the rest is the server's. */
export type GivenReport = Pick<SavedReport, 'name' | 'query' | 'is_shared'> & {
  schedule?: GivenSchedule | null;
};
/** When a report is sent, and to whom. */
export type GivenSchedule = Omit<Schedule, 'next_time' | 'last_time' | 'last_error' | 'recipients'>;

/** `/companies/<uuid>/reports/saved` and what follows. */
export function savedPath(rest = ''): string {
  return companyPath(`/reports/saved${rest}`);
}

/** Saves a report under a name. @throws Refusal */
export async function createReport(given: GivenReport): Promise<SavedReport> {
  const { body } = await post('', given);
  toast(`Report “${body.name}” saved.`, () => post(`/${body.report_id}/remove`, {}));
  return body;
}

/** Changes a report over the version that was read. @throws Refusal 412 when there is a newer one */
export async function changeReport(
  { body: before, etag }: Answer<SavedReport>,
  change: Partial<GivenReport>,
): Promise<Answer<SavedReport>> {
  const path = `/${before.report_id}/modify`;
  const saved = await post(path, change, etag);
  const former = Object.entries(givenOf(before)).filter(([member]) => member in change);
  toast(`Report “${saved.body.name}” saved.`, () => post(path, Object.fromEntries(former), saved.etag));
  return saved;
}

/** Reads the newest version of a report. */
export async function reportNow(id: string): Promise<Answer<SavedReport>> {
  const shown = resource<SavedReport>(savedPath(`/${id}`));
  await shown.refresh();
  const { value: answer } = shown.answer;
  if (answer === undefined) throw shown.failure.value;
  return answer;
}

/** Removes a report, with Undo, which gives it another address. */
export async function removeReport({ report_id: id }: SavedReport): Promise<void> {
  const { body } = await post(`/${id}/remove`, {});
  toast(`Report “${body.name}” removed.`, () => post('', givenOf(body)));
}

/** Has a report made and sent to those who get it. */
export async function sendReport({ report_id: id, name }: SavedReport): Promise<void> {
  await post(`/${id}/send`, {});
  toast(`Report “${name}” is being sent.`);
}

/** Asks those outside the company again who have not confirmed their address. */
export async function askAgain({ report_id: id, name }: SavedReport, schedule: Schedule): Promise<void> {
  const { schedule: given = null } = givenOf({ schedule } as SavedReport);
  await post(`/${id}/modify`, { schedule: given });
  toast(`Who has not confirmed “${name}” is asked again, at most once a day.`);
}

/**
 * Shares the page of a report, or ends it.
 * @param days for how long; null ends it
 * @returns the address of the page
 * @throws Refusal also if the answer with the address was lost
 */
export async function shareReport(id: string, days: number | null): Promise<string | undefined> {
  try {
    const { body } = await ask<SharedReportBody>(savedPath(`/${id}/share`), {
      method: 'POST',
      body: { days },
    });
    if (days === null) {
      toast(`“${body.report.name}” is not shared any more.`);
      return undefined;
    }
    return (
      location.origin + requireSecret(body.path ?? undefined, 'The link did not arrive. Make another one.')
    );
  } finally {
    changed(savedPath());
  }
}

/** Returns what people said about a report. */
export function givenOf({ name, query, is_shared: isShared, schedule }: SavedReport): GivenReport {
  if (schedule === null) return { name, query, is_shared: isShared, schedule };
  const {
    next_time: _next,
    last_time: _last,
    last_error: _error,
    recipients: _recipients,
    ...given
  } = schedule;
  return { name, query, is_shared: isShared, schedule: given };
}

async function post(rest: string, body: object, ifMatch?: string): Promise<Answer<SavedReport>> {
  try {
    const answer = await ask<SavedReport>(savedPath(rest), { method: 'POST', body, ifMatch });
    // A form that is opened next begins with this version.
    resource<SavedReport>(savedPath(`/${answer.body.report_id}`)).replace(answer);
    return answer;
  } finally {
    changed(savedPath());
  }
}
