/** Troubles: what does not work outside of the company. Super admins are notified once until it works again. */
import type { Trouble, TroubleKeeper, Feature } from '../../engine/context/feature.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { NotificationType } from '../notifications/answer-schema.ts';
import type { Database } from '../../engine/storage/database.ts';
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
  'silence.began',
  'silence.ended',
  'costs.failing',
  'costs.working',
];

export const troubleKeeper: TroubleKeeper = { begin: beginTrouble, end: endTrouble };

/** Notifies the super admins, who may mend all parts, of a trouble that is new. */
function beginTrouble(context: WriteContext, { part, ...told }: Trouble): void {
  const { database, now } = context;
  const isNew = database.maybe(
    `INSERT INTO troubles (part, is_open, told_time) VALUES (?1, 1, ?2)
     ON CONFLICT (part) DO UPDATE SET is_open = 1, told_time = ?2 WHERE is_open = 0 AND told_time <= ?3
     RETURNING part`,
    part,
    now,
    now - LEAST_BETWEEN_MS,
  );
  if (isNew !== undefined) tell(context, told);
}

/** Ends a trouble, and tells `over` if there was one. Those that ended long ago are forgotten. */
function endTrouble(context: WriteContext, part: string, over?: Omit<Trouble, 'part'>): void {
  const { database, now } = context;
  const ended = database.maybe(
    'UPDATE troubles SET is_open = 0 WHERE part = ? AND is_open = 1 RETURNING part',
    part,
  );
  if (ended !== undefined && over !== undefined) tell(context, over);
  database.run('DELETE FROM troubles WHERE is_open = 0 AND told_time <= ?', now - LEAST_BETWEEN_MS);
}

function tell(context: WriteContext, { type, data }: Omit<Trouble, 'part'>): void {
  const known = TYPES.find((each) => each === type);
  if (known === undefined) throw new Error(`There is no notification ${type}.`);
  const superadmins = listUsers(context.database).filter(
    (user) => user.roleId === 'superadmin' && !user.isSuspended,
  );
  for (const { userId } of superadmins.slice(0, MOST_TOLD)) notify(context, { type: known, userId, data });
  tellChannels(context, { type: known, data });
}

/** Returns the open troubles of parts that begin in the same way, and when they were told. @param beginning without `*`, `?` and `[` */
export function openTroubles(database: Database, beginning: string): { part: string; toldTime: number }[] {
  return database.all<{ part: string; toldTime: number }>(
    'SELECT part, told_time AS toldTime FROM troubles WHERE part GLOB ? AND is_open = 1 ORDER BY part',
    `${beginning}*`,
  );
}

/** Troubles with receivers of webhooks, ad platforms and carriers. */
export const troublesFeature: Feature = { troubles: troubleKeeper };
