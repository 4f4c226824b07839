/**
 * Builds the request that delivers a message, with the signature of Standard Webhooks 1.0. With it, the receiver can check that
 * the message comes from us, is unchanged and is not an old one sent again. Pure.
 */
import { createHmac } from 'node:crypto';

/** A message to send, as features give it (`OutgoingMessage`). */
export interface Message {
  /** The same in every attempt, so that a receiver recognizes repetitions. */
  id: string;
  /** JSON. */
  body: string;
  /** A parameter of the address by which the receiver recognizes repetitions; absent if it has none. */
  repeatedBy?: { parameter: string; value: string };
}

/**
 * Returns the request, signed if there are secrets.
 * @param secrets each secret gives a signature, so that a receiver may use the new or the former one; none for a chat channel
 * @param now milliseconds since the epoch; each attempt has its own timestamp
 */
export function signedRequest(
  url: string,
  { id, body, repeatedBy }: Message,
  { secrets, now }: { secrets: readonly string[]; now: number },
): Request {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Leadline' };
  // Redirects are not followed, because the message is for the URL that the company gave.
  const plain = { method: 'POST', body, redirect: 'manual' } as const;
  // A chat platform knows its senders by the address.
  if (secrets.length === 0) return new Request(withParameter(url, repeatedBy), { ...plain, headers });
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`);
  return new Request(url, {
    ...plain,
    headers: {
      ...headers,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
  });
}

function withParameter(url: string, repeatedBy: Message['repeatedBy']): string {
  if (repeatedBy === undefined) return url;
  const address = new URL(url);
  address.searchParams.set(repeatedBy.parameter, repeatedBy.value);
  return address.href;
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
