/** Reports three months of calls and messages to the demo company, as another phone system would. */
import type { Past, PastCall } from './calls.ts';
import { DEMO_COMPANY_ID } from './company.ts';
import type { Call } from './seed-people.ts';
import type { BatchAnswer, BatchRequest } from './batch.ts';

/** Calls of a request. */
const BATCH_SIZE = 250;
/** The team finishes what missed callers leave behind: older reminders are done. */
const REMINDERS_OPEN_MS = 2 * 24 * 60 * 60_000;
/** Most reminders of a page of the API. */
const REMINDERS_A_PAGE = 100;
/** More than three months of missed calls. */
const MOST_PAGES = 20;

const COMPANY = `/companies/${DEMO_COMPANY_ID}`;

/** How the calls are kept. */
export interface CallsSeed {
  /** As for the leads. */
  now: number;
  /** Keeps past calls, with the operator's rights. */
  keep: (calls: readonly PastCall[]) => Promise<void>;
  /** Says what is being made. */
  say: (what: string) => void;
}

/** Tells whether the last call exists, which is created after all other demo data. */
export async function isLastCallThere(call: Call, { calls }: Past): Promise<boolean> {
  const last = calls.at(-1);
  return last !== undefined && isThere(call, last);
}

/**
 * Creates the messages and calls. They depend only on when the leads were created, so repeating this after an interrupted start
 * changes nothing.
 */
export async function seedCalls(
  call: Call,
  { calls, messages }: Past,
  { now, keep, say }: CallsSeed,
): Promise<void> {
  await seedAll(
    call,
    messages.map((body) => ({ method: 'POST', path: `${COMPANY}/texts`, body })),
  );
  // Oldest first, so that the newest leads are on top of the list. The last one proves that all others are there.
  for (let start = 0; start < calls.length; start += BATCH_SIZE) {
    say(`calls ${start + 1} to ${Math.min(start + BATCH_SIZE, calls.length)} of ${calls.length}`);
    await keep(calls.slice(start, start + BATCH_SIZE));
    // Before the next calls, whose leads were changed later.
    await finishOldReminders(call, now);
  }
}

/** Finishes the reminders of older missed calls, so that the inbox begins with those of yesterday. */
async function finishOldReminders(call: Call, now: number): Promise<void> {
  const query = new URLSearchParams({
    size: String(REMINDERS_A_PAGE),
    due_before: new Date(now - REMINDERS_OPEN_MS).toISOString(),
  });
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { reminders } = (await call('GET', `${COMPANY}/reminders?${query}`)) as {
      reminders: { event: { data: { event_id: string } }; lead: { lead_id: string } }[];
    };
    if (reminders.length === 0) return;
    await seedAll(
      call,
      reminders.map(({ event, lead }) => ({
        method: 'POST',
        path: `${COMPANY}/leads/${lead.lead_id}/events/reminder/${event.data.event_id}/done`,
        body: undefined,
      })),
    );
  }
}

/** Sends requests. Refused ones are skipped: in a changed demo the number may be gone, or the caller erased. */
async function seedAll(call: Call, requests: readonly BatchRequest[]): Promise<BatchAnswer[]> {
  const answers = (await call('POST', '/demo/batch', requests)) as BatchAnswer[];
  const failed = answers.find(({ status }) => status >= 500);
  if (failed !== undefined) throw new Error(`The demo could not be set up: ${JSON.stringify(failed)}`);
  return answers;
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
