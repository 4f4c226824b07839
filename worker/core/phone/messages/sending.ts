/** Texts on their way to the carrier. One is asked for at most once: what is not known to have been sent is not sent again. */
import { publicOrigin } from '../../../shared/configuration.ts';
import { isObject } from '../../../shared/http/input.ts';
import { logFailure } from '../../../shared/log.ts';
import { faultOfAddress } from '../../../shared/http/public-addresses.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { accountOf, authorizationOf, baseOf } from '../progress/recordings.ts';
import { RETRIES } from '../calls/carrier-events.ts';
import { type CarrierAccount, CARRIERS } from '../ringing/settings-schema.ts';
import { commit } from '../../engine/commit/commit.ts';
import { addressRules, type CompanyContext, type CoreEnv } from '../../engine/context/company-context.ts';
import { noteRefusal } from './replies.ts';
import type { TextRecord } from './schema.ts';
import { findText, nextTextToSend } from './message-store.ts';
import { continueText, isProgress } from './messages.ts';

const KIND = 'texts to send';
const TIMEOUT_MS = 15_000;
/** Somewhat longer than a request takes: what is still `sending` then was cut off. */
const CUT_OFF_MS = 60_000;
const PUBLIC_ONLY = { mayBePrivate: false };

/** Each carrier has a lane of its own, so that one which hangs holds up no texts through the others. */
export const SENDING_TEXTS: readonly BackgroundTask[] = CARRIERS.map((carrier) => ({
  kind: `${KIND}, ${carrier}`,
  nextTime: ({ database }) => nextTextToSend(database, carrier)?.nextAttemptTime ?? undefined,
  run: async (company, env) => {
    const text = nextTextToSend(company.database, carrier);
    if (text === undefined || (text.nextAttemptTime ?? Infinity) > Date.now()) return;
    if (text.status === 'sending') {
      change(company, (context) => fail(context, text, 'It is not known whether the carrier has sent it.'));
      return;
    }
    const sending = change(company, (context) => {
      context.wakeBy(context.now + CUT_OFF_MS);
      return continueText(context, text, { status: 'sending', nextAttemptTime: context.now + CUT_OFF_MS });
    });
    const outcome = await send(company, env, sending);
    change(company, (context) => finish(context, sending, outcome));
  },
}));

/** `code`: what the carrier calls the error. */
type Outcome = { carrierTextId: string } | { error: string; code?: string };

/** Keeps what came of it; the carrier may have told meanwhile how the text went on. */
function finish(context: WriteContext, { textId }: TextRecord, outcome: Outcome): void {
  const text = findText(context.database, textId)?.record;
  if (text === undefined) return;
  if ('error' in outcome) {
    noteRefusal(context, text.phone, outcome.code);
    if (text.status === 'sending') fail(context, text, outcome.error);
    return;
  }
  const status = isProgress(text.status, 'sent') ? 'sent' : text.status;
  continueText(context, text, { status, carrierTextId: outcome.carrierTextId, nextAttemptTime: null });
}

function fail(context: WriteContext, text: TextRecord, error: string): TextRecord {
  return continueText(context, text, { status: 'failed', error, nextAttemptTime: null });
}

async function send(company: CompanyContext, env: CoreEnv, text: TextRecord): Promise<Outcome> {
  const account = accountOf(callBy(company, { kind: 'system', name: 'texts' }), text.carrier);
  const authorization = account && authorizationOf(account);
  if (account === undefined || authorization === undefined) {
    return { error: 'The call settings have no credentials for the carrier’s API.' };
  }
  const { address, contentType, body } = requestFor(
    account,
    text,
    callbackOf(company, env, { account, text }),
  );
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
    const answer: unknown = await response.json().catch(() => undefined);
    const id = idIn(answer);
    if (response.ok && id !== undefined) return { carrierTextId: id };
    const code = codeIn(answer);
    const message = isObject(answer) && typeof answer['message'] === 'string' ? `: ${answer['message']}` : '';
    const error = `The carrier answered ${response.status}${message}`.slice(0, 500);
    return { error, ...(code === undefined ? {} : { code }) };
  } catch (error) {
    logFailure({ company_id: company.companyId, work: KIND }, error);
    return { error: 'It is not known whether the carrier has sent it.' };
  }
}

/** Where the carrier is to say how the text goes on; undefined when it could not reach that. */
function callbackOf(
  { companyId }: CompanyContext,
  env: CoreEnv,
  { account, text }: { account: CarrierAccount; text: TextRecord },
): string | undefined {
  const origin = publicOrigin(env) ?? text.origin;
  if (origin === null) return undefined;
  const address = `${origin}/carriers/${account.carrier}/${companyId}/text/status/${text.textId}`;
  // A carrier on the internet refuses the text for an address on somebody's own machine.
  const isReachable = faultOfAddress(address, PUBLIC_ONLY) === undefined;
  const isNear = faultOfAddress(baseOf(account), PUBLIC_ONLY) !== undefined;
  return isReachable || isNear ? address + RETRIES[account.carrier] : undefined;
}

function requestFor(
  account: CarrierAccount,
  { number, phone, message }: TextRecord,
  callback: string | undefined,
): { address: string; contentType: string; body: string } {
  const base = baseOf(account);
  if (account.carrier === 'telnyx') {
    const body = JSON.stringify({ from: number, to: phone, text: message, webhook_url: callback });
    return { address: `${base}/v2/messages`, contentType: 'application/json', body };
  }
  const lane = account.carrier === 'signalwire' ? '/api/laml' : '';
  return {
    address: `${base}${lane}/2010-04-01/Accounts/${account.account_id}/Messages.json`,
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({
      From: number,
      To: phone ?? '',
      Body: message,
      ...(callback === undefined ? {} : { StatusCallback: callback }),
    }).toString(),
  };
}

/** `sid` (Twilio, SignalWire) or `data.id` (Telnyx). */
function idIn(answer: unknown): string | undefined {
  const data = isObject(answer) && isObject(answer['data']) ? answer['data'] : answer;
  const id = isObject(data) ? (data['sid'] ?? data['id']) : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** `code` (Twilio, SignalWire) or that of the first of `errors` (Telnyx). */
function codeIn(answer: unknown): string | undefined {
  const errors = isObject(answer) ? answer['errors'] : undefined;
  const told: unknown = Array.isArray(errors) ? errors[0] : answer;
  const code = isObject(told) ? told['code'] : undefined;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}

function change<Result>(company: CompanyContext, write: (context: WriteContext) => Result): Result {
  return commit(company, callBy(company, { kind: 'system', name: 'texts' }), write);
}
