/** Receives carriers' requests: checks company and signature, with the company's phone book on the edge, before anything else. */
import {
  type CallEvent,
  type CarrierEvent,
  type CarrierName,
  CARRIERS,
  OpenPhoneBook,
  PHONE_BOOK_PURPOSE,
  type PhoneBook,
  type RefusedReport,
} from '../../core/phone/interface.ts';
import type { Context } from 'hono';
import { createHash } from 'node:crypto';
import { phoneBookKey } from '../../shared/cache-keys.ts';
import { publicOrigin } from '../../shared/configuration.ts';
import type { App, Env } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { readText } from '../../shared/http/input.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import { senderOfRequest } from '../../shared/limits/networks.ts';
import { notFound, Problem, problemOfFaults } from '../../shared/http/problems.ts';
import { unseal } from '../../shared/secrets/sealing.ts';
import { PublishedReader, type Requester } from '../../shared/published-reader.ts';
import { callIdOf, Fields, partiesOf, readCallEvent, type CallbackStep } from './readers.ts';
import { isSignedBy, type SignedRequest } from './signatures.ts';

/** Carriers send a few kilobytes; a message has at most 1,600 characters. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Age up to which a phone book is not loaded again after a wrong signature, so that not every forged request calls the Durable Object. */
const CERTAIN_MS = 5_000;
/** A call should ring the people who are on duty now, so an older phone book is used only when no newer one can be read. */
const USABLE_MS = 30_000;
/** Carriers ask again at once when a request failed; by then the company's object may have started. */
const RETRY_MS = 0;
const OBJECT_TIMEOUT_MS = 2_000;
/** Phone books that an isolate keeps. */
const REMEMBERED = 50;

const books = new PublishedReader<Env, PhoneBook, OpenPhoneBook>({
  name: 'phone book',
  readKv: readSealed,
  askCompany: async (env, companyId) => env.COMPANIES.getByName(companyId).phoneBookOfCompany(),
  open: (_, book) => new OpenPhoneBook(book),
  sizeOf: () => 1,
  maxSize: REMEMBERED,
  usableMs: USABLE_MS,
  retryMs: RETRY_MS,
  objectTimeoutMs: OBJECT_TIMEOUT_MS,
});

