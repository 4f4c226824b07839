/** Tells the demo company of its calls and texts of three weeks, as another phone system does. */
import type { Past, PastCall } from './calls.ts';
import { DEMO_COMPANY_ID } from './company.ts';
import { type Call, RefusedRequest } from './seed-people.ts';

const COMPANY = `/companies/${DEMO_COMPANY_ID}`;

/** Whether the last call is there, which is told after everything else that the demo is given. */
export async function isLastCallThere(call: Call, { calls }: Past): Promise<boolean> {
  const last = calls.at(-1);
  return last !== undefined && isThere(call, last);
}

/**
 * Tells of the calls and texts. They are the same for every start, because they depend on when the leads were made: told
 * again after a start that was broken off, they change nothing.
 */
export async function seedCalls(call: Call, { calls, texts }: Past): Promise<void> {
  for (const text of texts) await unlessRefused(call('POST', `${COMPANY}/texts`, text));
  for (const { told, remarks } of calls) {
    const made = (await unlessRefused(call('POST', `${COMPANY}/calls`, told))) as
      | { call_id: string }
      | undefined;
    if (made === undefined || remarks === undefined) continue;
    await call('POST', `${COMPANY}/calls/${made.call_id}/modify`, remarks);
  }
}

async function isThere(call: Call, { told }: PastCall): Promise<boolean> {
  const started = Date.parse(told.started_at);
  const window = new URLSearchParams({
    number: told.number,
    started_after: new Date(started - 1000).toISOString(),
    started_before: new Date(started + 1000).toISOString(),
  });
  const { calls } = (await call('GET', `${COMPANY}/calls?${window}`)) as {
    calls: { carrier_call_id: string }[];
  };
  return calls.some(({ carrier_call_id: id }) => id === told.carrier_call_id);
}

/** A demo that somebody has changed may have no such number any more, or have erased the caller: that call is left out. */
async function unlessRefused(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusedRequest && error.status >= 400 && error.status < 500) return undefined;
    throw error;
  }
}
