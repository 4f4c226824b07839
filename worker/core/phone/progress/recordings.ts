/** Passes on recordings and media, which stay with the carrier, to users who may see the call. */
import { answerWithFile, rangeToAsk } from '../../../shared/http/foreign-files.ts';
import { isObject } from '../../../shared/http/input.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { type AddressRules, faultOfAddress } from '../../../shared/http/public-addresses.ts';
import { jsonOf, textWithin } from '../../../shared/limits/bounded-text.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { commitIfRoom } from '../../engine/commit/commit.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { isKnown } from '../../engine/http/answers.ts';
import { accountOf, authorizationFor, baseOf } from '../accounts/carrier-accounts.ts';
import { readRefusal } from '../accounts/carrier-api.ts';
import { reportCarrier } from '../accounts/carrier-troubles.ts';
import type { CallReport, Recording } from '../calls/call-report.ts';
import { resultOf } from '../calls/results.ts';
import type { CallRecord } from '../calls/schema.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';

/** How long the carrier may take to start its answer. The recording itself may take longer. */
const TIMEOUT_MS = 10_000;
/** The most redirects of a carrier that are followed. */
const MOST_REDIRECTS = 3;
/** The answer about a recording has a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** A request for a file at a carrier. */
interface FileRequest {
  /** The account with the carrier that has the file; undefined if no carrier has it. */
  account: CarrierAccount | undefined;
  /** `Range` of the request. */
  range: string | undefined;
  /** `If-None-Match` of the request. */
  ifNoneMatch: string | undefined;
  /** Only the head of the answer is wanted. */
  isHead: boolean;
  /** Of a recording. WAV has each side of a call in a channel of its own. */
  format: 'mp3' | 'wav';
  addresses: AddressRules;
  /** Learns how the carrier's API answered a request with the account. */
  learn: (status: number) => void;
}

type Asking = Pick<FileRequest, 'addresses' | 'learn' | 'format'>;

const ACTOR = { kind: 'system', name: 'files of the carrier' } as const;

/**
 * Fetches the recording of a call, or the voicemail.
 * @throws Problem `not_found` if there is none, or the carrier no longer has it; `range_not_satisfiable`;
 *   `service_unavailable` without credentials for the carrier, `bad_gateway` when it does not answer
 */
export async function fetchRecording(
  context: RequestContext,
  record: CallRecord,
  request: Omit<FileRequest, 'account'>,
): Promise<Response> {
  const recording = recordingOf(record.report);
  if (recording === undefined) throw new Problem('not_found', 'The call has no recording.');
  const account = accountOf(context, record);
  const address = await addressOf(recording, account, request);
  return passOn(address, { ...request, account });
}

/** Reads what matters for a file from a request. A carrier that refuses the account is reported, as for calls and texts. */
export function fileRequestOf(
  { headers, method }: Pick<Request, 'headers' | 'method'>,
  env: CoreApp['Bindings'],
  carrier: string,
): Omit<FileRequest, 'account'> {
  const { company } = env;
  return {
    range: rangeToAsk(headers.get('Range') ?? undefined),
    ifNoneMatch: headers.get('If-None-Match') ?? undefined,
    isHead: method === 'HEAD',
    format: 'mp3',
    addresses: addressRules(env),
    learn: (status) =>
      commitIfRoom(company, contextOfActor(company, ACTOR), (context) =>
        reportCarrier(context, carrier, status),
      ),
  };
}

