/**
 * The request that brings a message to a receiver, signed as Standard Webhooks 1.0 says: the receiver checks that it comes
 * from us, is whole and is not an old one played again. Pure.
 */
import { createHmac } from 'node:crypto';

/** What is sent. */
export interface Message {
  /** The same at every attempt, so that a receiver knows what it has already. */
  id: string;
  /** JSON. */
  body: string;
}

/**
 * The signed request.
 * @param secrets each makes a signature of its own, so that a receiver may know the new one or the former one
 * @param now milliseconds since the epoch; every attempt has a timestamp of its own
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
    // A redirect is not followed: the signature was meant for the URL that the company gave.
    redirect: 'manual',
  });
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
