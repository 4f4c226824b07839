/** Recordings and media, which stay with the carrier: fetched with its credentials and passed on to users who may see the call. */
import { answerWithFile, rangeToAsk } from '../../../shared/http/foreign-files.ts';
import { isObject } from '../../../shared/http/input.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { type AddressRules, faultOfAddress } from '../../../shared/http/public-addresses.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { isKnown } from '../../engine/http/answers.ts';
import type { CallFacts, Recording } from '../calls/call-report.ts';
import { resultOf } from '../calls/results.ts';
import type { CallRecord } from '../calls/schema.ts';
import { readCallSettings } from '../ringing/settings.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';

/** Until the carrier begins to answer; the recording itself may take as long as it takes. */
const TIMEOUT_MS = 10_000;
/** Carriers lead to where their files are. */
const MOST_REDIRECTS = 3;

/** What a carrier's own API is without a `base`. */
const BASES: Record<string, string> = { twilio: 'https://api.twilio.com', telnyx: 'https://api.telnyx.com' };

interface Asked {
  /** The account with the carrier that has the file; undefined: it is with nobody who has one. */
  account: CarrierAccount | undefined;
  /** `Range` of the request. */
  range: string | undefined;
  /** `If-None-Match` of the request. */
  ifNoneMatch: string | undefined;
  /** Only the head of the answer is wanted. */
  isHead: boolean;
  addresses: AddressRules;
}

/**
 * The recording of a call, or the message that the caller left.
 * @throws Problem `not_found` when there is none, or the carrier has it no more; `range_not_satisfiable`; `service_unavailable` without credentials
 *   for the carrier, `bad_gateway` when it does not answer
 */
export async function fetchRecording(
  context: RequestContext,
  record: CallRecord,
  asked: Omit<Asked, 'account'>,
): Promise<Response> {
  const recording = recordingOf(record.facts);
  if (recording === undefined) throw new Problem('not_found', 'The call has no recording.');
  const account = accountOf(context, record.carrier);
  const address = await addressOf(recording, account, asked.addresses);
  return passOn(address, { ...asked, account });
}

/** What a request asks of a file. */
export function askedOf({
  headers,
  method,
}: Pick<Request, 'headers' | 'method'>): Pick<Asked, 'range' | 'ifNoneMatch' | 'isHead'> {
  return {
    range: rangeToAsk(headers.get('Range') ?? undefined),
    ifNoneMatch: headers.get('If-None-Match') ?? undefined,
    isHead: method === 'HEAD',
  };
}

