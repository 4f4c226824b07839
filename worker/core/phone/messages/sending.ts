/**
 * Sends messages through the carriers. A message is sent at most once: it is repeated only if the carrier says that it has not sent
 * it because there were too many.
 */
import { publicOrigin } from '../../../shared/configuration.ts';
import { isObject } from '../../../shared/http/input.ts';
import { jsonOf, textWithin } from '../../../shared/limits/bounded-text.ts';
import { askedWaitOf } from '../../../shared/limits/retry-after.ts';
import { logFailure } from '../../../shared/log.ts';
import { faultOfAddress } from '../../../shared/http/public-addresses.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { refusalIn } from '../accounts/carrier-api.ts';
import { reportCarrier } from '../accounts/carrier-troubles.ts';
import { accountOf, authorizationOf, baseOf } from '../accounts/carrier-accounts.ts';
import { isOptedOut } from '../opt-outs/opt-outs.ts';
import { RETRIES } from '../calls/carrier-events.ts';
import { type CarrierAccount, CARRIERS } from '../ringing/settings-schema.ts';
import { commit } from '../../engine/commit/commit.ts';
import { addressRules, type CompanyContext, type CoreEnv } from '../../engine/context/company-context.ts';
import { errorWithCode, isOvertaken, saveRefusal } from './consequences.ts';
import type { MessageRecord } from './schema.ts';
import { MESSAGES, nextMessageToSend } from './message-store.ts';
import { continueMessage, isProgress } from './messages.ts';

const KIND = 'messages to send';
const TIMEOUT_MS = 15_000;
/** The answer about a message has a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Longer than a request takes. A message that is still `sending` then was interrupted. */
export const CUT_OFF_MS = 60_000;
/** A carrier takes no more messages for now (RFC 6585, 4). It has not sent this one. */
const TOO_MANY = 429;
/** Shortest wait of a message that the carrier did not take, and the longest time after which it still makes sense. */
const SHORTEST_WAIT_MS = 5_000;
const LONGEST_DELAY_MS = 60 * 60_000;
const PUBLIC_ONLY = { mayBePrivate: false };

export const UNSURE = 'It is not known whether the carrier has sent it.';
const OPTED_OUT = 'The person has asked for no more texts.';
const OVERTAKEN = 'They were in contact before the carrier took it.';
const ACTOR = { kind: 'system', name: 'texts' } as const;
const NO_CREDENTIALS = { error: 'The call settings have no credentials for the carrier’s API.' };

/** Each carrier has its own task, so that a hanging one does not delay messages through the others. */
export const SENDING_MESSAGES: readonly BackgroundTask[] = CARRIERS.map((carrier) => ({
  kind: `${KIND}, ${carrier}`,
  nextTime: ({ database }) => nextMessageToSend(database, carrier)?.nextAttemptTime ?? undefined,
  run: async (company, env) => {
    const record = nextMessageToSend(company.database, carrier);
    if (record === undefined || (record.nextAttemptTime ?? Infinity) > Date.now()) return;
    const fault = faultOf(contextOfActor(company, ACTOR), record);
    if (fault !== undefined) {
      change(company, (context) => fail(context, record, fault));
      return;
    }
    const sending = change(company, (context) => {
      context.wakeBy(context.now + CUT_OFF_MS);
      return continueMessage(context, record, {
        status: 'sending',
        nextAttemptTime: context.now + CUT_OFF_MS,
      });
    });
    const outcome = await send(company, env, sending);
    change(company, (context) => finish(context, sending, outcome));
  },
}));

/**
 * The outcome of sending. `code` is the carrier's error code, `status` that of its answer, `askedWaitMs` the wait before another
 * attempt if it has sent nothing because there were too many.
 */
export type Outcome =
  | { carrierMessageId: string }
  | { error: string; code?: string; status?: number; askedWaitMs?: number };

/** Returns why a message is not sent any more: the last attempt was cut off, or the person opted out or was spoken with since. */
function faultOf(context: RequestContext, record: MessageRecord): string | undefined {
  const { status, phone } = record;
  if (status === 'sending') return UNSURE;
  if (phone !== null && isOptedOut(context.database, phone)) return OPTED_OUT;
  return isOvertaken(context, record) ? OVERTAKEN : undefined;
}

/** Saves the outcome of sending, unless the carrier has reported a later status meanwhile. */
function finish(context: WriteContext, { messageId, carrier }: MessageRecord, outcome: Outcome): void {
  const record = MESSAGES.find(context.database, messageId)?.record;
  reportCarrier(context, carrier, 'error' in outcome ? outcome.status : 200);
  if (record === undefined) return;
  if ('error' in outcome) {
    saveRefusal(context, record.phone, outcome.code);
    if (record.status === 'sending') postpone(context, record, outcome);
    return;
  }
  const status = isProgress(record.status, 'sent') ? 'sent' : record.status;
  continueMessage(context, record, {
    status,
    carrierMessageId: outcome.carrierMessageId,
    nextAttemptTime: null,
  });
}

