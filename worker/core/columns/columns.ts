/**
 * The columns of a company's leads in memory: what search, smart views and their facets read, so that a million leads
 * are gone through in milliseconds. `leads` stays the only truth. A column is loaded when it is first wanted, follows
 * every write by the leads' change numbers, and goes when memory runs short (docs/decisions, "columns in memory").
 */
import type { Database } from '../database.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { pause } from '../pauses.ts';
import { chunkOf, slotOf } from './chunk.ts';
import {
  type ColumnDefinition,
  emptyColumn,
  type LoadedColumn,
  type NumberColumn,
  type NumbersOf,
  sizeOf,
  type TermColumn,
  type TermsOf,
  type TextColumn,
  type TextsOf,
} from './column.ts';
import { ChunkLoader } from './chunk-loader.ts';
import { greatestLeadNumber, newestChange, nextChanges } from './stored-columns.ts';

/** Bytes of columns that may stay; a Durable Object has 128 MB for everything. */
const MEMORY_BUDGET = 72 * 1024 * 1024;

/** Changed leads that are followed at a time; some 10 ms. */
const CHANGES_AT_A_TIME = 300;

/** The columns that were asked for, all as of one moment: valid until the reader returns. */
export interface ColumnsSnapshot {
  /** Chunks of every column in the view. */
  chunkCount: number;
  terms(definition: TermsOf): TermColumn;
  numbers(definition: NumbersOf): NumberColumn;
  texts(definition: TextsOf): TextColumn;
}

export class Columns {
  readonly #database: Database;
  readonly #loaded = new Map<string, LoadedColumn>();
  /** The change up to which every loaded column is current. */
  #seen = 0;
  #chunkCount = 0;
  #reads = 0;
  /** Ends when the read before has ended: a load in slices lets other requests in, but no second load. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Calls `evaluate` with the columns as of now: every write that was answered before is in them.
   * @param definitions what to load; each name once or more
   * @returns what `evaluate` returns; it must not wait for anything
   */
  read<Result>(
    definitions: readonly ColumnDefinition[],
    evaluate: (view: ColumnsSnapshot) => Result,
  ): Promise<Result> {
    const result = this.#turn.then(async () => {
      await this.#load(definitions);
      await this.#follow();
      const value = evaluate(this.#view());
      this.#forget(definitions);
      return value;
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #load(definitions: readonly ColumnDefinition[]): Promise<void> {
    this.#reads += 1;
    const missing = new Map<string, LoadedColumn>();
    for (const definition of definitions) {
      const column = this.#loaded.get(definition.name) ?? missing.get(definition.name);
      if (column === undefined) missing.set(definition.name, emptyColumn(definition));
    }
    if (missing.size > 0) {
      if (this.#loaded.size === 0) {
        this.#seen = newestChange(this.#database);
        this.#chunkCount = chunkOf(greatestLeadNumber(this.#database)) + 1;
      }
      const loader = new ChunkLoader(this.#database, [...missing.values()]);
      for (let chunk = 0; chunk < this.#chunkCount; chunk += 1) await loader.load(chunk);
      for (const [name, column] of missing) this.#loaded.set(name, column);
    }
    for (const { name } of definitions) {
      const column = this.#loaded.get(name);
      if (column !== undefined) column.lastRead = this.#reads;
    }
  }

  /** Brings every loaded column up to the newest change. */
  async #follow(): Promise<void> {
    while (this.#seen < newestChange(this.#database)) {
      const { upTo, leads, removed } = nextChanges(this.#database, this.#seen, CHANGES_AT_A_TIME);
      for (const lead of leads) this.#set(lead.leadNumber, lead);
      for (const leadNumber of removed) this.#set(leadNumber, undefined);
      this.#seen = upTo;
      await pause();
    }
  }

  #set(leadNumber: number, lead: LeadRecord | undefined): void {
    const chunk = chunkOf(leadNumber);
    while (this.#chunkCount <= chunk) {
      for (const column of this.#loaded.values()) column.addChunk();
      this.#chunkCount += 1;
    }
    for (const column of this.#loaded.values()) column.set(chunk, slotOf(leadNumber), lead);
  }

  #view(): ColumnsSnapshot {
    const columnOf = (definition: ColumnDefinition): LoadedColumn['column'] => {
      const loaded = this.#loaded.get(definition.name);
      if (loaded === undefined) throw new Error(`The column ${definition.name} was not asked for.`);
      return loaded.column;
    };
    return {
      chunkCount: this.#chunkCount,
      terms: (definition) => columnOf(definition) as TermColumn,
      numbers: (definition) => columnOf(definition) as NumberColumn,
      texts: (definition) => columnOf(definition) as TextColumn,
    };
  }

  /** Gives up the columns that were not wanted for longest, until the rest fits; never those of this read. */
  #forget(wanted: readonly ColumnDefinition[]): void {
    const names = new Set(wanted.map(({ name }) => name));
    const columns = [...this.#loaded.values()].toSorted((a, b) => b.lastRead - a.lastRead);
    let total = 0;
    for (const column of columns) {
      total += sizeOf(column);
      const { name } = column.definition;
      if (total > MEMORY_BUDGET && !names.has(name)) this.#loaded.delete(name);
    }
  }
}
