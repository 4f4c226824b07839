/** Delivering what is in the outbox, at least once, by the company's alarm. */
import { callBy } from '../calls.ts';
import { commit } from '../commit.ts';
import { addressRules, type CompanyContext, type CoreEnv } from '../core-app.ts';
import { faultOfAddress } from '../../public-addresses.ts';
import type { Database } from '../database.ts';
import type { NotificationWebhook } from '../settings/records.ts';
import { type Attempt, dueNotifications, recordAttempt } from './notifications.ts';
import type { NotificationRecord } from './schema.ts';
import { waitAfter, webhookRequest } from './webhook.ts';

/** A receiver that does not answer in this time has failed. */
const ATTEMPT_TIMEOUT_MS = 10_000;
/** A Worker has at most six connections that wait for an answer; one stays free for the rest of the company's work. */
const AT_ONCE = 5;

/** Receivers say with 410 that they want no more of it (Standard Webhooks, "Deliverability"). */
const GONE = 410;

/** When the next attempt is due, in milliseconds since the epoch; undefined when nothing is to be delivered. */
export function nextDeliveryTime(database: Database): number | undefined {
  const row = database.maybe<{ next_attempt_time: number }>(
    'SELECT next_attempt_time FROM notifications WHERE next_attempt_time IS NOT NULL ORDER BY next_attempt_time LIMIT 1',
  );
  return row?.next_attempt_time;
}

/** Attempts the deliveries that have waited longest, and records how each went. One piece of it; see `Duty`. */
export async function deliverNotifications(company: CompanyContext, env: CoreEnv): Promise<void> {
  const due = dueNotifications(company.database, Date.now(), AT_ONCE);
  await Promise.all(due.map((each) => deliver(company, env, each)));
}

async function deliver(
  company: CompanyContext,
  env: CoreEnv,
  notification: NotificationRecord,
): Promise<void> {
  const { notification_webhook: webhook } = company.settings.options();
  const record = (attempt: Attempt): void => {
    const call = callBy(company, { kind: 'system', name: 'deliveries' });
    commit(company, call, ({ database }) => recordAttempt(database, notification.notificationId, attempt));
  };
  if (webhook === null) {
    // It was taken away since; there is nobody to tell any more.
    record({ status: 'not_sent', error: null, nextAttemptTime: null });
    return;
  }
  // Saved before addresses were looked at, or by a deployment that may send anywhere.
  const fault = faultOfAddress(webhook.url, addressRules(env));
  const failure =
    fault === undefined
      ? await attemptDelivery(webhook, notification, company.companyId)
      : { error: fault, isFinal: true };
  if (failure === undefined) {
    record({ status: 'delivered', error: null, nextAttemptTime: null });
    return;
  }
  const wait = failure.isFinal ? undefined : waitAfter(notification.attempts + 1);
  record({
    status: wait === undefined ? 'failed' : 'pending',
    error: failure.error,
    nextAttemptTime: wait === undefined ? null : Date.now() + wait,
  });
}

/** What went wrong; undefined when the receiver has it. */
async function attemptDelivery(
  webhook: NotificationWebhook,
  notification: NotificationRecord,
  companyId: string,
): Promise<{ error: string; isFinal: boolean } | undefined> {
  try {
    const request = webhookRequest(webhook, notification, { companyId, now: Date.now() });
    const response = await fetch(request, { signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) });
    // The answer's body says nothing to us; unread, it would keep the connection.
    await response.body?.cancel();
    if (response.ok) return undefined;
    return { error: `The receiver answered ${response.status}.`, isFinal: response.status === GONE };
  } catch {
    // The same for whatever went wrong on the way: nobody learns here which ports are open somewhere.
    return { error: 'The receiver did not answer in time.', isFinal: false };
  }
}
