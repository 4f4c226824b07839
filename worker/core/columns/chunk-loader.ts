/** Fills columns that are not in memory yet: from what was stored, brought up to date, or from the leads themselves. */
import type { Database } from '../database.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { pause } from '../pauses.ts';
import { CHUNK_SIZE, chunkOf, slotOf } from './chunk.ts';
import type { LoadedColumn } from './column.ts';
import {
  changesSince,
  type ColumnChunk,
  type LeadChange,
  leadsBetween,
  leadsByNumbers,
  newestChange,
  oldestStoredChange,
  storeChunk,
  storedChunks,
} from './stored-columns.ts';

/** A stored chunk with more changed leads than this is made anew, which is quicker then. */
const MAX_CHANGES = 512;

/** Work between two pauses: leads read, columns filled with a chunk, chunks restored. */
const READ_AT_A_TIME = 512;
const FILLED_AT_A_TIME = 4;
const RESTORED_AT_A_TIME = 16;

export class ChunkLoader {
  readonly #database: Database;
  readonly #columns: readonly LoadedColumn[];
  readonly #names: readonly string[];
  readonly #changes = new Map<number, LeadChange[]>();

  /** @param columns empty ones; each call of `load` adds the next chunk to all of them */
  constructor(database: Database, columns: readonly LoadedColumn[]) {
    this.#database = database;
    this.#columns = columns;
    this.#names = columns.map(({ definition }) => definition.name);
    const oldest = oldestStoredChange(database, this.#names);
    if (oldest === undefined) return;
    for (const change of changesSince(database, oldest)) {
      const chunk = chunkOf(change.leadNumber);
      const known = this.#changes.get(chunk);
      if (known === undefined) this.#changes.set(chunk, [change]);
      else known.push(change);
    }
  }

  /**
   * Loads a chunk, with pauses for other requests. What is written while the loader works is not its concern: whoever
   * wants the columns follows the changes since before it began.
   */
  async load(chunk: number): Promise<void> {
    const stored = new Map(
      storedChunks(this.#database, this.#names, chunk).map((row) => [row.columnName, row]),
    );
    const unusable = this.#columns.filter((column) => !this.#restore(column, chunk, stored));
    if (unusable.length > 0) await this.#build(unusable, chunk);
    else if (chunk % RESTORED_AT_A_TIME === 0) await pause();
  }

  #restore(column: LoadedColumn, chunk: number, stored: ReadonlyMap<string, ColumnChunk>): boolean {
    const row = stored.get(column.definition.name);
    const changes = (this.#changes.get(chunk) ?? []).filter(
      ({ changeNumber }) => changeNumber > (row?.changeNumber ?? 0),
    );
    if (row === undefined || changes.length > MAX_CHANGES) return false;
    column.addChunk(row);
    const numbers = changes.map(({ leadNumber }) => leadNumber);
    const living = new Map(
      (numbers.length === 0 ? [] : leadsByNumbers(this.#database, numbers)).map((lead) => [
        lead.leadNumber,
        lead,
      ]),
    );
    for (const leadNumber of numbers) column.set(chunk, slotOf(leadNumber), living.get(leadNumber));
    return true;
  }

  async #build(columns: readonly LoadedColumn[], chunk: number): Promise<void> {
    // What is written from here on is a change to whoever restores the chunk.
    const changeNumber = newestChange(this.#database);
    const leads = await this.#readLeads(chunk);
    for (const [index, loaded] of columns.entries()) {
      loaded.addChunk();
      loaded.fill(chunk, leads);
      const { codes = null, content = null } = loaded.column.chunks[chunk]?.store() ?? {};
      const columnName = loaded.definition.name;
      storeChunk(this.#database, chunk, { columnName, changeNumber, codes, content });
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
}
