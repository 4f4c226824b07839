/** Receives carriers' requests: checks company and signature before anything else. */
import {
  type CarrierEvent,
  type CarrierName,
  CARRIERS,
  type CallEvent,
  type OpenPhoneBook,
} from '../../core/phone/interface.ts';
import { createHash } from 'node:crypto';
import { publicOrigin } from '../../shared/configuration.ts';
import type { Env } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { readText } from '../../shared/http/input.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import { senderOfRequest } from '../../shared/limits/networks.ts';
import { notFound, Problem, problemOfFaults } from '../../shared/http/problems.ts';
import type { PhoneBookReader } from './phone-book-reader.ts';
import type { Requester } from '../published-reader.ts';
import { callIdOf, Fields, partiesOf, readCallEvent, type CallbackStep } from './readers.ts';
import { isSignedBy, type SignedRequest } from './signatures.ts';

/** Carriers send a few kilobytes; a message has at most 1,600 characters. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Age up to which a phone book is not loaded again after a wrong signature, so that not every forged request calls the Durable Object. */
const CERTAIN_MS = 5_000;

/** A request with a valid signature. */
export interface CarrierRequest {
  carrier: CarrierName;
  companyId: string;
  /** The public origin, for the webhook addresses in answers. */
  origin: string;
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

/** An unchecked request. */
interface UncheckedRequest {
  env: Env;
  request: Request;
  /** Runs work after the answer (`waitUntil`). */
  context: Pick<ExecutionContext, 'waitUntil'>;
  carrier: string;
  company: string;
}

/**
 * Reads and checks a request.
 * @throws Problem `not_found` for an unknown carrier or a malformed company id, 403 `invalid_signature` for any fault of the signature,
 *   `body_too_large`, `rate_limited` for a network that has named too many companies that do not exist
 */
export async function receive(
  { env, request, context, carrier: name, company }: UncheckedRequest,
  books: PhoneBookReader,
): Promise<CarrierRequest> {
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
    background: (work: Promise<unknown>): void => context.waitUntil(work.catch(() => undefined)),
    sender: senderOfRequest(request.headers, (text) => lookupMemory.visitors.of(text, env.OPERATOR_TOKEN)),
  };
  const book = await signedBook({ requester, carrier, companyId, signed }, books);
  const form = new URLSearchParams(body);
  for (const [key, value] of url.searchParams) form.append(key, value);
  const base = `${origin}/carriers/${carrier}/${companyId}`;
  return {
    carrier,
    companyId,
    origin,
    base,
    fields: new Fields(form),
    body,
    book,
    region: book.book.region,
    now,
  };
}

/**
 * Builds the event for the company's Durable Object; undefined for a request without one, for instance about a recording that failed.
 * @throws Problem for a request without a call
 */
export function eventOf(
  request: CarrierRequest,
  step: CallbackStep,
  callEvent: CallEvent | undefined = readCallEvent(step, request.fields, request),
): CarrierEvent | undefined {
  if (callEvent === undefined) return undefined;
  const { carrier, fields, now, region } = request;
  const carrierCallId = callIdOf(step, fields);
  if (carrierCallId === '') {
    const detail = 'CallSid is missing. Send the id of the call.';
    throw problemOfFaults([{ pointer: '/CallSid', code: 'invalid_parameter', detail }]);
  }
  const parameters = fields.all();
  return {
    carrier,
    accountId: fields.text('AccountSid'),
    carrierCallId,
    ...partiesOf(step, fields, { region }),
    callEvent,
    receivedTime: now,
    parameters,
    checksum: createHash('sha256')
      .update(JSON.stringify([step, parameters]))
      .digest('base64url'),
  };
}

/** Returns the phone book if one of its secrets signed the request. */
async function signedBook(
  {
    requester,
    carrier,
    companyId,
    signed,
  }: { requester: Requester<Env>; carrier: CarrierName; companyId: string; signed: SignedRequest },
  books: PhoneBookReader,
): Promise<OpenPhoneBook> {
  const isSigned = async (book: OpenPhoneBook | undefined): Promise<boolean> => {
    const secrets = (book?.book.carriers ?? []).flatMap((each) =>
      each.carrier === carrier ? each.secrets : [],
    );
    return isSignedBy(carrier, secrets, signed);
  };
  if (hasSignature(signed.headers)) {
    // Without the phone book no signature can be verified.
    const book = books.fresh(companyId) ?? (await books.readIfAble(companyId, requester));
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
