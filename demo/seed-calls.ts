/** Reports three weeks of calls and messages to the demo company, as another phone system would. */
import type { Past, PastCall } from './calls.ts';
import { DEMO_COMPANY_ID } from './company.ts';
import { type Call, RefusedRequest } from './seed-people.ts';

const COMPANY = `/companies/${DEMO_COMPANY_ID}`;

/** Tells whether the last call exists, which is created after all other demo data. */
export async function isLastCallThere(call: Call, { calls }: Past): Promise<boolean> {
  const last = calls.at(-1);
  return last !== undefined && isThere(call, last);
}

/**
 * Creates the calls and messages. They depend only on when the leads were created, so repeating this after an interrupted start
 * changes nothing.
 */
export async function seedCalls(call: Call, { calls, messages }: Past): Promise<void> {
  for (const message of messages) await unlessRefused(call('POST', `${COMPANY}/texts`, message));
  for (const { report, remarks } of calls) {
    const made = (await unlessRefused(call('POST', `${COMPANY}/calls`, report))) as
      | { call_id: string }
      | undefined;
    if (made === undefined || remarks === undefined) continue;
    await call('POST', `${COMPANY}/calls/${made.call_id}/modify`, remarks);
  }
}

async function isThere(call: Call, { report }: PastCall): Promise<boolean> {
  const started = Date.parse(report.started_at);
  const window = new URLSearchParams({
    number: report.number,
    started_after: new Date(started - 1000).toISOString(),
    started_before: new Date(started + 1000).toISOString(),
  });
  const { calls } = (await call('GET', `${COMPANY}/calls?${window}`)) as {
    calls: { carrier_call_id: string }[];
  };
  return calls.some(({ carrier_call_id: id }) => id === report.carrier_call_id);
}

/** Skips refused requests: in a changed demo the number may be gone, or the caller erased. */
async function unlessRefused(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusedRequest && error.status >= 400 && error.status < 500) return undefined;
    throw error;
  }
}