/** Has a message sent later if the carrier asks for that. A message that would come too late has failed. */
function postpone(
  context: WriteContext,
  record: MessageRecord,
  { error, code, askedWaitMs }: Extract<Outcome, { error: string }>,
): void {
  // Without a wait of the carrier's, as long as the message has waited already.
  const ownWait = Math.max(context.now - record.sentTime, SHORTEST_WAIT_MS);
  const nextAttemptTime = context.now + (askedWaitMs || ownWait);
  if (askedWaitMs === undefined || nextAttemptTime > record.sentTime + LONGEST_DELAY_MS) {
    fail(context, record, errorWithCode(error, code));
    return;
  }
  continueMessage(context, record, { status: 'queued', nextAttemptTime });
  context.wakeBy(nextAttemptTime);
}

function fail(context: WriteContext, record: MessageRecord, error: string): MessageRecord {
  return continueMessage(context, record, { status: 'failed', error, nextAttemptTime: null });
}

async function send(company: CompanyContext, env: CoreEnv, record: MessageRecord): Promise<Outcome> {
  const account = accountOf(contextOfActor(company, ACTOR), record);
  if (account === undefined) return NO_CREDENTIALS;
  return sendThrough(company, env, {
    account,
    message: record,
    callback: callbackOf(company, env, { account, record }),
  });
}

/** Asks a carrier, once, to send a message. @param callback where the carrier reports its status; undefined: nowhere */
export async function sendThrough(
  { companyId }: CompanyContext,
  env: CoreEnv,
  {
    account,
    message,
    callback,
  }: {
    account: CarrierAccount;
    message: Pick<MessageRecord, 'number' | 'phone' | 'message'>;
    callback: string | undefined;
  },
): Promise<Outcome> {
  const authorization = authorizationOf(account);
  if (authorization === undefined) return NO_CREDENTIALS;
  const { address, contentType, body } = requestFor(account, message, callback);
  const fault = faultOfAddress(address, addressRules(env));
  if (fault !== undefined) return { error: fault };
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { Authorization: authorization, 'Content-Type': contentType, Accept: 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = jsonOf(await textWithin(response, MAX_ANSWER_BYTES).catch(() => undefined));
    const id = idIn(answer);
    if (response.ok && id !== undefined) return { carrierMessageId: id };
    const { detail: error, code } = refusalIn(response.status, answer);
    return {
      error,
      status: response.status,
      ...(code === undefined ? {} : { code }),
      ...(response.status === TOO_MANY ? { askedWaitMs: askedWaitOf(response) } : {}),
    };
  } catch (error) {
    logFailure({ company_id: companyId, work: KIND }, error);
    return { error: UNSURE };
  }
}

/** Returns the address for the message's status; undefined if the carrier could not reach it. */
function callbackOf(
  { companyId }: CompanyContext,
  env: CoreEnv,
  { account, record }: { account: CarrierAccount; record: MessageRecord },
): string | undefined {
  const origin = publicOrigin(env) ?? record.origin;
  if (origin === null) return undefined;
  const address = `${origin}/carriers/${account.carrier}/${companyId}/text/status/${record.messageId}`;
  // A carrier on the internet refuses a message with a callback to a private address.
  const isReachable = faultOfAddress(address, PUBLIC_ONLY) === undefined;
  const isNear = faultOfAddress(baseOf(account), PUBLIC_ONLY) !== undefined;
  return isReachable || isNear ? address + RETRIES[account.carrier] : undefined;
}

function requestFor(
  account: CarrierAccount,
  { number, phone, message }: Pick<MessageRecord, 'number' | 'phone' | 'message'>,
  callback: string | undefined,
): { address: string; contentType: string; body: string } {
  const base = baseOf(account);
  if (account.carrier === 'telnyx') {
    const body = JSON.stringify({ from: number, to: phone, text: message, webhook_url: callback });
    return { address: `${base}/v2/messages`, contentType: 'application/json', body };
  }
  const prefix = account.carrier === 'signalwire' ? '/api/laml' : '';
  return {
    address: `${base}${prefix}/2010-04-01/Accounts/${account.account_id}/Messages.json`,
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({
      From: number,
      To: phone ?? '',
      Body: message,
      ...(callback === undefined ? {} : { StatusCallback: callback }),
    }).toString(),
  };
}

/** Reads the carrier's id: `sid` (Twilio, SignalWire) or `data.id` (Telnyx). */
function idIn(answer: unknown): string | undefined {
  const data = isObject(answer) && isObject(answer['data']) ? answer['data'] : answer;
  const id = isObject(data) ? (data['sid'] ?? data['id']) : undefined;
  return typeof id === 'string' ? id : undefined;
}

function change<Result>(company: CompanyContext, write: (context: WriteContext) => Result): Result {
  return commit(company, contextOfActor(company, ACTOR), write);
}
