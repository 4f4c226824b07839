/** Troubles: what does not work outside of the company. Super admins are notified once until it works again. */
import type { Trouble, TroubleKeeper, Feature } from '../../engine/context/feature.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { NotificationType } from '../notifications/answer-schema.ts';
import { tellChannels } from '../chat/notices.ts';
import { notify } from '../notifications/notifications.ts';
import { listUsers } from '../users/users.ts';

/** A part that works and fails by turns is told of at most this often. */
const LEAST_BETWEEN_MS = 60 * 60_000;
/** The most super admins who are notified. */
const MOST_TOLD = 20;
/** The types of notifications about troubles. */
const TYPES: readonly NotificationType[] = [
  'webhook.failing',
  'chat.failing',
  'conversions.failing',
  'carrier.refusing',
  'numbers.astray',
  'forms.dropped',
];

export const troubleKeeper: TroubleKeeper = { begin: beginTrouble, end: endTrouble };

/** Notifies the super admins, who may mend all parts, of a trouble that is new. */
function beginTrouble(context: WriteContext, { part, type, data }: Trouble): void {
  const known = TYPES.find((each) => each === type);
  if (known === undefined) throw new Error(`There is no notification ${type}.`);
  const { database, now } = context;
  const isNew = database.maybe(
    `INSERT INTO troubles (part, is_open, told_time) VALUES (?1, 1, ?2)
     ON CONFLICT (part) DO UPDATE SET is_open = 1, told_time = ?2 WHERE is_open = 0 AND told_time <= ?3
     RETURNING part`,
    part,
    now,
    now - LEAST_BETWEEN_MS,
  );
  if (isNew === undefined) return;
  const superadmins = listUsers(database).filter((user) => user.roleId === 'superadmin' && !user.isSuspended);
  for (const { userId } of superadmins.slice(0, MOST_TOLD)) notify(context, { type: known, userId, data });
  tellChannels(context, { type: known, data });
}

/** Ends a trouble. Those that ended long ago are forgotten. */
function endTrouble({ database, now }: WriteContext, part: string): void {
  database.run('UPDATE troubles SET is_open = 0 WHERE part = ? AND is_open = 1', part);
  database.run('DELETE FROM troubles WHERE is_open = 0 AND told_time <= ?', now - LEAST_BETWEEN_MS);
}

/** Troubles with receivers of webhooks, ad platforms and carriers. */
export const troublesFeature: Feature = { troubles: troubleKeeper };
