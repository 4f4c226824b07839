/** Signs in as a service account of Google: a JWT signed with the account's key (RFC 7523), for an access token. */
import { GOOGLE_SCOPE, GOOGLE_TOKEN_URL } from './facts.ts';
import { memberOf, type PlatformAnswer, type PlatformRequest, textMember } from './requests.ts';

/** The longest that Google takes, in seconds. */
const VALID_SECONDS = 3_600;

/** The part of a service account's key file that is used. */
interface KeyFile {
  clientEmail: string;
  privateKey: string;
}

/** Reads a key file, the JSON that Google Cloud makes. @returns undefined for anything else */
export function readKeyFile(text: string): KeyFile | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  const clientEmail = textMember(document, 'client_email');
  const privateKey = textMember(document, 'private_key');
  if (clientEmail === undefined || privateKey === undefined) return undefined;
  return derOf(privateKey) === undefined ? undefined : { clientEmail, privateKey };
}

/**
 * Builds the request for an access token.
 * @param now milliseconds since the epoch
 * @throws Error if the key is no RSA key
 */
export async function tokenRequest(
  { clientEmail, privateKey }: KeyFile,
  now: number,
): Promise<PlatformRequest> {
  const time = Math.floor(now / 1000);
  const claims = {
    iss: clientEmail,
    scope: GOOGLE_SCOPE,
    aud: GOOGLE_TOKEN_URL,
    iat: time,
    exp: time + VALID_SECONDS,
  };
  const content = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey(
    'pkcs8',
    derOf(privateKey) ?? new Uint8Array(),
    algorithm,
    false,
    ['sign'],
  );
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(content));
  const assertion = `${content}.${Buffer.from(signature).toString('base64url')}`;
  return {
    url: GOOGLE_TOKEN_URL,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }).toString(),
  };
}

/** Reads the answer to it: the token and its validity in seconds, or what is wrong. */
export function readToken({ status, body }: PlatformAnswer): { token: string; seconds: number } | string {
  const token = textMember(body, 'access_token');
  const seconds = memberOf(body, 'expires_in');
  if (status === 200 && token !== undefined) {
    return { token, seconds: typeof seconds === 'number' ? seconds : VALID_SECONDS };
  }
  const said = textMember(body, 'error_description') ?? textMember(body, 'error');
  return `Google does not let the service account in: ${said ?? `status ${status}`}.`;
}

function encoded(document: object): string {
  return Buffer.from(JSON.stringify(document)).toString('base64url');
}

/** Returns the bytes of a key in PEM; undefined for anything else. */
function derOf(pem: string): Uint8Array<ArrayBuffer> | undefined {
  const text = /-----BEGIN PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END PRIVATE KEY-----/.exec(pem)?.[1];
  return text === undefined ? undefined : Uint8Array.from(Buffer.from(text, 'base64'));
}
