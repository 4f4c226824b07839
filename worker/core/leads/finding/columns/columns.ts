/**
 * The columns of a company's leads in memory. Search, smart views and facets read them, so that a pass over a million leads takes
 * tens of milliseconds (docs/benchmarks.md). The table `leads` is authoritative. A column is loaded when it is first needed, is
 * kept current by the leads' change numbers, and is dropped chunk by chunk when memory is short (docs/decisions, "columns in
 * memory").
 */
import type { CompanyState } from '../../../engine/context/company-context.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { Problem } from '../../../../shared/http/problems.ts';
import type { LeadRecord } from '../../record/schema.ts';
import { pause } from '../../../engine/work/pauses.ts';
import { chunkOf, slotOf } from './chunk.ts';
import {
  type ColumnDefinition,
  emptyColumn,
  dropChunks,
  type LoadedColumn,
  type NumberColumn,
  type NumbersOf,
  sizeOf,
  type TermColumn,
  type TermsOf,
  type TextColumn,
  type TextsOf,
} from './column.ts';
import { ChunkChanges, ChunkLoader } from './chunk-loader.ts';
import { greatestLeadNumber, newestChange, nextChanges } from './stored-columns.ts';

/** Most bytes of columns that stay in memory. A Durable Object has 128 MB in all (platform limit). */
const MEMORY_BUDGET = 72 * 1024 * 1024;
/** Most distinct values of a column with counts. Each value costs about 100 bytes, and time in every answer. */
const MAX_TERMS = 100_000;
/** How long a column that was too large is not loaded again. */
const TOO_LARGE_MS = 10 * 60_000;

/**
 * A column without chunks in memory is remembered for this many reads. This costs little memory and makes it load faster when it
 * is needed again.
 */
const REMEMBERED_FOR = 100;

/** Changed leads that are applied at a time. */
const CHANGES_AT_A_TIME = 300;
/** Chunks that are loaded between two checks of the columns' sizes. */
const LOADED_AT_A_TIME = 16;

/** The columns that a read asks for. */
export interface ColumnRequest {
  /** Columns without which the read fails. */
  needed: readonly ColumnDefinition[];
  /** Columns that the read can do without when they are too large to be counted. */
  optional?: readonly TermsOf[];
}

/** The requested columns at one moment; valid until the reader returns. */
export interface ColumnsSnapshot {
  /** The number of chunks in each of the columns. */
  chunkCount: number;
  terms(definition: TermsOf): TermColumn;
  numbers(definition: NumbersOf): NumberColumn;
  texts(definition: TextsOf): TextColumn;
  /** Tells whether a column in `optional` has too many values to be held. */
  isTooLarge(definition: TermsOf): boolean;
}

/** Returns the columns of a company's leads from its object's memory. */
export function columnsOf({ memory }: Pick<CompanyState, 'memory'>): Columns {
  return memory.of(Columns);
}

export class Columns {
  readonly #database: Database;
  readonly #memoryBudget: number;
  readonly #loaded = new Map<string, LoadedColumn>();
  /** Columns that were too large, by name, with the time until which they are not tried again. */
  readonly #tooLarge = new Map<string, number>();
  /** The number of the change up to which all loaded columns are current. */
  #seen = 0;
  /** The changes up to then, for chunks that are read from the store. */
  #changes: ChunkChanges;
  #chunkCount = 0;
  #reads = 0;
  /** Settles when the previous read has ended. A load pauses for other requests, but no second load may start meanwhile. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @param memoryBudget most bytes of columns that stay in memory between reads */
  constructor({ database }: Pick<CompanyState, 'database'>, memoryBudget = MEMORY_BUDGET) {
    this.#database = database;
    this.#memoryBudget = memoryBudget;
    this.#changes = new ChunkChanges(database, 0);
  }

  /**
   * Calls `evaluate` with the current columns, which include all writes that were answered before.
   * @returns the result of `evaluate`, which must be synchronous
   * @throws Problem `field_too_large` when a needed column does not fit in memory
   */
  read<Result>(request: ColumnRequest, evaluate: (snapshot: ColumnsSnapshot) => Result): Promise<Result> {
    return this.#inTurn(async () => {
      const definitions = [...request.needed, ...(request.optional ?? [])];
      await this.#load(definitions);
      await this.#follow();
      this.#fit(request);
      for (const { name } of request.needed) if (this.#isTooLarge(name)) throw tooLarge(name);
      const value = evaluate(this.#snapshot());
      this.#forget(definitions);
      return value;
    });
  }

  /**
   * Applies the newest changes to the columns in memory. Background work that changes many leads calls this, so that the next
   * read need not apply all changes at once.
   */
  keepUp(): Promise<void> {
    return this.#loaded.size === 0 ? Promise.resolve() : this.#inTurn(() => this.#follow());
  }

  /** Does nothing: the columns follow the leads' change numbers, which are rolled back with the leads. */
  forget(): void {}

