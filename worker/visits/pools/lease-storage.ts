/** Reads and writes the leases of a pool: the one file with their SQL. */
import { Database, type Row } from '../../core/engine/storage/database.ts';
import { isMigrated, migrate } from '../../core/engine/storage/migrate.ts';
import type { HourOfPool } from '../../dni/pure/pool-load.ts';
import schema from './001-leases.sql';
import blocks from './002-blocks.sql';
import type { Lease } from './leases.ts';

const MIGRATIONS = [
  { name: '001-leases', sql: schema },
  { name: '002-blocks', sql: blocks },
];

interface LeaseRow extends Row {
  number: string;
  holder: string;
  network: string;
  block: string;
  begun: number;
  ends: number;
}

interface HourRow extends Row {
  hour: number;
  leases: number;
  overflows: number;
  held_ms: number;
}

/** The last lease of each number, and counts, in the database of the pool's object. A pool that was never leased from stores nothing. */
export class LeaseStorage {
  readonly #database: Database;
  #isCreated: boolean;

  constructor(storage: DurableObjectStorage) {
    this.#database = new Database(storage);
    this.#isCreated = isMigrated(this.#database);
    if (this.#isCreated) migrate(this.#database, MIGRATIONS);
  }

  /** Returns the last lease of each number. */
  lastLeases(): Map<string, Lease> {
    if (!this.#isCreated) return new Map();
    const rows = this.#database.all<LeaseRow>(
      'SELECT number, holder, network, block, begun, ends FROM leases',
    );
    return new Map(rows.map((row) => [row.number, row]));
  }

  /** Returns the counts from a time on, the first hour first. */
  hours(from: number): HourOfPool[] {
    if (!this.#isCreated) return [];
    return this.#database
      .all<HourRow>('SELECT hour, leases, overflows, held_ms FROM hours WHERE hour >= ? ORDER BY hour', from)
      .map(({ held_ms: heldMs, ...hour }) => ({ ...hour, heldMs }));
  }

  /** Stores a lease instead of the number's last one, and adds to the counts. */
  write(lease: Lease, counts: HourOfPool): void {
    this.#create();
    this.#database.transaction(() => {
      this.#put(lease);
      this.count(counts);
    });
  }

  /** Stores leases instead of the last ones of their numbers. */
  replace(leases: readonly Lease[]): void {
    this.#database.transaction(() => leases.forEach((lease) => this.#put(lease)));
  }

  #put({ number, holder, network, block, begun, ends }: Lease): void {
    this.#database.run(
      'INSERT OR REPLACE INTO leases (number, holder, network, block, begun, ends) VALUES (?, ?, ?, ?, ?, ?)',
      number,
      holder,
      network,
      block,
      begun,
      ends,
    );
  }

  /** Adds to the counts of an hour. */
  count({ hour, leases, overflows, heldMs }: HourOfPool): void {
    this.#create();
    this.#database.run(
      `INSERT INTO hours (hour, leases, overflows, held_ms) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET leases = leases + excluded.leases, overflows = overflows + excluded.overflows,
         held_ms = held_ms + excluded.held_ms`,
      hour,
      leases,
      overflows,
      heldMs,
    );
  }

  /** Deletes the leases that ended before a time, and the counts of hours before another. */
  deleteBefore(ended: number, hour: number): void {
    if (!this.#isCreated) return;
    this.#database.run('DELETE FROM leases WHERE ends < ?', ended);
    this.#database.run('DELETE FROM hours WHERE hour < ?', hour);
  }

  /** Takes note that the tables were deleted. */
  forget(): void {
    this.#isCreated = false;
  }

  #create(): void {
    if (!this.#isCreated) migrate(this.#database, MIGRATIONS);
    this.#isCreated = true;
  }
}
