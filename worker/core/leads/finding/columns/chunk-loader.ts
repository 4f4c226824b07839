/**
 * Loads columns that are not in memory: from stored chunks, which it updates with the leads that changed since, or from the
 * leads.
 */
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

/** A chunk that was updated for more leads than this is stored again, so that the next load has less to do. */
const STORED_AGAIN_AFTER = 64;
/** Work between two pauses: leads read, columns filled with a chunk, or chunks restored. */
const READ_AT_A_TIME = 512;
const FILLED_AT_A_TIME = 4;
const RESTORED_AT_A_TIME = 64;
/** Most changed leads that are remembered for a chunk. A stored chunk that lacks more changes is built again from the leads. */
const MAX_CHANGES = 256;
/** Changes that are read between two pauses. */
const CHANGES_AT_A_TIME = 5_000;
/** Approximate bytes of memory that a change uses. */
const CHANGE_BYTES = 32;

/** The columns and changes that a loader works on. */
export interface ChunksToLoad {
  /** Each column lacks the chunks before its `first`. */
  columns: readonly LoadedColumn[];
  changes: ChunkChanges;
  /** The number of the newest change in `changes`. */
  upTo: number;
}

/** A stored chunk, and the leads that changed since it was stored. */
interface Restorable {
  column: LoadedColumn;
  row: ColumnChunk;
  changed: readonly number[];
}

/** The newest changes of a chunk. */
interface RecentChanges {
  /** All changes after this one are in `leads`. */
  since: number;
  /** The newest change of each lead, by lead number. */
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

  /** Opens a loader. Each call of `load` then loads one chunk into all columns that lack it. */
  static async open(database: Database, chunks: ChunksToLoad): Promise<ChunkLoader> {
    // For a column that was in memory before, all changes since are known.
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

  /** Tells whether one of the columns lacks a chunk. */
  lacks(chunk: number): boolean {
    return this.#columns.some(({ first }) => chunk < first);
  }

  /**
   * Stops loading the columns for which `isUnwanted` returns true.
   * @returns their names
   */
  drop(isUnwanted: (column: LoadedColumn) => boolean): string[] {
    const dropped = this.#columns.filter(isUnwanted);
    if (dropped.length > 0) this.#columns = this.#columns.filter((column) => !dropped.includes(column));
    return dropped.map(({ definition }) => definition.name);
  }

  /**
   * Loads a chunk, with pauses for other requests. Changes that are written meanwhile are not in the chunk; the reader applies
   * all changes since before the loader began.
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

  /** Finds the columns whose stored chunk lacks the changes of only a few leads. */
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
    // Leads that are written from now on count as changed when the chunk is restored.
    const changeNumber = newestChange(this.#database);
    const leads = await this.#readLeads(chunk);
    for (const [index, loaded] of columns.entries()) {
      loaded.place(chunk);
      loaded.fill(chunk, leads);
      this.#store(loaded, chunk, changeNumber);
      if ((index + 1) % FILLED_AT_A_TIME === 0) await pause();
    }
  }

  /** Reads the leads of a chunk by slot. */
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
  /** All changes after this one were noted. */
  #since: number;
  #count = 0;

  /** @param since the number of the newest change. Later changes must be noted; earlier ones are read when they are needed */
  constructor(database: Database, since: number) {
    this.#database = database;
    this.#since = since;
  }

  /** Approximate bytes of memory. */
  get size(): number {
    return this.#count * CHANGE_BYTES;
  }

  /**
   * Notes that a lead changed.
   * @param changeNumber the number of the change, or of a later one that was noted with it
   */
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

  /** Reads the changes after a given one that are not known yet, with pauses for other requests. */
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

  /** Returns the leads of a chunk that changed after a given change; undefined if they are not known or too many. */
  after(chunk: number, changeNumber: number): number[] | undefined {
    const { since, leads } = this.#chunks.get(chunk) ?? { since: 0, leads: new Map<number, number>() };
    if (changeNumber < Math.max(since, this.#since)) return undefined;
    return [...leads].filter(([, newest]) => newest > changeNumber).map(([leadNumber]) => leadNumber);
  }
}

/** Drops the older half, so that a chunk that is built now lacks few changes. */
function forgetOlder(recent: RecentChanges): void {
  const numbers = [...recent.leads.values()].toSorted((a, b) => a - b);
  recent.since = numbers[Math.floor(numbers.length / 2)] ?? 0;
  for (const [leadNumber, newest] of recent.leads) {
    if (newest <= recent.since) recent.leads.delete(leadNumber);
  }
}
