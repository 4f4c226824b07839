/** What each user has chosen: channels by kind, quiet hours, a daily digest. The table, and the memory of it. */
import { lruCache } from '../../../shared/lru-cache.ts';
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext, CompanyState } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, json, nullableJson, Table } from '../../engine/storage/table.ts';
import { type LocalClock, fixedClock, zoneClock } from '../../engine/times/local-clock.ts';
import type { Times } from './due-times.ts';
import { findUser } from '../users/users.ts';
import { type Channel, type Kind, KINDS } from './channels.ts';
import { isDefault } from './kinds.ts';

/** Most users whose choices are remembered. Those of others are read again. */
const MAX_REMEMBERED = 1_000;

/** The choices of a user. Kinds and channels that are absent have their defaults. */
export interface Choices extends Times {
  userId: string;
  kinds: Partial<Record<Kind, Partial<Record<Channel, boolean>>>>;
  /** IANA zone; null for the company's. */
  timeZone: string | null;
}

const ROWS = new Table<Choices>('notification_choices', {
  userId: AS_IS,
  kinds: json(),
  quietHours: nullableJson(),
  digestAt: AS_IS,
  timeZone: AS_IS,
});
const BY_USER = ROWS.select('WHERE user_id = ?');
const SAVE = ROWS.upsert(['userId'], []);

/** Returns the choices of a user from the memory of the company's object. */
export function choicesOf({ memory }: Pick<CompanyState, 'memory'>, userId: string): Choices {
  return memory.of(RememberedChoices).of(userId);
}

/** Tells whether a user wants a kind by a channel. */
export function wants({ kinds }: Choices, kind: Kind, channel: Channel): boolean {
  return kinds[kind]?.[channel] ?? isDefault(kind, channel);
}

/** Returns the clock of a user's quiet hours: their zone, else the company's. */
export function clockOf(context: Pick<CompanyState, 'memory'>, { timeZone }: Choices): LocalClock {
  const zone = timeZone ?? timeZoneOf(context);
  return zoneClock(zone) ?? fixedClock(0);
}

/** Saves the choices of a user. */
export function saveChoices(context: WriteContext, choices: Choices): void {
  context.memory.of(RememberedChoices).forget();
  context.database.run(SAVE, ...ROWS.values(choices));
}

/** Ends the mail of a kind to a user, or all of it for the digest, as a signed link asks. */
export function endMail(company: CompanyContext, userId: string, topic: string): void {
  commit(company, contextOfActor(company, { kind: 'system', name: 'unsubscribe' }), (context) =>
    saveEndOfMail(context, userId, topic),
  );
}

/** Does nothing for an unknown user or kind. */
function saveEndOfMail(context: WriteContext, userId: string, topic: string): void {
  const ended = topic === 'digest' ? KINDS : KINDS.filter((kind) => kind === topic);
  if (ended.length === 0 || findUser(context.database, userId) === undefined) return;
  const choices = choicesOf(context, userId);
  const off = ended.map((kind) => [kind, { ...choices.kinds[kind], mail: false }] as const);
  saveChoices(context, { ...choices, kinds: { ...choices.kinds, ...Object.fromEntries(off) } });
  context.audit({ action: 'user.mail_ended', subject: `user:${userId}`, detail: { topic } });
}

class RememberedChoices {
  readonly #database: Database;
  readonly #known = lruCache<Choices>(MAX_REMEMBERED);

  constructor({ database }: CompanyState) {
    this.#database = database;
  }

  of(userId: string): Choices {
    const known = this.#known.get(userId);
    if (known !== undefined) return known;
    const none: Choices = { userId, kinds: {}, quietHours: null, digestAt: null, timeZone: null };
    const choices = ROWS.maybe(this.#database, BY_USER, userId) ?? none;
    this.#known.set(userId, choices);
    return choices;
  }

  /** Forgets the choices, so that the next reads come from the database. */
  forget(): void {
    this.#known.clear();
  }
}
