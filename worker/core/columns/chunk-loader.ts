/** Fills columns that are not in memory yet: from what was stored, brought up to date, or from the leads themselves. */
import type { Database } from '../database.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { CHUNK_SIZE, chunkOf, slotOf } from './chunk.ts';
import type { LoadedColumn } from './column.ts';
import {
  changesSince,
  type ColumnChunk,
  type LeadChange,
  leadsByNumbers,
  leadsOfChunk,
  newestChange,
  oldestStoredChange,
  storeChunk,
  storedChunks,
} from './stored-columns.ts';

/** A stored chunk with more changed leads than this is made anew, which is quicker then. */
const MAX_CHANGES = 512;

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
   * Loads a chunk. What is written while the loader works is not its concern: whoever wants the columns follows the
   * changes since before it began.
   */
  load(chunk: number): void {
    const stored = new Map(
      storedChunks(this.#database, this.#names, chunk).map((row) => [row.columnName, row]),
    );
    const unusable = this.#columns.filter((column) => !this.#restore(column, chunk, stored));
    if (unusable.length > 0) this.#build(unusable, chunk);
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

  #build(columns: readonly LoadedColumn[], chunk: number): void {
    const changeNumber = newestChange(this.#database);
    const leads = Array.from<LeadRecord | undefined>({ length: CHUNK_SIZE }).fill(undefined);
    for (const lead of leadsOfChunk(this.#database, chunk)) leads[slotOf(lead.leadNumber)] = lead;
    for (const loaded of columns) {
      loaded.addChunk();
      loaded.fill(chunk, leads);
      const { codes = null, content = null } = loaded.column.chunks[chunk]?.store() ?? {};
      const columnName = loaded.definition.name;
      storeChunk(this.#database, chunk, { columnName, changeNumber, codes, content });
    }
  }
}
