/**
 * Calls and texts of erased people. Carriers repeat themselves and tell of recordings late: what they tell of such a call or text
 * is not kept. All that is left of it for a year is a hash of its carrier's id.
 */
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { Database } from '../../engine/storage/database.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';

export const ERASED_TELLINGS_KEPT_MS = 365 * 24 * 60 * 60_000;
/** The hashes, by when the erasure was. */
export const ERASED_TELLINGS: AgedRows = { table: 'erased_tellings', key: 'digest', time: 'erased_time' };

/** A call or a text, as its carrier knows it. */
export interface Telling {
  kind: 'call' | 'text';
  carrier: string;
  carrierId: string;
}

/** Notes that a call or a text is erased. */
export function noteErased(database: Database, telling: Telling, time: number): void {
  database.run(
    'INSERT OR REPLACE INTO erased_tellings (digest, erased_time) VALUES (?, ?)',
    digestOf(telling),
    time,
  );
}

export function wasErased(database: Database, telling: Telling): boolean {
  const sql = 'SELECT 1 AS found FROM erased_tellings WHERE digest = ?';
  return database.maybe(sql, digestOf(telling)) !== undefined;
}

/** Refuses what another system tells of an erased call or text. @throws Problem `erased` */
export function refuseErased(database: Database, telling: Telling): void {
  if (!wasErased(database, telling)) return;
  throw new Problem('erased', `The ${telling.kind} was erased with the person; nothing is kept of it.`);
}

function digestOf({ kind, carrier, carrierId }: Telling): string {
  return sha256Hex(JSON.stringify([kind, carrier, carrierId]));
}
