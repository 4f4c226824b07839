/** Fills columns that are not in memory: from stored chunks, brought up to date with the leads that changed since, or from the leads. */
import type { Database } from '../../../engine/storage/database.ts';
import type { LeadRecord } from '../../record/schema.ts';
import { pause } from '../../../engine/work/pauses.ts';
import { CHUNK_SIZE, chunkOf, slotOf } from './chunk.ts';
import type { LoadedColumn } from './column.ts';
import {
  changesBetween,
  type ColumnChunk,
  leadsBetween,
  leadsByNumbers,
  newestChange,
  oldestStoredChange,
  storeChunk,
  storedChunks,
} from './stored-columns.ts';

/** A chunk that was brought up to date for more than this is stored again, so that the next time there is less to do. */
const STORED_AGAIN_AFTER = 64;
/** Work between two pauses: leads read, columns filled with a chunk, chunks of a column restored. */
const READ_AT_A_TIME = 512;
const FILLED_AT_A_TIME = 4;
const RESTORED_AT_A_TIME = 64;
/** Changed leads that are remembered of a chunk; a stored chunk that is behind by more is made anew from the leads. */
const MAX_CHANGES = 256;
/** Changes that are read between two pauses. */
const CHANGES_AT_A_TIME = 5_000;
/** Bytes of memory of a change, about. */
const CHANGE_BYTES = 32;

/** What a loader works on. */
export interface ChunksToLoad {
  /** Each lacks the chunks before its `first`. */
  columns: readonly LoadedColumn[];
  changes: ChunkChanges;
  /** The newest change that is in `changes`. */
  upTo: number;
}

/** A chunk that is stored, and the leads that changed since. */
interface Restorable {
  column: LoadedColumn;
  row: ColumnChunk;
  changed: readonly number[];
}

/** The newest changes of a chunk. */
interface RecentChanges {
  /** Every change after this one is in `leads`. */
  since: number;
  /** By lead number: its newest change. */
  leads: Map<number, number>;
}

export class ChunkLoader {
  readonly #database: Database;
  readonly #changes: ChunkChanges;
  readonly #upTo: number;
  #columns: readonly LoadedColumn[];
  #restored = 0;

  private constructor(database: Database, { columns, changes, upTo }: ChunksToLoad) {
    this.#database = database;
    this.#columns = columns;
    this.#changes = changes;
    this.#upTo = upTo;
  }

  /** Each call of `load` puts a chunk in its place, in all of the columns that lack it. */
  static async open(database: Database, chunks: ChunksToLoad): Promise<ChunkLoader> {
    // Of a column that was in memory before, every change since is known.
    const isNew = ({ first }: LoadedColumn): boolean => first === Infinity;
    const names = chunks.columns.filter(isNew).map(({ definition }) => definition.name);
    const oldest = names.length === 0 ? undefined : oldestStoredChange(database, names);
    if (oldest !== undefined) await chunks.changes.readSince(oldest);
    return new ChunkLoader(database, chunks);
  }

  /** The columns that are being loaded. */
  get columns(): readonly LoadedColumn[] {
    return this.#columns;
  }

  /** Whether one of the columns lacks a chunk. */
  lacks(chunk: number): boolean {
    return this.#columns.some(({ first }) => chunk < first);
  }

  /** Stops loading the columns for which `isUnwanted` says so. @returns their names */
  drop(isUnwanted: (column: LoadedColumn) => boolean): string[] {
    const dropped = this.#columns.filter(isUnwanted);
    if (dropped.length > 0) this.#columns = this.#columns.filter((column) => !dropped.includes(column));
    return dropped.map(({ definition }) => definition.name);
  }

