/** Fills columns that are not in memory yet: from what was stored, brought up to date, or from the leads themselves. */
import type { Database } from '../database.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { pause } from '../pauses.ts';
import { CHUNK_SIZE, chunkOf, slotOf } from './chunk.ts';
import type { LoadedColumn } from './column.ts';
import {
  changesBetween,
  type ColumnChunk,
  type LeadChange,
  leadsBetween,
  leadsByNumbers,
  newestChange,
  oldestStoredChange,
  storeChunk,
  storedChunks,
} from './stored-columns.ts';

/** A stored chunk with more changed leads than this is made anew instead of brought up to date. */
const MAX_CHANGES = 512;
/** A chunk that was brought up to date for more than this is stored again, so that the next start has less to do. */
const STORED_AGAIN_AFTER = 64;

/** Work between two pauses: leads read, changes read, columns filled with a chunk, chunks restored. */
const READ_AT_A_TIME = 512;
const CHANGES_AT_A_TIME = 5_000;
const FILLED_AT_A_TIME = 4;
const RESTORED_AT_A_TIME = 16;

/** The changes of each chunk since its oldest stored state; of more than a chunk is worth, none are kept. */
type ChunkChanges = ReadonlyMap<number, readonly LeadChange[] | 'too many'>;

export class ChunkLoader {
  readonly #database: Database;
  /** The newest change of those that are known. */
  readonly #upTo: number;
  #changes: ChunkChanges = new Map();
  #columns: readonly LoadedColumn[];

  private constructor(database: Database, columns: readonly LoadedColumn[]) {
    this.#database = database;
    this.#columns = columns;
    this.#upTo = newestChange(database);
  }

  /** @param columns empty ones; each call of `load` adds the next chunk to all of them */
  static async open(database: Database, columns: readonly LoadedColumn[]): Promise<ChunkLoader> {
    const loader = new ChunkLoader(database, columns);
    const names = columns.map(({ definition }) => definition.name);
    const oldest = oldestStoredChange(database, names);
    if (oldest !== undefined) loader.#changes = await readChanges(database, oldest, loader.#upTo);
    return loader;
  }

  /** The columns that are being loaded. */
  get columns(): readonly LoadedColumn[] {
    return this.#columns;
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
    const names = this.#columns.map(({ definition }) => definition.name);
    const stored = new Map(storedChunks(this.#database, names, chunk).map((row) => [row.columnName, row]));
    const unusable = this.#columns.filter((column) => !this.#restore(column, chunk, stored));
    if (unusable.length > 0) await this.#build(unusable, chunk);
    else if (chunk % RESTORED_AT_A_TIME === 0) await pause();
    for (const column of this.#columns) column.settle(chunk);
  }

  #restore(loaded: LoadedColumn, chunk: number, stored: ReadonlyMap<string, ColumnChunk>): boolean {
    const row = stored.get(loaded.definition.name);
    const known = this.#changes.get(chunk) ?? [];
    if (row === undefined || known === 'too many') return false;
    const changes = known.filter(({ changeNumber }) => changeNumber > row.changeNumber);
    if (changes.length > MAX_CHANGES) return false;
    loaded.addChunk(row);
    if (changes.length === 0) return true;
    const numbers = changes.map(({ leadNumber }) => leadNumber);
    const living = new Map(leadsByNumbers(this.#database, numbers).map((lead) => [lead.leadNumber, lead]));
    for (const leadNumber of numbers) loaded.set(chunk, slotOf(leadNumber), living.get(leadNumber));
    if (changes.length > STORED_AGAIN_AFTER) this.#store(loaded, chunk, this.#upTo);
    return true;
  }

  async #build(columns: readonly LoadedColumn[], chunk: number): Promise<void> {
    // What is written from here on is a change to whoever restores the chunk.
    const changeNumber = newestChange(this.#database);
    const leads = await this.#readLeads(chunk);
    for (const [index, loaded] of columns.entries()) {
      loaded.addChunk();
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

/** The changes after one and up to another by chunk, with pauses for other requests. */
async function readChanges(database: Database, after: number, upTo: number): Promise<ChunkChanges> {
  const byChunk = new Map<number, LeadChange[] | 'too many'>();
  let last = after;
  while (last < upTo) {
    const changes = changesBetween(database, { after: last, upTo, limit: CHANGES_AT_A_TIME });
    for (const change of changes) note(byChunk, change);
    if (changes.length < CHANGES_AT_A_TIME) break;
    last = changes.at(-1)?.changeNumber ?? upTo;
    await pause();
  }
  return byChunk;
}

function note(byChunk: Map<number, LeadChange[] | 'too many'>, change: LeadChange): void {
  const chunk = chunkOf(change.leadNumber);
  const known = byChunk.get(chunk);
  if (known === undefined) byChunk.set(chunk, [change]);
  else if (known !== 'too many' && known.length <= MAX_CHANGES) known.push(change);
  else byChunk.set(chunk, 'too many');
}
