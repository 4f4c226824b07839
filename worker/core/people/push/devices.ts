/** The browsers to which the notifications of users are pushed. */
import { Problem } from '../../../shared/http/problems.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, Table } from '../../engine/storage/table.ts';
import { readToken } from '../tokens/tokens.ts';
import type { NewDeviceInput } from './schema.ts';

/** Most browsers of a user. The oldest is left out. */
const MOST_OF_A_USER = 10;

export interface DeviceRecord {
  deviceId: string;
  userId: string;
  /** The SHA-256 of the session's token. */
  tokenHash: string;
  /** The address at the push service of the browser's maker. */
  endpoint: string;
  /** The browser's public key and its secret, base64url (RFC 8291, 2). */
  p256dh: string;
  auth: string;
  /** What the user recognizes it by. */
  name: string;
  /** Milliseconds since the epoch. */
  createdTime: number;
  /** The number of the message that it got last. */
  lastMessage: number | null;
}

const ROWS = new Table<DeviceRecord>('push_subscriptions', {
  deviceId: AS_IS,
  userId: AS_IS,
  tokenHash: AS_IS,
  endpoint: AS_IS,
  p256dh: AS_IS,
  auth: AS_IS,
  name: AS_IS,
  createdTime: AS_IS,
  lastMessage: AS_IS,
});
const OF_USER = ROWS.select('WHERE user_id = ? ORDER BY created_time, device_id');
const BY_ENDPOINT = ROWS.select('WHERE endpoint = ?');
const INSERT = ROWS.insert();

/** Lists the browsers of a user, oldest first. */
export function devicesOf(database: Database, userId: string): DeviceRecord[] {
  return ROWS.all(database, OF_USER, userId);
}

/**
 * Stores a browser, in the place of what was known of it. It stays as long as the session.
 * @throws Problem 403 for a caller without a session or an access token
 */
export function addDevice(
  { database, now }: WriteContext,
  { userId, tokenHash }: Pick<DeviceRecord, 'userId' | 'tokenHash'>,
  { endpoint, keys, name }: NewDeviceInput,
): DeviceRecord {
  if (readToken(database, tokenHash) === undefined) {
    throw new Problem('permission_denied', 'Use the access token of a user, not an API key.');
  }
  const known = ROWS.maybe(database, BY_ENDPOINT, endpoint);
  const device: DeviceRecord = {
    deviceId: known?.deviceId ?? crypto.randomUUID(),
    userId,
    tokenHash,
    endpoint,
    p256dh: keys.p256dh,
    auth: keys.auth,
    name,
    createdTime: known?.userId === userId ? known.createdTime : now,
    lastMessage: known?.userId === userId ? known.lastMessage : null,
  };
  database.run('DELETE FROM push_subscriptions WHERE endpoint = ?', endpoint);
  database.run(INSERT, ...ROWS.values(device));
  database.run(
    `DELETE FROM push_subscriptions WHERE device_id IN (SELECT device_id FROM push_subscriptions
       WHERE user_id = ? ORDER BY created_time DESC, rowid DESC LIMIT -1 OFFSET ?)`,
    userId,
    MOST_OF_A_USER,
  );
  return device;
}

/** Forgets a browser of a user. @returns whether there was one */
export function removeDevice(database: Database, userId: string, deviceId: string): boolean {
  const removed = database.maybe(
    'DELETE FROM push_subscriptions WHERE device_id = ? AND user_id = ? RETURNING 1',
    deviceId,
    userId,
  );
  return removed !== undefined;
}

/** Forgets all browsers of a user. */
export function deleteDevicesOf(database: Database, userId: string): void {
  database.run('DELETE FROM push_subscriptions WHERE user_id = ?', userId);
}

/** Records that a browser got a message. */
export function recordPushed(database: Database, deviceId: string, messageNumber: number): void {
  database.run('UPDATE push_subscriptions SET last_message = ? WHERE device_id = ?', messageNumber, deviceId);
}