/** Fetches a file of a carrier and passes it on. @throws Problem like `fetchRecording` */
export async function passOn(address: string, asked: Asked): Promise<Response> {
  const response = await follow(address, asked);
  if (response.status === 404 || response.status === 410) {
    await response.body?.cancel();
    throw new Problem('not_found', 'The carrier has it no more.');
  }
  if (!response.ok && response.status !== 416) {
    await response.body?.cancel();
    throw new Problem('bad_gateway', `The carrier answered ${response.status}.`);
  }
  const tag = response.headers.get('ETag');
  if (tag !== null && isKnown(asked.ifNoneMatch, tag.replace(/^W\//, ''))) {
    await response.body?.cancel();
    return new Response(null, { status: 304, headers: { ETag: tag, 'Cache-Control': 'private, no-store' } });
  }
  return answerWithFile(response, asked);
}

/** The company's account with a carrier that has credentials for its API, if there is one. */
export function accountOf(context: RequestContext, carrier: string): CarrierAccount | undefined {
  const accounts = readCallSettings(context.database).settings.carriers.filter(
    (each) => each.carrier === carrier,
  );
  return accounts.find(({ api }) => api !== null) ?? accounts[0];
}

/** Where the carrier's API is. */
export function baseOf({ carrier, api }: CarrierAccount): string {
  return api?.base ?? BASES[carrier] ?? '';
}

/** What opens the carrier's API. */
export function authorizationOf({ carrier, api }: CarrierAccount): string | undefined {
  if (api === null) return undefined;
  if (carrier === 'telnyx') return `Bearer ${api.secret}`;
  return `Basic ${Buffer.from(`${api.user}:${api.secret}`).toString('base64')}`;
}

/** The same for an address that the carrier gave: the credentials are for the carrier's API alone, wherever its files are. */
export function authorizationFor(account: CarrierAccount, address: string): string | undefined {
  const origins = [baseOf(account), BASES[account.carrier]].map((base) => URL.parse(base ?? '')?.origin);
  const origin = URL.parse(address)?.origin;
  return origin !== undefined && origins.includes(origin) ? authorizationOf(account) : undefined;
}

/** Where the carrier's API has a recording. @param extension which form of it, where that is asked for in the address */
export function recordingAddress(
  account: CarrierAccount,
  recordingId: string,
  extension: '.mp3' | '.json',
): string {
  const base = baseOf(account);
  const id = encodeURIComponent(recordingId);
  if (account.carrier === 'telnyx') return `${base}/v2/recordings/${id}`;
  const lane = account.carrier === 'signalwire' ? '/api/laml' : '';
  return `${base}${lane}/2010-04-01/Accounts/${account.account_id}/Recordings/${id}${extension}`;
}

function recordingOf(facts: CallFacts): Recording | undefined {
  const { recording, message } = resultOf(facts);
  return recording ?? message ?? undefined;
}

/** Built from the id, so that nobody but the settings says where credentials are sent. */
async function addressOf(
  { recordingId, url }: Recording,
  account: CarrierAccount | undefined,
  addresses: AddressRules,
): Promise<string> {
  if (recordingId === '' || account === undefined) return url ?? '';
  if (account.api === null) {
    const detail = `The recording is with ${account.carrier}; give the call settings credentials for its API.`;
    throw new Problem('service_unavailable', detail);
  }
  const address = recordingAddress(account, recordingId, '.mp3');
  return account.carrier === 'telnyx' ? telnyxAddress(address, account, addresses) : address;
}

/** Telnyx signs a new address for each who asks, good for ten minutes. */
async function telnyxAddress(
  address: string,
  account: CarrierAccount,
  addresses: AddressRules,
): Promise<string> {
  const nothing = { range: undefined, ifNoneMatch: undefined, isHead: false };
  const response = await follow(address, { ...nothing, account, addresses });
  if (!response.ok) throw new Problem('not_found', 'The carrier has it no more.');
  const body: unknown = await response.json();
  const data = isObject(body) ? body['data'] : undefined;
  const urls = isObject(data) ? data['download_urls'] : undefined;
  const url = isObject(urls) ? (urls['mp3'] ?? urls['wav']) : undefined;
  if (typeof url !== 'string') throw new Problem('not_found', 'The carrier has it no more.');
  return url;
}

/** Follows redirects itself: the credentials go to the carrier's API only, and private addresses are refused. */
async function follow(start: string, { account, range, addresses }: Asked): Promise<Response> {
  let address = start;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    if (faultOfAddress(address, addresses) !== undefined) break;
    const headers = new Headers();
    if (range !== undefined) headers.set('Range', range);
    const authorization = account && authorizationFor(account, address);
    if (authorization !== undefined) headers.set('Authorization', authorization);
    const response = await begin(address, headers).catch(() => undefined);
    if (response === undefined) break;
    const next = redirectOf(response, address);
    if (next === undefined) return response;
    await response.body?.cancel();
    address = next;
  }
  throw new Problem('bad_gateway', 'The carrier did not answer.');
}

/** Where an answer leads to: an empty text, which nobody can ask, for a place that is no address; undefined when it leads nowhere. */
function redirectOf({ status, headers }: Response, from: string): string | undefined {
  const place = headers.get('Location');
  if (status < 300 || status >= 400 || place === null) return undefined;
  return URL.parse(place, from)?.href ?? '';
}

/** A signal ends the body as well, so it holds only until there is an answer: who listens may take as long as they like. */
async function begin(address: string, headers: Headers): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    return await fetch(address, { headers, redirect: 'manual', signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}
