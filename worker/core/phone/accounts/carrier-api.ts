/** Sends requests to the API of a carrier, with the credentials of the company's account. */
import { isObject } from '../../../shared/http/input.ts';
import { type AddressRules, faultOfAddress } from '../../../shared/http/public-addresses.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import { jsonOf, textWithin } from '../../../shared/limits/bounded-text.ts';
import { authorizationOf, baseOf } from './carrier-accounts.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';

/** Wait for an answer of a carrier's API. */
const TIMEOUT_MS = 10_000;
/** A page of 1,000 numbers of Twilio has about 1.3 MB. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Characters of a carrier's error that are passed on. */
const MAX_DETAIL_LENGTH = 300;

/** Answers about the account and not about one message or call: wrong credentials, nothing paid, suspended. */
export const ACCOUNT_REFUSED: readonly number[] = [401, 402, 403];
/** A request to a carrier's API: a path below `apiPath`, and form fields or (Telnyx) JSON for a POST. */
export interface ApiRequest {
  path: string;
  /** By default POST with fields, GET without. */
  method?: 'DELETE' | 'PATCH';
  /** Another host of the carrier. */
  base?: string;
  fields?: Readonly<Record<string, unknown>>;
}

/**
 * The answer of a carrier. `unknown`: there was none, so that nobody knows whether the carrier has acted. `refused`: the carrier,
 * or Leadline itself before asking it, has done nothing.
 */
export type ApiAnswer =
  | { kind: 'done'; body: unknown }
  | { kind: 'refused'; detail: string; status: number | undefined; code?: string }
  | { kind: 'unknown'; detail: string };

/** Returns the path of an account's resources: `/2010-04-01/Accounts/<id>`, for Telnyx `/v2`. */
export function apiPath({ carrier, account_id: id }: Pick<CarrierAccount, 'carrier' | 'account_id'>): string {
  if (carrier === 'telnyx') return '/v2';
  return `${carrier === 'signalwire' ? '/api/laml' : ''}/2010-04-01/Accounts/${id}`;
}

/** Sends a request. Redirects are not followed, since the credentials go along. */
export async function askCarrier(
  account: CarrierAccount,
  { path, fields, method, base }: ApiRequest,
  addresses: AddressRules,
): Promise<ApiAnswer> {
  const authorization = authorizationOf(account);
  if (authorization === undefined) return refused('The account has no credentials for the carrier’s API.');
  const address = (base ?? baseOf(account)) + path;
  const fault = faultOfAddress(address, addresses);
  if (fault !== undefined) return refused(fault);
  const content = fields === undefined ? undefined : contentOf(account, fields);
  try {
    const response = await fetch(address, {
      method: method ?? (content === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        Authorization: authorization,
        Accept: 'application/json',
        ...(content === undefined ? {} : { 'Content-Type': content.type }),
      },
      body: content?.body ?? null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await readAnswer(response);
  } catch {
    return { kind: 'unknown', detail: 'The carrier did not answer.' };
  }
}

/** The answer for a request that Leadline does not send. */
export function refused(detail: string): Exclude<ApiAnswer, { kind: 'done' }> {
  return { kind: 'refused', detail, status: undefined };
}

function contentOf(
  { carrier }: CarrierAccount,
  fields: Readonly<Record<string, unknown>>,
): { type: string; body: string } {
  if (carrier === 'telnyx') return { type: 'application/json', body: JSON.stringify(fields) };
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, String(item));
  }
  return { type: 'application/x-www-form-urlencoded', body: form.toString() };
}

async function readAnswer(response: Response): Promise<ApiAnswer> {
  // No Content, after a DELETE.
  if (response.status === 204) return { kind: 'done', body: null };
  const body = jsonOf(await textWithin(response, MAX_ANSWER_BYTES));
  if (response.ok && body !== undefined) return { kind: 'done', body };
  if (response.ok) return { kind: 'unknown', detail: 'The carrier’s answer cannot be read.' };
  const { detail, code } = refusalIn(response.status, body);
  if (response.status >= 500) return { kind: 'unknown', detail };
  return { kind: 'refused', detail, status: response.status, ...(code === undefined ? {} : { code }) };
}

/** Why a carrier refused a request: a sentence with its status and its own words, and its code. */
interface CarrierRefusal {
  detail: string;
  code: string | undefined;
}

/** Reads why a carrier refused. Does not throw, and ends in time. */
export async function readRefusal(response: Response): Promise<CarrierRefusal> {
  const text = await within(textWithin(response, MAX_ANSWER_BYTES), TIMEOUT_MS, undefined);
  return refusalIn(response.status, jsonOf(text));
}

/** Returns why a carrier refused. @param body the parsed JSON of its answer; undefined for anything else */
export function refusalIn(status: number, body: unknown): CarrierRefusal {
  const { message, code } = errorIn(body);
  return { detail: `The carrier answered ${status}${message === '' ? '.' : `: ${message}`}`, code };
}

/** Reads the error: `message`, `code` (Twilio, SignalWire) or the first of `errors` (Telnyx). */
function errorIn(body: unknown): { message: string; code: string | undefined } {
  const errors = isObject(body) ? body['errors'] : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : body;
  if (!isObject(first)) return { message: '', code: undefined };
  const { message, detail, title, code } = first;
  const text = [message, detail, title].find((each) => typeof each === 'string') ?? '';
  return {
    message: text.slice(0, MAX_DETAIL_LENGTH),
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : undefined,
  };
}
