/**
 * Asks carriers to place calls. A carrier is asked at most once for a call: an object that is killed, or an answer that is lost,
 * leaves the call to its webhooks, and without any it has failed.
 */
import { publicOrigin } from '../../../shared/configuration.ts';
import { isObject } from '../../../shared/http/input.ts';
import { faultOfAddress } from '../../../shared/http/public-addresses.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import { addressRules, type CompanyContext, type CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { commit } from '../../engine/commit/commit.ts';
import { type ApiAnswer, type ApiRequest, apiPath, askCarrier, refused } from '../accounts/carrier-api.ts';
import { reportCarrier } from '../accounts/carrier-troubles.ts';
import { objectIn, textOf } from '../accounts/found-numbers.ts';
import { numberIn, pathOfNumber } from '../accounts/telnyx-numbers.ts';
import { CALLS } from '../calls/call-store.ts';
import { RETRIES } from '../calls/carrier-events.ts';
import type { CallRecord } from '../calls/schema.ts';
import { withEnd } from '../progress/apply-event.ts';
import { continueCall } from '../progress/calls.ts';
import { baseOf, findAccount } from '../accounts/carrier-accounts.ts';
import { type CarrierAccount, CARRIERS } from '../ringing/settings-schema.ts';
import { type CallToPlace, dequeue, nextCallToPlace, setAsking, setCarrierCallId } from './store.ts';

/** Longer than the request takes. A call without an answer or a webhook by then was not placed, as far as anybody knows. */
const CUT_OFF_MS = 45_000;
/** Nobody waits longer than this for their phone to ring. */
const TOO_LATE_MS = 2 * 60_000;
/** How long the user's phone rings. */
const PLACER_TIMEOUT_SECONDS = 30;
const PUBLIC_ONLY = { mayBePrivate: false };

const UNSURE = 'It is not known whether the carrier has placed the call.';

/** Each carrier has its own task, so that a hanging one does not delay calls through the others. */
export const PLACING_CALLS: readonly BackgroundTask[] = CARRIERS.map((carrier) => ({
  kind: `calls to place, ${carrier}`,
  nextTime: ({ database }) => nextCallToPlace(database, carrier)?.next_attempt_time,
  run: async (company, env) => {
    const call = nextCallToPlace(company.database, carrier);
    if (call === undefined || call.next_attempt_time > Date.now()) return;
    const isLate = call.state === 'queued' && Date.now() - call.queued_time > TOO_LATE_MS;
    if (call.state === 'asking' || isLate) {
      const error = isLate ? 'The call could not be placed in time.' : UNSURE;
      change(company, (context) => giveUp(context, call, error));
      return;
    }
    const record = change(company, (context) => {
      setAsking(context.database, call.call_id, context.now + CUT_OFF_MS);
      context.wakeBy(context.now + CUT_OFF_MS);
      return CALLS.find(context.database, call.call_id)?.record;
    });
    // The lead may have been erased meanwhile.
    const answer = record === undefined ? undefined : await place(company, env, { call, record });
    change(company, (context) => finish(context, call, answer));
  },
}));

/** Saves the carrier's answer. Without one the call stays in the queue as `asking`, until a webhook or the cut-off. */
function finish(context: WriteContext, call: CallToPlace, answer: ApiAnswer | undefined): void {
  if (answer?.kind === 'unknown') return;
  if (answer !== undefined) {
    reportCarrier(context, call.carrier, answer.kind === 'refused' ? answer.status : 200);
  }
  dequeue(context.database, call.call_id);
  const record = CALLS.find(context.database, call.call_id)?.record;
  if (record === undefined || answer === undefined) return;
  if (answer.kind === 'refused') {
    fail(context, record, answer.detail);
    return;
  }
  const id = idIn(answer.body);
  if (id !== undefined && isUnnamed(record)) setCarrierCallId(context.database, record.callId, id);
}

/** Ends a call that the carrier was not asked for, or did not answer. Its webhooks prove that it was placed. */
function giveUp(context: WriteContext, call: CallToPlace, error: string): void {
  dequeue(context.database, call.call_id);
  const record = CALLS.find(context.database, call.call_id)?.record;
  if (record !== undefined && isUnnamed(record)) fail(context, record, error);
}

function fail(context: WriteContext, record: CallRecord, error: string): void {
  const { placed } = record.report;
  if (placed === undefined) return;
  const report = { ...record.report, placed: { ...placed, error } };
  continueCall(context, record, withEnd(report, { time: context.now, status: 'failed' }));
}

/** Tells whether the carrier's id of a call is not known yet. */
export function isUnnamed({ callId, carrierCallId }: CallRecord): boolean {
  return callId === carrierCallId;
}

async function place(
  company: CompanyContext,
  env: CoreEnv,
  { call, record }: { call: CallToPlace; record: CallRecord },
): Promise<ApiAnswer> {
  const account = findAccount(company.database, call);
  if (account === undefined) return refused('The call settings no longer have the account.');
  const origin = publicOrigin(env) ?? call.origin;
  const lane = `${origin}/carriers/${account.carrier}/${company.companyId}/outgoing/${call.call_id}`;
  const isNear = faultOfAddress(baseOf(account), PUBLIC_ONLY) !== undefined;
  if (!isNear && faultOfAddress(lane, PUBLIC_ONLY) !== undefined) {
    return refused('The carrier cannot reach this deployment; set PUBLIC_URL.');
  }
  const addresses = addressRules(env);
  const ask = (request: ApiRequest): Promise<ApiAnswer> => askCarrier(account, request, addresses);
  const fields = fieldsOf(account, record, lane);
  if (account.carrier !== 'telnyx') return ask({ path: `${apiPath(account)}/Calls.json`, fields });
  const application = await applicationOf(record.number, ask);
  if (typeof application !== 'string') return application;
  return ask({
    path: `/v2/texml/Accounts/${encodeURIComponent(account.account_id)}/Calls`,
    fields: { ...fields, ApplicationSid: application },
  });
}

function fieldsOf({ carrier }: CarrierAccount, record: CallRecord, lane: string): Record<string, unknown> {
  return {
    From: record.number,
    To: record.report.placed?.phone ?? '',
    Url: `${lane}/placer${RETRIES[carrier]}`,
    StatusCallback: `${lane}/status${RETRIES[carrier]}`,
    ...(carrier === 'telnyx' ? {} : { Timeout: PLACER_TIMEOUT_SECONDS }),
  };
}

/** Finds the TeXML application of a number, which Telnyx wants to know. Asking for it places nothing. */
async function applicationOf(
  number: string,
  ask: (request: ApiRequest) => Promise<ApiAnswer>,
): Promise<string | ApiAnswer> {
  const answer = await ask({ path: pathOfNumber(number) });
  if (answer.kind !== 'done') return refused(answer.detail);
  const id = textOf(numberIn(answer.body, number)?.['connection_id']);
  return id ?? refused(`${number} has no TeXML application at Telnyx.`);
}

/** Reads the carrier's id: `sid` (Twilio, SignalWire) or `call_sid` (Telnyx, which need not send it). */
function idIn(answer: unknown): string | undefined {
  const { data, ...own } = objectIn(answer);
  const { sid, call_sid } = isObject(data) ? data : own;
  return textOf(sid ?? call_sid) ?? undefined;
}

function change<Result>(company: CompanyContext, write: (context: WriteContext) => Result): Result {
  return commit(company, contextOfActor(company, { kind: 'system', name: 'calls' }), write);
}
