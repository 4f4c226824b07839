/**
 * Pushes a message to a browser through the service of its maker: encrypted for the browser (RFC 8291), with the signature of
 * this deployment (VAPID, RFC 8292).
 */
import { encryptNotification } from '@block65/webcrypto-web-push';
import { createECDH, hkdfSync } from 'node:crypto';
import { type AddressRules, faultOfAddress } from '../../../shared/http/public-addresses.ts';
import { askedWaitOf } from '../../../shared/limits/retry-after.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import type { DeviceRecord } from './devices.ts';

/** How long the service keeps a message for a browser that is away. */
const KEPT_S = 24 * 3600;
/** How long the service may take to answer. */
const TIMEOUT_MS = 10_000;
/** How long a signature is valid; at most a day (RFC 8292, 2). */
const SIGNED_S = 12 * 3600;
/** Length of the parts of an uncompressed point. */
const COORDINATE = 32;
/** Statuses after which a subscription is no longer valid; 401 and 403 if it was made for another key. */
const GONE: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** The key pair with which this deployment signs. */
export interface PushKeys {
  /** The public key, an uncompressed point in base64url, which browsers bind their subscriptions to. */
  publicKey: string;
  /** The private key, base64url. */
  privateKey: string;
}

/** A message to a browser. */
export interface PushedMessage {
  /** A message with the same id replaces one that the browser did not get yet. */
  id: string;
  /** JSON, below 4 kB. */
  payload: string;
  isUrgent: boolean;
}

/**
 * The result: `gone` if the browser wants no more, `failed` if it may be tried again, after `askedWaitMs` if the service asks for a
 * pause. `isSilent`: the service did not answer.
 */
export type PushOutcome =
  | { outcome: 'pushed' | 'gone' }
  | { outcome: 'failed'; detail: string; askedWaitMs: number; isSilent: boolean };

/**
 * Derives the key pair from the deployment's secret (HKDF, RFC 5869), so that all companies have the same one, which a browser
 * demands, and none is stored. With another secret browsers subscribe again.
 */
export function pushKeysOf(secret: string): PushKeys {
  const pair = createECDH('prime256v1');
  const privateKey = Buffer.from(hkdfSync('sha256', secret, '', 'leadline web push', COORDINATE));
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** Pushes a message. Does not throw. @param from.contact `mailto:` or https, for the service */
export async function push(
  { endpoint, p256dh, auth }: Pick<DeviceRecord, 'endpoint' | 'p256dh' | 'auth'>,
  message: PushedMessage,
  from: { keys: PushKeys; contact: string; rules: AddressRules },
): Promise<PushOutcome> {
  if (faultOfAddress(endpoint, from.rules) !== undefined) return { outcome: 'gone' };
  try {
    const body = await encryptNotification(
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      new TextEncoder().encode(message.payload),
    );
    const headers = {
      Authorization: await authorization(new URL(endpoint).origin, from),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(KEPT_S),
      Urgency: message.isUrgent ? 'high' : 'normal',
      Topic: message.id.replaceAll('-', '').slice(0, 32),
    };
    const request = fetch(endpoint, { method: 'POST', headers, body, redirect: 'manual' });
    return await within(
      request.then(outcomeOf),
      TIMEOUT_MS,
      failed('The push service did not answer in time.', { isSilent: true }),
    );
  } catch {
    return failed('The push service cannot be reached.', { isSilent: true });
  }
}

async function outcomeOf(answer: Response): Promise<PushOutcome> {
  await answer.body?.cancel();
  if (answer.ok) return { outcome: 'pushed' };
  return GONE.has(answer.status)
    ? { outcome: 'gone' }
    : failed(`The push service answered with status ${answer.status}.`, { askedWaitMs: askedWaitOf(answer) });
}

function failed(
  detail: string,
  { askedWaitMs = 0, isSilent = false }: { askedWaitMs?: number; isSilent?: boolean },
): PushOutcome {
  return { outcome: 'failed', detail, askedWaitMs, isSilent };
}

/** Returns the `Authorization` header: a JWT for the service's origin, signed with ES256 (RFC 8292, 3). */
async function authorization(
  audience: string,
  { keys: { publicKey, privateKey }, contact }: { keys: PushKeys; contact: string },
): Promise<string> {
  const point = Buffer.from(publicKey, 'base64url').subarray(1);
  const key = await crypto.subtle.importKey(
    'jwk',
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(0, COORDINATE).toString('base64url'),
      y: point.subarray(COORDINATE).toString('base64url'),
      d: privateKey,
    },
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  );
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: audience, exp: Math.floor(Date.now() / 1000) + SIGNED_S, sub: contact };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    new TextEncoder().encode(signed),
  );
  return `vapid t=${signed}.${Buffer.from(signature).toString('base64url')}, k=${publicKey}`;
}
