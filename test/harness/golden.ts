/**
 * Compares requests and answers with golden files, after replacing values that differ between runs. The examples of the API
 * reference are these files.
 */
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { requestOf } from './exchanges.ts';

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
const WEBHOOK_SECRET = /whsec_[\w+/]{43}=/g;
/** Matches encrypted values in the addresses of a call that the edge answers by itself. */
const BEGUN_CALL = /~[\w-]{80,}/g;
/** Matches the id of an account's object, the handle of its passkeys. */
const HANDLE = /^[\w-]{43}$/;
/** The host of the tests, which is that of their passkeys. */
const LOCAL_HOST = /^127\.0\.0\.1$/;
const LOCAL_ADDRESS = /http:\/\/127\.0\.0\.1:\d+/g;
/** Values that differ from run to run. */
const VARYING: Record<string, number | string | object> = {
  last_event_time: 1_767_323_045_678,
  lead_last_event_time: 1_767_323_045_678,
  answer_milliseconds: 12,
  hint: 'AAAA',
  conversion_id: `c${'0'.repeat(31)}`,
  // What an authenticator answers, and is asked.
  challenge: 'AAAA',
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  attestationObject: 'AAAA',
  publicKey: 'AAAA',
  signature: 'AAAA',
  userHandle: 'AAAA',
  // The regular expressions for printed forms, which change with the widget.
  forms: {},
};
const SECRET = /(ll[kt])_[\w-]{64}/g;
/** Matches links for a password. */
const LINK = /lli_[\w-]{66}/g;
/** Matches the secret in the address of a shared page. */
const SHARED_PAGE = /(?<=\/reports\/shared\/[\w-]{36}\/)[\w-]{32}$/;
/** Matches secrets of authenticator apps (base32), their codes, and recovery codes. */
const TOTP_SECRET = /\b[A-Z2-7]{32}\b/g;
const TOTP_CODE = /^\d{6}$/;
const RECOVERY_CODE = /^(?:[\da-z]{4}-){3}[\da-z]{4}$/;
/** Matches the part of addresses that differs between tests. */
const ADDRESS_MARK = /(?<=\w)\.[\da-f]{8}(?=@|%40)/g;

/** Compares an answer with the golden file of a name and returns its body. */
export type Compare = <Body>(name: string, response: Response) => Promise<Body>;

/** Returns a function that compares answers with golden files. They share one numbering of ids. @param folder below `test/golden` */
export function goldenFiles(folder: string): Compare {
  const normal = normalizer();
  return async <Body>(name: string, response: Response) => {
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('Content-Type') ?? 'json');
    const answer = (!isJson ? text : text === '' ? null : JSON.parse(text)) as Body;
    const body = normal(answer);
    const content = { request: normal(askedBy(response)), status: response.status, body };
    await expect(`${JSON.stringify(content, undefined, 2)}\n`).toMatchFileSnapshot(
      resolve('test/golden', folder, `${name}.json`),
    );
    return answer;
  };
}

/** Returns the query and the body of the request, if it has them. */
function askedBy(response: Response): { query?: Record<string, string>; body?: unknown } {
  const request = requestOf(response);
  const query = Object.fromEntries(request?.url.searchParams ?? []);
  return {
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(request?.body === undefined ? {} : { body: request.body }),
  };
}

/** Tells whether a member varies. A setting and a list have the name of the expressions. */
function isVarying(key: string, member: unknown): boolean {
  return (
    VARYING[key] !== undefined && (key !== 'forms' || (typeof member === 'object' && !Array.isArray(member)))
  );
}

function normalizer(): (value: unknown) => unknown {
  const ids = new Map<string, string>();
  const idOf = (id: string): string => {
    if (!ids.has(id)) ids.set(id, `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`);
    return ids.get(id) ?? '';
  };
  const normalText = (text: string): string =>
    text
      .replaceAll(TIME, '2026-01-02T03:04:05.678Z')
      .replaceAll(UUID, idOf)
      .replaceAll(ADDRESS_MARK, '')
      .replaceAll(WEBHOOK_SECRET, `whsec_${'A'.repeat(43)}=`)
      .replaceAll(BEGUN_CALL, '~sealed')
      .replaceAll(LOCAL_ADDRESS, 'https://hooks.example.com')
      .replace(HANDLE, 'A'.repeat(43))
      .replace(LOCAL_HOST, 'leadline.example.com')
      .replace(SHARED_PAGE, 'A'.repeat(32))
      .replaceAll(TOTP_SECRET, 'A'.repeat(32))
      .replace(TOTP_CODE, '123456')
      .replace(RECOVERY_CODE, '0000-0000-0000-0000')
      .replaceAll(LINK, `lli_${'A'.repeat(66)}`)
      .replaceAll(SECRET, `$1_${'A'.repeat(64)}`);
  const normal = (value: unknown): unknown => {
    if (typeof value === 'string') return normalText(value);
    if (Array.isArray(value)) return value.map(normal);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        isVarying(key, member) ? VARYING[key] : normal(member),
      ]),
    );
  };
  return normal;
}
