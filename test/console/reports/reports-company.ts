/** A company with calls, texts and leads of the last days, of several sources and locations. */
import { answerOf } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import {
  AUSTIN,
  type CallCompany,
  freshCaller,
  makeCallCompany,
} from '../../worker/core/phone/calls/call-company.ts';

const DENVER = '+13035550101';
const MAILING = '+18005550111';
const DAY_MS = 86_400_000;
const TALK_SECONDS = 90;

/** Of each number: how many days ago somebody called, and how many of the calls were answered and missed. */
const CALLS = [
  { number: AUSTIN, day: 0, answered: 2, missed: 1 },
  { number: AUSTIN, day: 3, answered: 3, missed: 1 },
  { number: DENVER, day: 3, answered: 1, missed: 1 },
  { number: MAILING, day: 9, answered: 1, missed: 0 },
  // In the period before.
  { number: AUSTIN, day: 38, answered: 2, missed: 3 },
] as const;

/** The calls of the last 30 days. */
export const COUNTS = { calls: 10, missed: 3, austin: 7, today: 3 } as const;

export async function makeReportsCompany(): Promise<CallCompany> {
  const company = await makeCallCompany();
  for (const { number, day, answered, missed } of CALLS) {
    for (let index = 0; index < answered + missed; index += 1) {
      await report(company, { number, day, isAnswered: index < answered });
    }
  }
  await answerOf(
    await sendAs(company.superadmin, 'POST', `${company.path}/texts`, {
      carrier_text_id: 'text',
      number: AUSTIN,
      from: freshCaller(),
      message: 'Are you there?',
    }),
  );
  return company;
}

/** Reports a call of a new caller. */
export async function report(
  { superadmin, path }: CallCompany,
  { number, day = 0, isAnswered = true }: { number: string; day?: number; isAnswered?: boolean },
): Promise<void> {
  const started = Date.now() - day * DAY_MS - 1_000;
  const caller = freshCaller();
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/calls`, {
      carrier_call_id: caller,
      number,
      from: caller,
      started_at: new Date(started).toISOString(),
      ring_seconds: 12,
      ...(isAnswered
        ? { answered_at: new Date(started + 500).toISOString(), talk_seconds: TALK_SECONDS }
        : { outcome: 'missed' }),
    }),
  );
}
