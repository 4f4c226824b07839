/**
 * Builds the request that delivers a message, with the signature of Standard Webhooks 1.0. With it, the receiver can check that
 * the message comes from us, is unchanged and is not an old one sent again. Pure.
 */
import { createHmac } from 'node:crypto';

/** A message to send. */
export interface Message {
  /** The same in every attempt, so that a receiver recognizes repetitions. */
  id: string;
  /** JSON. */
  body: string;
}

/**
 * Returns the signed request.
 * @param secrets each secret gives a signature, so that a receiver may use the new or the former one
 * @param now milliseconds since the epoch; each attempt has its own timestamp
 */
export function signedRequest(
  url: string,
  { id, body }: Message,
  { secrets, now }: { secrets: readonly string[]; now: number },
): Request {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`);
  return new Request(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Leadline',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
    // Redirects are not followed, because the message is signed for the URL that the company gave.
    redirect: 'manual',
  });
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
