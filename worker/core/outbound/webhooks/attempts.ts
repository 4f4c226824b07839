/** Makes one attempt to send a message to its receiver, and decides the next step. */
import { faultOfAddress, type AddressRules } from '../../../shared/http/public-addresses.ts';
import { askedWaitOf } from '../../../shared/limits/retry-after.ts';
import type { Attempt } from './schema.ts';
import { type Message, signedRequest } from './signing.ts';

/** An attempt fails if there is no answer in this time. */
const TIMEOUT_MS = 10_000;

/** Waits after the first, second, ... failure, in milliseconds, as in Standard Webhooks, "Deliverability and reliability". */
const WAITS_MS = [5, 300, 1_800, 7_200, 5 * 3_600, 10 * 3_600, 14 * 3_600, 20 * 3_600, 24 * 3_600].map(
  (seconds) => seconds * 1_000,
);
/** How long a message is tried at least. Attempts that were brought forward do not shorten it. */
const PATIENCE_MS = WAITS_MS.reduce((sum, wait) => sum + wait, 0);
/** Waits are randomly extended by up to this part, so that messages that failed together are not repeated together. */
const JITTER = 0.2;

/** A receiver unsubscribes with 410 (Standard Webhooks, "Deliverability and reliability"). */
const GONE = 410;
/** Chat platforms answer so for a channel or an address that was deleted. */
const NOT_FOUND = 404;

/** The receiver of a message. */
export interface Receiver {
  url: string;
  /** The secrets that are valid now; none for a chat channel. */
  secrets: readonly string[];
  /** The name of the chat platform; absent for a webhook. */
  platform?: string;
}

/** The result of an attempt. `isGone` means that the receiver wants no further messages. */
export type Outcome = Attempt & { isGone: boolean };

/**
 * Sends a message once.
 * @param failedBefore the number of failed attempts before this one
 * @param createdTime when the message was queued
 */
export async function attempt(
  receiver: Receiver,
  message: Message,
  { rules, failedBefore, createdTime }: { rules: AddressRules; failedBefore: number; createdTime: number },
): Promise<Outcome> {
  const start = Date.now();
  const failed = (error: string, more: Partial<Outcome> = {}): Outcome => ({
    status: 'failed',
    error,
    nextAttemptTime: null,
    answerStatus: null,
    answerMilliseconds: null,
    isGone: false,
    ...more,
  });
  // The address may have been saved while this deployment allowed private addresses, or before addresses were checked.
  const fault = faultOfAddress(receiver.url, rules);
  if (fault !== undefined) return failed(fault);
  const retry = (error: string, more: Partial<Outcome>, askedWait = 0): Outcome => {
    const wait = waitAfter(failedBefore + 1, start - createdTime);
    if (wait === undefined) return failed(error, more);
    return failed(error, {
      ...more,
      status: 'pending',
      nextAttemptTime: Date.now() + Math.max(wait, askedWait),
    });
  };
  try {
    const request = signedRequest(receiver.url, message, { secrets: receiver.secrets, now: start });
    const response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    // The body of the answer is not used, but an unread body would keep the connection open.
    await response.body?.cancel();
    const answer = { answerStatus: response.status, answerMilliseconds: Date.now() - start };
    if (response.ok) return failed('', { ...answer, status: 'delivered', error: null });
    if (isGoneFor(receiver, response))
      return failed(goneText(receiver, response), { ...answer, isGone: true });
    const error = `${nameOf(receiver)} answered ${response.status}.`;
    return retry(error, answer, askedWaitOf(response));
  } catch {
    // The same text for every failure of the connection, so that it does not reveal which ports are open.
    return retry(`${nameOf(receiver)} did not answer in time.`, {});
  }
}

function nameOf({ platform = 'The receiver' }: Receiver): string {
  return platform;
}

function isGoneFor({ platform }: Receiver, { status }: Response): boolean {
  return status === GONE || (platform !== undefined && status === NOT_FOUND);
}

function goneText(receiver: Receiver, { status }: Response): string {
  const answered = `${nameOf(receiver)} answered ${status}`;
  return receiver.platform === undefined
    ? `${answered}.`
    : `${answered}: the channel or its address is gone. Nothing more is sent there.`;
}

/** Returns the wait after a number of failures of a message of this age, in milliseconds; undefined after the last attempt. */
function waitAfter(failedAttempts: number, age: number): number | undefined {
  const wait = WAITS_MS[failedAttempts - 1] ?? (age < PATIENCE_MS ? WAITS_MS.at(-1) : undefined);
  return wait === undefined ? undefined : Math.round(wait * (1 + Math.random() * JITTER));
}