  /** Resolves when no read is running. */
  whenIdle(): Promise<unknown> {
    return this.#turn;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #load(definitions: readonly ColumnDefinition[]): Promise<void> {
    this.#reads += 1;
    const columns = new Map<string, LoadedColumn>();
    for (const definition of definitions) {
      const { name } = definition;
      if (!this.#isTooLarge(name)) columns.set(name, this.#loaded.get(name) ?? emptyColumn(definition));
    }
    const incomplete = [...columns.values()].filter(({ first }) => first > 0);
    if (incomplete.length > 0) await this.#complete(incomplete);
    for (const column of columns.values()) column.lastRead = this.#reads;
  }

  async #complete(columns: readonly LoadedColumn[]): Promise<void> {
    if (this.#loaded.size === 0) this.#begin();
    const loader = await ChunkLoader.open(this.#database, {
      columns,
      changes: this.#changes,
      upTo: this.#seen,
    });
    for (let chunk = 0; chunk < this.#chunkCount && loader.lacks(chunk); chunk += 1) {
      await loader.load(chunk);
      if (chunk % LOADED_AT_A_TIME === 0) loader.drop(this.#isOverfull).forEach((name) => this.#giveUp(name));
    }
    loader.drop(this.#isOverfull).forEach((name) => this.#giveUp(name));
    for (const column of loader.columns) {
      column.first = 0;
      this.#loaded.set(column.definition.name, column);
    }
  }

  /** Notes the newest change as seen, because no column is in memory. */
  #begin(): void {
    this.#seen = newestChange(this.#database);
    this.#changes = new ChunkChanges(this.#database, this.#seen);
    this.#chunkCount = chunkOf(greatestLeadNumber(this.#database)) + 1;
  }

  /** Applies the newest changes to all loaded columns. */
  async #follow(): Promise<void> {
    while (this.#loaded.size > 0 && this.#seen < newestChange(this.#database)) {
      const { upTo, leads, removed } = nextChanges(this.#database, this.#seen, CHANGES_AT_A_TIME);
      for (const lead of leads) this.#set(lead.leadNumber, lead);
      for (const leadNumber of removed) this.#set(leadNumber, undefined);
      for (const leadNumber of [...leads.map((lead) => lead.leadNumber), ...removed])
        this.#changes.note(leadNumber, upTo);
      this.#seen = upTo;
      await pause();
    }
  }

  #set(leadNumber: number, lead: LeadRecord | undefined): void {
    const chunk = chunkOf(leadNumber);
    const columns = [...this.#loaded.values()];
    for (; this.#chunkCount <= chunk; this.#chunkCount += 1) {
      for (const column of columns) column.place(this.#chunkCount);
    }
    for (const column of columns) if (chunk >= column.first) column.set(chunk, slotOf(leadNumber), lead);
  }

  /** Drops columns that have become too large, and then the largest ones in `optional`, until the rest fits. */
  #fit({ needed, optional = [] }: ColumnRequest): void {
    for (const column of this.#loaded.values()) {
      if (this.#isOverfull(column)) this.#giveUp(column.definition.name);
    }
    const names = new Set(needed.map(({ name }) => name));
    const dispensable = this.#columnsOf(optional)
      .filter(({ definition }) => !names.has(definition.name))
      .toSorted((a, b) => sizeOf(a) - sizeOf(b));
    let total = this.#columnsOf([...needed, ...optional]).reduce((sum, column) => sum + sizeOf(column), 0);
    while (total > this.#memoryBudget) {
      const largest = dispensable.pop();
      if (largest === undefined) return;
      total -= sizeOf(largest);
      this.#giveUp(largest.definition.name);
    }
  }

  #columnsOf(definitions: readonly ColumnDefinition[]): LoadedColumn[] {
    const names = new Set(definitions.map(({ name }) => name));
    return [...this.#loaded.values()].filter(({ definition }) => names.has(definition.name));
  }

  #giveUp(name: string): void {
    this.#loaded.delete(name);
    this.#tooLarge.set(name, Date.now() + TOO_LARGE_MS);
  }

  #isTooLarge(name: string): boolean {
    const until = this.#tooLarge.get(name);
    if (until !== undefined && until <= Date.now()) this.#tooLarge.delete(name);
    return this.#tooLarge.has(name);
  }

  #snapshot(): ColumnsSnapshot {
    const columnOf = (definition: ColumnDefinition): LoadedColumn['column'] => {
      const loaded = this.#loaded.get(definition.name);
      if (loaded === undefined) throw new Error(`The column ${definition.name} was not requested.`);
      return loaded.column;
    };
    return {
      chunkCount: this.#chunkCount,
      terms: (definition) => columnOf(definition) as TermColumn,
      numbers: (definition) => columnOf(definition) as NumberColumn,
      texts: (definition) => columnOf(definition) as TextColumn,
      isTooLarge: ({ name }) => this.#isTooLarge(name),
    };
  }

  /**
   * Drops the least recently read columns until the rest fits, except those that this read needs. Drops chunk by chunk, so that a
   * company slightly over the budget has only a few chunks to load again.
   */
  #forget(wanted: readonly ColumnDefinition[]): void {
    const names = new Set(wanted.map(({ name }) => name));
    const others = [...this.#loaded.values()]
      .filter(({ definition }) => !names.has(definition.name))
      .toSorted((a, b) => a.lastRead - b.lastRead || sizeOf(b) - sizeOf(a));
    let excess = this.#size() - this.#memoryBudget;
    for (const column of others) if (excess > 0) excess -= dropChunks(column, excess);
    for (const column of others) {
      const isOld = column.first > 0 && this.#reads - column.lastRead > REMEMBERED_FOR;
      if (excess <= 0 && !isOld) continue;
      excess -= sizeOf(column);
      this.#loaded.delete(column.definition.name);
    }
  }

  #size(): number {
    return [...this.#loaded.values()].reduce((sum, column) => sum + sizeOf(column), this.#changes.size);
  }

  /** Tells whether a column exceeds its limits, counting terms that no lead has any more. */
  readonly #isOverfull = (loaded: LoadedColumn): boolean => {
    const { column } = loaded;
    const terms = 'dictionary' in column ? column.dictionary.terms.length : 0;
    return terms > MAX_TERMS || sizeOf(loaded) > this.#memoryBudget;
  };
}

function tooLarge(columnName: string): Problem {
  const [, field = columnName] = columnName.split(':');
  const detail = `The values of "${field}" are too large to search, sort or filter by them.`;
  return new Problem('field_too_large', detail, { members: { field } });
}