  /**
   * Loads a chunk, with pauses for other requests. What is written while the loader works is
   * not in its chunks: the reader follows the changes since before it began.
   */
  async load(chunk: number): Promise<void> {
    const lacking = this.#columns.filter(({ first }) => chunk < first);
    const restorable = this.#restorable(lacking, chunk);
    this.#restore(restorable, chunk);
    const isRestored = new Set(restorable.map(({ column }) => column));
    const others = lacking.filter((column) => !isRestored.has(column));
    if (others.length > 0) await this.#build(others, chunk);
    for (const column of lacking) column.settle(chunk);
    this.#restored += restorable.length;
    if (this.#restored < RESTORED_AT_A_TIME) return;
    this.#restored = 0;
    await pause();
  }

  /** The columns whose chunk is stored and behind by few leads. */
  #restorable(columns: readonly LoadedColumn[], chunk: number): Restorable[] {
    const names = columns.map(({ definition }) => definition.name);
    const rows = new Map(storedChunks(this.#database, names, chunk).map((row) => [row.columnName, row]));
    return columns.flatMap((column) => {
      const row = rows.get(column.definition.name);
      if (row === undefined) return [];
      const changed = this.#changes.after(chunk, row.changeNumber);
      return changed === undefined ? [] : [{ column, row, changed }];
    });
  }

  #restore(restorable: readonly Restorable[], chunk: number): void {
    const numbers = [...new Set(restorable.flatMap(({ changed }) => changed))];
    const leads = numbers.length === 0 ? [] : leadsByNumbers(this.#database, numbers);
    const living = new Map(leads.map((lead) => [lead.leadNumber, lead]));
    for (const { column, row, changed } of restorable) {
      column.place(chunk, row);
      for (const leadNumber of changed) column.set(chunk, slotOf(leadNumber), living.get(leadNumber));
      if (changed.length > STORED_AGAIN_AFTER) this.#store(column, chunk, this.#upTo);
    }
  }

  async #build(columns: readonly LoadedColumn[], chunk: number): Promise<void> {
    // What is written from here on is a change to whoever restores the chunk.
    const changeNumber = newestChange(this.#database);
    const leads = await this.#readLeads(chunk);
    for (const [index, loaded] of columns.entries()) {
      loaded.place(chunk);
      loaded.fill(chunk, leads);
      this.#store(loaded, chunk, changeNumber);
      if ((index + 1) % FILLED_AT_A_TIME === 0) await pause();
    }
  }

  /** The leads of a chunk by slot. */
  async #readLeads(chunk: number): Promise<readonly (LeadRecord | undefined)[]> {
    const leads = Array.from<LeadRecord | undefined>({ length: CHUNK_SIZE }).fill(undefined);
    const end = (chunk + 1) * CHUNK_SIZE;
    for (let start = chunk * CHUNK_SIZE; start < end; start += READ_AT_A_TIME) {
      const read = leadsBetween(this.#database, start, start + READ_AT_A_TIME);
      for (const lead of read) leads[slotOf(lead.leadNumber)] = lead;
      await pause();
    }
    return leads;
  }

  #store(loaded: LoadedColumn, chunk: number, changeNumber: number): void {
    const { codes = null, content = null } = loaded.column.chunks[chunk]?.store() ?? {};
    const columnName = loaded.definition.name;
    const stored = { columnName, changeNumber, codes, content };
    this.#database.writeIfRoom(() => storeChunk(this.#database, chunk, stored));
  }
}

export class ChunkChanges {
  readonly #database: Database;
  readonly #chunks = new Map<number, RecentChanges>();
  /** Every change after this one was noted. */
  #since: number;
  #count = 0;

  /** @param since the newest change; those that come are to be noted, those before are read when they are wanted */
  constructor(database: Database, since: number) {
    this.#database = database;
    this.#since = since;
  }

  /** Bytes of memory, about. */
  get size(): number {
    return this.#count * CHANGE_BYTES;
  }

  /** Notes that a lead changed. @param changeNumber the number of the change, or of a later one that was noted with it */
  note(leadNumber: number, changeNumber: number): void {
    const chunk = chunkOf(leadNumber);
    const recent = this.#chunks.get(chunk) ?? { since: 0, leads: new Map<number, number>() };
    if (changeNumber <= recent.since) return;
    this.#chunks.set(chunk, recent);
    const before = recent.leads.size;
    recent.leads.set(leadNumber, Math.max(changeNumber, recent.leads.get(leadNumber) ?? 0));
    if (recent.leads.size > MAX_CHANGES) forgetOlder(recent);
    this.#count += recent.leads.size - before;
  }

  /** Reads the changes after one, as far as they are not known yet, with pauses for other requests. */
  async readSince(changeNumber: number): Promise<void> {
    const upTo = this.#since;
    let last = changeNumber;
    while (last < upTo) {
      const changes = changesBetween(this.#database, { after: last, upTo, limit: CHANGES_AT_A_TIME });
      for (const change of changes) this.note(change.leadNumber, change.changeNumber);
      if (changes.length < CHANGES_AT_A_TIME) break;
      last = changes.at(-1)?.changeNumber ?? upTo;
      await pause();
    }
    this.#since = Math.min(changeNumber, upTo);
  }

  /** The leads of a chunk that changed after a change; undefined where that is not known, or where they are too many. */
  after(chunk: number, changeNumber: number): number[] | undefined {
    const { since, leads } = this.#chunks.get(chunk) ?? { since: 0, leads: new Map<number, number>() };
    if (changeNumber < Math.max(since, this.#since)) return undefined;
    return [...leads].filter(([, newest]) => newest > changeNumber).map(([leadNumber]) => leadNumber);
  }
}

/** Forgets the older half, so that a chunk that is made anew now is behind by little. */
function forgetOlder(recent: RecentChanges): void {
  const numbers = [...recent.leads.values()].toSorted((a, b) => a - b);
  recent.since = numbers[Math.floor(numbers.length / 2)] ?? 0;
  for (const [leadNumber, newest] of recent.leads) {
    if (newest <= recent.since) recent.leads.delete(leadNumber);
  }
}
