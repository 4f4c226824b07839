/** A carrier's request on its way in: whose it is and who signed it is settled before anything of it is believed. */
import {
  type CarrierEvent,
  type CarrierName,
  CARRIERS,
  type Happening,
  type OpenPhoneBook,
} from '../../core/phone/interface.ts';
import { createHash } from 'node:crypto';
import { publicOrigin } from '../../shared/configuration.ts';
import type { Env } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { readText } from '../../shared/http/input.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import { networkOfRequest } from '../../shared/limits/networks.ts';
import { notFound, Problem, problemOfFaults } from '../../shared/http/problems.ts';
import type { BegunCall } from './begun-calls.ts';
import type { Asker, PhoneBookReader } from './phone-book-reader.ts';
import { callIdOf, Fields, partiesOf, type Place } from './readers.ts';
import { isSignedBy, type SignedRequest } from './signatures.ts';

/** Carriers send a few kilobytes; a text has at most 1,600 characters. */
const MAX_BODY_BYTES = 1024 * 1024;

/** A request that the carrier signed. */
export interface CarrierRequest {
  carrier: CarrierName;
  companyId: string;
  /** Where the carrier reaches us: the origin of every address that an answer points to. */
  origin: string;
  /** The address of the company's lane of this carrier. */
  base: string;
  fields: Fields;
  body: string;
  book: OpenPhoneBook;
  /** Where numbers without a plus are read first: the company's country, ISO 3166-1 alpha-2. */
  region: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** What a request says of itself. */
interface Asked {
  env: Env;
  request: Request;
  carrier: string;
  company: string;
}

/**
 * The request, read and checked.
 * @throws Problem `not_found` for no carrier or company, 403 `invalid_signature` whatever is wrong with the signature,
 *   `body_too_large`, `rate_limited` for a network that has named too many companies that do not exist
 */
export async function receive(
  { env, request, carrier: name, company }: Asked,
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
  const network = networkOfRequest(request.headers);
  const asker = { env, network: network && lookupMemory.visitors.of(network, env.OPERATOR_TOKEN) };
  const book = await signedBook({ asker, carrier, companyId, signed }, books);
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
 * What the company's object is told.
 * @param begun what is known of a call that the edge answered
 * @throws Problem for a request that names no call
 */
export function eventOf(
  request: CarrierRequest,
  { place, happened, begun }: { place: Place; happened: Happening; begun: BegunCall | undefined },
): CarrierEvent {
  const { carrier, fields, now, region } = request;
  const carrierCallId = callIdOf(place, fields);
  if (carrierCallId === '') {
    const detail = 'CallSid is missing; without it nothing can be kept of the call.';
    throw problemOfFaults([{ pointer: '/CallSid', code: 'invalid_parameter', detail }]);
  }
  const parameters = fields.all();
  return {
    carrier,
    accountId: fields.text('AccountSid'),
    carrierCallId,
    ...begun,
    ...partiesOf(place, fields, { region }),
    happened,
    receivedTime: now,
    parameters,
    checksum: createHash('sha256')
      .update(JSON.stringify([place, parameters]))
      .digest('base64url'),
  };
}

/** The phone book that has the secret which signed the request. */
async function signedBook(
  {
    asker,
    carrier,
    companyId,
    signed,
  }: { asker: Asker; carrier: CarrierName; companyId: string; signed: SignedRequest },
  books: PhoneBookReader,
): Promise<OpenPhoneBook> {
  const isSigned = async (book: OpenPhoneBook | undefined): Promise<boolean> => {
    const secrets = (book?.book.carriers ?? []).flatMap((each) =>
      each.carrier === carrier ? each.secrets : [],
    );
    return isSignedBy(carrier, secrets, signed);
  };
  if (hasSignature(signed.headers)) {
    const book = await books.read(companyId, asker);
    if (book !== undefined && (await isSigned(book))) return book;
    // The secret may be newer than what the edge knows.
    const newer = await books.readNewer(companyId, asker);
    if (newer !== undefined && (await isSigned(newer))) return newer;
  }
  throw new Problem('invalid_signature', 'The signature is missing or wrong; check secrets and PUBLIC_URL.');
}

function hasSignature(headers: Headers): boolean {
  return ['X-Twilio-Signature', 'X-SignalWire-Signature', 'telnyx-signature-ed25519'].some((name) =>
    headers.has(name),
  );
}