/** Fetches a file of a carrier and passes it on. @throws Problem like `fetchRecording` */
export async function passOn(address: string, request: FileRequest): Promise<Response> {
  const response = await follow(address, request);
  if (!response.ok && response.status !== 416) throw await refusal(response);
  const tag = response.headers.get('ETag');
  if (tag !== null && isKnown(request.ifNoneMatch, tag.replace(/^W\//, ''))) {
    await response.body?.cancel();
    return new Response(null, { status: 304, headers: { ETag: tag, 'Cache-Control': 'private, no-store' } });
  }
  return answerWithFile(response, request);
}

/** Reads an answer without the file. @returns what its user is told */
async function refusal(response: Response): Promise<Problem> {
  const { detail } = await readRefusal(response);
  const { status } = response;
  if (status === 404 || status === 410) return new Problem('not_found', 'The carrier no longer has it.');
  return new Problem('bad_gateway', detail);
}

/**
 * Returns the API address of a recording.
 * @param extension its format, for carriers with the format in the address
 */
export function recordingAddress(
  account: CarrierAccount,
  recordingId: string,
  extension: '.mp3' | '.wav' | '.json',
): string {
  const base = baseOf(account);
  const id = encodeURIComponent(recordingId);
  if (account.carrier === 'telnyx') return `${base}/v2/recordings/${id}`;
  const prefix = account.carrier === 'signalwire' ? '/api/laml' : '';
  return `${base}${prefix}/2010-04-01/Accounts/${account.account_id}/Recordings/${id}${extension}`;
}

function recordingOf(report: CallReport): Recording | undefined {
  const { recording, message } = resultOf(report);
  // Of a call with a voicemail, whatever else was recorded is a mailbox that picked up, or a whisper.
  return message ?? recording ?? undefined;
}

/** Builds the address from the id, so that only the settings decide where credentials are sent. */
async function addressOf(
  { recordingId, url }: Recording,
  account: CarrierAccount | undefined,
  request: Asking,
): Promise<string> {
  if (recordingId === '' || account === undefined) return url ?? '';
  if (account.api === null) {
    const detail = `The recording is with ${account.carrier}; give the call settings credentials for its API.`;
    throw new Problem('service_unavailable', detail);
  }
  const address = recordingAddress(account, recordingId, `.${request.format}`);
  return account.carrier === 'telnyx' ? telnyxAddress(address, account, request) : address;
}

/** Asks Telnyx for a signed address, which is valid for ten minutes. */
async function telnyxAddress(address: string, account: CarrierAccount, asking: Asking): Promise<string> {
  const response = await follow(address, { ...asking, range: undefined, account });
  if (!response.ok) throw await refusal(response);
  const body = jsonOf(await textWithin(response, MAX_ANSWER_BYTES));
  const data = isObject(body) ? body['data'] : undefined;
  const urls = isObject(data) ? data['download_urls'] : undefined;
  const url = isObject(urls) ? (urls[asking.format] ?? urls['mp3'] ?? urls['wav']) : undefined;
  if (typeof url !== 'string') throw new Problem('not_found', 'The carrier no longer has it.');
  return url;
}

/** Follows redirects itself, so that the credentials go to the carrier's API only and private addresses are refused. */
async function follow(
  start: string,
  { account, range, addresses, learn }: Asking & Pick<FileRequest, 'account' | 'range'>,
): Promise<Response> {
  let address = start;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    if (faultOfAddress(address, addresses) !== undefined) break;
    const headers = new Headers();
    if (range !== undefined) headers.set('Range', range);
    const authorization = account && authorizationFor(account, address);
    if (authorization !== undefined) headers.set('Authorization', authorization);
    const response = await begin(address, headers).catch(() => undefined);
    if (response === undefined) break;
    if (authorization !== undefined) learn(response.status);
    const next = redirectOf(response, address);
    if (next === undefined) return response;
    await response.body?.cancel();
    address = next;
  }
  throw new Problem('bad_gateway', 'The carrier did not answer.');
}

/** Returns the target of a redirect: an empty string if it is no address, undefined if there is no redirect. */
function redirectOf({ status, headers }: Response, from: string): string | undefined {
  const location = headers.get('Location');
  if (status < 300 || status >= 400 || location === null) return undefined;
  return URL.parse(location, from)?.href ?? '';
}

/** Ends the timeout at the answer, since a signal would end the body too, however long the listener takes. */
async function begin(address: string, headers: Headers): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    return await fetch(address, { headers, redirect: 'manual', signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}
