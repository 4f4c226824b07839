/**
 * How many texts go out in an hour: to a lead, by a user and of the company. They are counted in the database, in the
 * transaction of the text, so that an object that is killed forgets none.
 */
import { actorId, userOf } from '../../engine/context/actors.ts';
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { faultOfDestination } from '../../company/settings/destinations.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** Texts are counted by tens of minutes. */
const PART_MS = 10 * 60_000;
/** Parts that an hour touches: seven, since the first and the last are not whole. */
const PARTS = 7;

/** After this nobody asks for a count any more. */
export const COUNTS_KEPT_MS = PARTS * PART_MS;

/** The counts, by the time from which they count. */
export const OUTGOING_TEXTS: AgedRows = {
  table: 'outgoing_texts',
  key: 'start_time, scope',
  time: 'start_time',
};

interface Bound {
  scope: string;
  limit: number;
  /** Whose texts they are, in the refusal. */
  whose: string;
}

/**
 * Refuses numbers that the company does not write to.
 * @throws Problem `destination_not_allowed` for satellites, premium numbers and other countries than the company's
 */
export function requireDestination(context: WriteContext, phone: string): void {
  const detail = faultOfDestination(phone, countriesOf(context));
  if (detail === undefined) return;
  throw new Problem('destination_not_allowed', detail, { members: { countries: countriesOf(context) } });
}

/**
 * Counts a text that somebody writes to a lead.
 * @throws Problem `rate_limited` with `Retry-After` when there were too many in this hour
 */
export function countText(context: WriteContext, leadId: string): void {
  const { outgoing } = settingsOf(context).options();
  const { actor } = context;
  const writer = userOf(actor)?.userId;
  count(context, [
    { scope: `lead:${leadId}`, limit: outgoing.texts_per_lead, whose: 'to this lead' },
    {
      scope: writer === undefined ? actorId(actor) : `user:${writer}`,
      limit: outgoing.texts_per_user,
      whose: 'by one user',
    },
    { scope: 'company', limit: outgoing.texts_per_company, whose: 'of the company' },
  ]);
}

/**
 * Counts an automatic reply. Replies have a bound of their own, so that nobody outside can use up the company's texts.
 * @returns false for a number that the company does not write to, and where there were too many in this hour
 */
export function mayReply(context: WriteContext, phone: string): boolean {
  if (faultOfDestination(phone, countriesOf(context)) !== undefined) return false;
  const bound = {
    scope: 'replies',
    limit: settingsOf(context).options().outgoing.texts_per_company,
    whose: 'of replies',
  };
  if (waitOf(context, bound) !== undefined) return false;
  count(context, [bound]);
  return true;
}

function countriesOf(context: WriteContext): readonly string[] {
  const { default_region: region, outgoing } = settingsOf(context).options();
  return outgoing.countries ?? [region];
}

function count(context: WriteContext, bounds: readonly Bound[]): void {
  const { database, now } = context;
  const start = now - (now % PART_MS);
  database.run('DELETE FROM outgoing_texts WHERE start_time <= ?', start - COUNTS_KEPT_MS);
  for (const bound of bounds) {
    const wait = waitOf(context, bound);
    if (wait === undefined) continue;
    const detail = `At most ${bound.limit} texts ${bound.whose} in an hour (the option outgoing); wait before the next one.`;
    throw new Problem('rate_limited', detail, { headers: { 'Retry-After': String(wait) } });
  }
  for (const { scope } of bounds) {
    database.run(
      `INSERT INTO outgoing_texts (start_time, scope, count) VALUES (?, ?, 1)
       ON CONFLICT (start_time, scope) DO UPDATE SET count = count + 1`,
      start,
      scope,
    );
  }
}

/** Seconds until there is room for one more text; undefined: there is. */
function waitOf({ database, now }: WriteContext, { scope, limit }: Bound): number | undefined {
  const start = now - (now % PART_MS);
  const starts = Array.from({ length: PARTS }, (_, index) => start - index * PART_MS);
  const rows = database.all<{ start_time: number; count: number }>(
    `SELECT start_time, count FROM outgoing_texts
     WHERE scope = ? AND start_time IN (SELECT value FROM json_each(?)) ORDER BY start_time`,
    scope,
    JSON.stringify(starts),
  );
  let total = rows.reduce((sum, row) => sum + row.count, 0);
  if (total < limit) return undefined;
  // The oldest are forgotten first; a limit that was lowered may need several of them.
  for (const row of rows) {
    total -= row.count;
    if (total < limit) return Math.ceil((row.start_time + COUNTS_KEPT_MS - now) / 1000);
  }
  return Math.ceil(COUNTS_KEPT_MS / 1000);
}
