/**
 * Credentials of the core API: HTTP Basic (RFC 7617) with an e-mail address and a secret, or the secret alone as a Bearer
 * token (RFC 6750). A secret is an access token (`llt_`) or an API key (`llk_`): a random string that contains its
 * company's id, so that a request without a company in its path can be routed.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { randomBytes } from 'node:crypto';
import { Problem } from './problems.ts';

/** The challenge of a 401. */
export const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="leadline", charset="UTF-8"' };

const PREFIX_LENGTH = 'llt_'.length;
const COMPANY_BYTES = 16;
/** Base64 is decoded in groups of four: 24 characters are 18 bytes, of which the first 16 are the company's. */
const COMPANY_CHARACTERS = 24;
const RANDOM_BYTES = 32;
const SECRET_SHAPE = /^ll[kt]_[\w-]{64}$/;

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ASCII = /^\p{ASCII}*$/u;

/** The credentials in an `Authorization` header. */
export interface Credentials {
  /** undefined for a Bearer token. */
  email: string | undefined;
  secret: string;
}

/** Tells whether a header has credentials of the core API, valid or not; any other Bearer token is the operator's. */
export function isForCore(authorization: string | undefined): boolean {
  return /^(?:basic\b|bearer +ll[kt]_)/i.test(authorization?.trim() ?? '');
}

/**
 * Reads a Bearer token, or splits a Basic header at the first colon (RFC 7617, 2; UTF-8).
 * @throws Problem 401: `credentials_required` without such a header, `invalid_credentials` for a malformed one
 */
export function readCredentials(authorization: string | undefined): Credentials {
  const header = authorization?.trim() ?? '';
  const bearer = /^bearer +(ll[kt]_\S*)$/i.exec(header)?.[1];
  if (bearer !== undefined) return { email: undefined, secret: bearer };
  const encoded = /^basic(?: +([^ ].*))?$/i.exec(header);
  if (encoded === null) {
    throw new Problem(
      'credentials_required',
      'Send Authorization: Basic with the base64 of email:access_token, or Bearer with an API key.',
      { headers: CHALLENGE },
    );
  }
  const [, email, secret] = /^([^:]*):(.*)$/s.exec(decodeBase64(encoded[1] ?? '')) ?? [];
  if (email === undefined || secret === undefined) throw invalidCredentials();
  return { email, secret };
}

/** Refuses wrong credentials; the same answer whatever is wrong with them. */
export function invalidCredentials(
  detail = 'The e-mail address or the access token is wrong; issue a new token at /auth/issue_token.',
): Problem {
  return new Problem('invalid_credentials', detail, { headers: CHALLENGE });
}

/** Makes a secret: 16 bytes of company id and 32 random ones, as 64 characters of base64url (no padding, no colon). */
export function makeSecret(prefix: 'llk_' | 'llt_', companyId: string): string {
  const company = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  return prefix + Buffer.concat([company, randomBytes(RANDOM_BYTES)]).toString('base64url');
}

/** Returns the UUID of the company in a secret; undefined for a malformed one. */
export function companyOfSecret(secret: string): string | undefined {
  if (!SECRET_SHAPE.test(secret)) return undefined;
  // A Buffer would be one more native object for each request (decision 001).
  const start = secret.slice(PREFIX_LENGTH, PREFIX_LENGTH + COMPANY_CHARACTERS);
  const text = atob(start.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(COMPANY_BYTES);
  for (let index = 0; index < COMPANY_BYTES; index += 1) bytes[index] = text.charCodeAt(index);
  const hex = bytesToHex(bytes);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Tells whether a secret is an API key. */
export function isKey(secret: string): boolean {
  return secret.startsWith('llk_');
}

function decodeBase64(text: string): string {
  try {
    const bytes = atob(text);
    // ASCII is valid UTF-8 as it is.
    return ASCII.test(bytes) ? bytes : UTF_8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return '';
  }
}