/** A request with a valid signature. */
export interface CarrierRequest {
  carrier: CarrierName;
  companyId: string;
  /** The company's webhook address for this carrier. */
  base: string;
  fields: Fields;
  body: string;
  book: OpenPhoneBook;
  /** The company's country, tried first for numbers without a plus: ISO 3166-1 alpha-2. */
  region: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Reads and checks a request.
 * @throws Problem `not_found` for an unknown carrier or a malformed company id, 403 `invalid_signature` for any fault of the signature,
 *   `body_too_large`, `rate_limited` for a network that has named too many companies that do not exist
 */
export async function receive(c: Context<App>): Promise<CarrierRequest> {
  const {
    env,
    req: { raw: request },
  } = c;
  const { carrier: name, company = '' } = c.req.param() as Record<string, string>;
  const carrier = CARRIERS.find((each) => each === name);
  const companyId = asId(company);
  if (carrier === undefined || companyId === undefined) throw notFound();
  const body = request.method === 'GET' ? '' : await readText(request, MAX_BODY_BYTES);
  const now = Date.now();
  const url = new URL(request.url);
  const origin = publicOrigin(env) ?? url.origin;
  const signed = { url: origin + url.pathname + url.search, headers: request.headers, body, now: now / 1000 };
  const requester = {
    env,
    background: (work: Promise<unknown>): void => c.executionCtx.waitUntil(work.catch(() => undefined)),
    sender: senderOfRequest(request.headers, (text) => lookupMemory.visitors.of(text, env.OPERATOR_TOKEN)),
  };
  const book = await signedBook({ requester, carrier, companyId, signed });
  const form = new URLSearchParams(body);
  for (const [key, value] of url.searchParams) form.append(key, value);
  const base = `${origin}/carriers/${carrier}/${companyId}`;
  return { carrier, companyId, base, fields: new Fields(form), body, book, region: book.book.region, now };
}

/**
 * Reads and checks a request about a call, and builds its event for the company's Durable Object; undefined for a request without one,
 * for instance about a recording that failed.
 * @param readOther reads the events of calls that users placed, as far as other calls do not have them
 * @throws Problem for a request without a call; those of `receive`
 */
export async function receiveEvent(
  c: Context<App>,
  step: CallbackStep,
  readOther?: (fields: Fields) => CallEvent | undefined,
): Promise<{ request: CarrierRequest; event: CarrierEvent | undefined }> {
  const request = await receive(c);
  const { carrier, fields, now, region, base } = request;
  const callEvent = readOther?.(fields) ?? readCallEvent(step, fields, { now, region });
  if (callEvent === undefined) return { request, event: undefined };
  const carrierCallId = callIdOf(step, fields);
  if (carrierCallId === '') {
    const detail = 'CallSid is missing. Send the id of the call.';
    throw problemOfFaults([{ pointer: '/CallSid', code: 'invalid_parameter', detail }]);
  }
  const parameters = fields.all();
  const event = {
    carrier,
    accountId: fields.text('AccountSid'),
    carrierCallId,
    ...partiesOf(step, fields, { region }),
    callEvent,
    receivedTime: now,
    origin: new URL(base).origin,
    parameters,
    checksum: createHash('sha256')
      .update(JSON.stringify([step, parameters]))
      .digest('base64url'),
  };
  return { request, event };
}

/**
 * Returns the answer of the company's object to a report.
 * @param answer undefined if the object was late or failed
 * @throws Problem `service_unavailable` without an answer, so that the carrier sends the request again; `permission_denied` if the
 *   report is not about an account and a number of the company
 */
export function accepted<Answer extends { outcome: string }>(
  answer: Answer | undefined,
): Exclude<Answer, { outcome: 'refused' }> {
  if (answer === undefined) {
    const headers = { 'Retry-After': '5' };
    throw new Problem('service_unavailable', 'The request could not be saved. Send it again.', { headers });
  }
  if (isRefused(answer)) throw new Problem('permission_denied', answer.detail);
  return answer as Exclude<Answer, { outcome: 'refused' }>;
}

function isRefused(answer: { outcome: string }): answer is RefusedReport {
  return answer.outcome === 'refused';
}

/** Returns the phone book if one of its secrets signed the request. */
async function signedBook({
  requester,
  carrier,
  companyId,
  signed,
}: {
  requester: Requester<Env>;
  carrier: CarrierName;
  companyId: string;
  signed: SignedRequest;
}): Promise<OpenPhoneBook> {
  const isSigned = async (book: OpenPhoneBook): Promise<boolean> => {
    const secrets = book.book.carriers.flatMap((each) => (each.carrier === carrier ? each.secrets : []));
    return isSignedBy(carrier, secrets, signed);
  };
  if (hasSignature(signed.headers)) {
    // Without the phone book no signature can be verified.
    const book = books.fresh(companyId) ?? (await books.read(companyId, requester).catch(noneIfAway));
    if (book !== undefined && (await isSigned(book))) return book;
    // The secret may be newer than the phone book at the edge.
    const newer = await books.readNewer(companyId, requester, CERTAIN_MS);
    if (newer !== undefined && (await isSigned(newer))) return newer;
  }
  throw new Problem(
    'invalid_signature',
    'The signature is missing or wrong. Check the carrier’s secrets in the call settings, and PUBLIC_URL.',
  );
}

function hasSignature(headers: Headers): boolean {
  return ['X-Twilio-Signature', 'X-SignalWire-Signature', 'telnyx-signature-ed25519'].some((name) =>
    headers.has(name),
  );
}

/** Returns undefined if neither KV nor the object answers. */
function noneIfAway(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'service_unavailable') return undefined;
  throw error;
}

async function readSealed(env: Env, companyId: string): Promise<PhoneBook | undefined> {
  const { OPERATOR_TOKEN: secret } = env;
  if (secret === undefined || secret === '') return undefined;
  const sealed = await env.CACHE.get(phoneBookKey(companyId), 'arrayBuffer');
  const text = sealed === null ? undefined : await unseal(sealed, secret, PHONE_BOOK_PURPOSE);
  return text === undefined ? undefined : (JSON.parse(text) as PhoneBook);
}
