/** A company with reported calls, and questions to its reports. */
import { answerOf } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { AUSTIN, type CallCompany, freshCaller } from '../phone/calls/call-company.ts';
import type { ReportBody } from '../../../../worker/core/reports/queries/answer-schema.ts';
import type { CallBody } from '../../../../worker/core/phone/calls/answer-schema.ts';

let calls = 0;

/** Reports a call that was answered, by default on a fresh caller's first call to Austin's number. */
export async function reportCall(
  { superadmin, path }: CallCompany,
  given: Record<string, unknown> = {},
): Promise<CallBody> {
  calls += 1;
  const startedAt = typeof given['started_at'] === 'string' ? given['started_at'] : '2026-03-02T16:00:00Z';
  const answeredAt = new Date(Date.parse(startedAt) + 8_000).toISOString();
  const isAnswered = (given['outcome'] ?? 'answered') === 'answered';
  return answerOf<CallBody>(
    await sendAs(superadmin, 'POST', `${path}/calls`, {
      carrier_call_id: `pbx-${calls}`,
      number: AUSTIN,
      from: freshCaller(),
      started_at: startedAt,
      ...(isAnswered ? { answered_at: answeredAt, talk_seconds: 95 } : {}),
      ...given,
    }),
  );
}

/** Asks for a report. */
export async function askReport(
  { superadmin, path }: Pick<CallCompany, 'superadmin' | 'path'>,
  query: string,
): Promise<ReportBody> {
  return answerOf<ReportBody>(await sendAs(superadmin, 'GET', `${path}/reports/query?${query}`));
}

/** Returns the rows of a report as its values by the labels of its groupings. */
export function byLabel(report: ReportBody): Record<string, ReportBody['rows'][number]['values']> {
  return Object.fromEntries(
    report.rows.map(({ by, values }) => [by.map(({ label }) => label).join(', '), values]),
  );
}
