/**
 * Identifiers of people who were erased during an import. Rows that contain one are skipped, so that the import does not create
 * the person again. Only hashes are stored, made with a key that is not in the database, and only as long as an import can take.
 */
import { KeyedHash } from '../../../../shared/secrets/keyed-hash.ts';
import type { AgedRows } from '../../../engine/context/aged-rows.ts';
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import type { CompanyState } from '../../../engine/context/company-context.ts';
import type { Remembered } from '../../../engine/context/memory.ts';

export const ERASED_IDENTIFIERS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** The hashes, by the time of the erasure. */
export const ERASED_IDENTIFIERS: AgedRows = {
  table: 'erased_identifiers',
  key: 'digest',
  time: 'erased_time',
};

/** Hashes match keys of one company. */
export class IdentifierHashes implements Remembered {
  readonly #companyId: string;
  readonly #secret: string | undefined;
  readonly #hash = new KeyedHash('erased identifiers');

  /** @param secret the deployment's secret; without it, hashes are not recognized after the object restarts */
  constructor({ companyId }: CompanyState, secret?: string) {
    this.#companyId = companyId;
    this.#secret = secret;
  }

  /** Returns the hash of a match key. */
  of(key: string): string {
    return this.#hash.of(`${this.#companyId} ${key}`, this.#secret);
  }

  /** Does nothing: no data from the database is remembered. */
  forget(): void {}
}

/**
 * Stores the identifiers of an erased person, if an import is running that may contain them.
 * @param keys match keys
 */
export function storeErasedIdentifiers(
  { database, memory, now, wakeBy }: WriteContext,
  keys: readonly string[],
): void {
  const unfinished = "SELECT 1 AS found FROM imports WHERE status <> 'done' LIMIT 1";
  if (database.maybe(unfinished) === undefined) return;
  const hashes = memory.of(IdentifierHashes);
  database.run(
    `INSERT INTO erased_identifiers (digest, erased_time) SELECT value, ?2 FROM json_each(?1) WHERE true
     ON CONFLICT (digest) DO UPDATE SET erased_time = excluded.erased_time`,
    JSON.stringify([...new Set(keys.map((key) => hashes.of(key)))]),
    now,
  );
  wakeBy(now + ERASED_IDENTIFIERS_KEPT_MS);
}

/** Returns a function that tells whether one of the match keys was erased at that time or later. */
export function erasedSince(
  { database, memory }: RequestContext,
  time: number,
): (keys: readonly string[]) => boolean {
  const rows = database.all<{ digest: string }>(
    'SELECT digest FROM erased_identifiers WHERE erased_time >= ?',
    time,
  );
  if (rows.length === 0) return () => false;
  const erased = new Set(rows.map(({ digest }) => digest));
  const hashes = memory.of(IdentifierHashes);
  return (keys) => keys.some((key) => erased.has(hashes.of(key)));
}
