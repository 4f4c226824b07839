/**
 * The request that delivers a notification, signed as Standard Webhooks 1.0 says: the receiver checks that it comes from
 * us, is whole and is not an old one played again. Pure.
 */
import { createHmac } from 'node:crypto';
import type { NotificationWebhook } from '../settings/records.ts';
import type { NotificationRecord } from './schema.ts';

/** Waits after the first, second, ... failure, in milliseconds: a hiccup is over in seconds, an outage takes a day. */
const RETRY_WAITS_MS = [2, 10, 60, 300, 1800, 7200, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600].map(
  (seconds) => seconds * 1000,
);

/** Milliseconds until the next attempt after so many failed ones; undefined when there is none any more. */
export function waitAfter(failedAttempts: number): number | undefined {
  return RETRY_WAITS_MS[failedAttempts - 1];
}

/**
 * The signed request.
 * @param now milliseconds since the epoch; every attempt has a timestamp of its own, and one id
 */
export function webhookRequest(
  webhook: NotificationWebhook,
  notification: NotificationRecord,
  context: { companyId: string; now: number },
): Request {
  const body = JSON.stringify({
    type: notification.type,
    timestamp: new Date(notification.createdTime).toISOString(),
    data: { company_id: context.companyId, user_id: notification.userId, ...notification.data },
  });
  const timestamp = String(Math.floor(context.now / 1000));
  return new Request(webhook.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Leadline',
      'webhook-id': notification.notificationId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${sign(webhook.secret, `${notification.notificationId}.${timestamp}.${body}`)}`,
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
