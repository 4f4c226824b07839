/**
 * The columns of a company's leads in memory: what search, smart views and their facets read, so that going
 * through a million leads takes tens of milliseconds (docs/benchmarks.md). The table `leads` stays the truth. A column is loaded when it is first wanted, follows
 * every write by the leads' change numbers, and goes chunk by chunk when memory runs short (docs/decisions, "columns in memory").
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
  letGo,
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

/** Bytes of columns that may stay; a Durable Object has 128 MB for everything. */
const MEMORY_BUDGET = 72 * 1024 * 1024;
/** Most distinct values of a column that is counted by; each costs some 100 bytes, and time in every answer. */
const MAX_TERMS = 100_000;
/** For how long a column that was too large is not tried again. */
const TOO_LARGE_MS = 10 * 60_000;

/** A column of which nothing is left in memory is remembered for so many reads: what stays costs little, and it comes back sooner. */
const REMEMBERED_FOR = 100;

/** Changed leads that are followed at a time. */
const CHANGES_AT_A_TIME = 300;
/** Chunks that are loaded between two looks at the columns' sizes. */
const LOADED_AT_A_TIME = 16;

/** What a read wants. */
export interface ColumnWishes {
  /** Without one of these there is no answer. */
  needed: readonly ColumnDefinition[];
  /** The answer says which of these are too large to be counted. */
  wished?: readonly TermsOf[];
}

/** The columns that were asked for, all as of one moment: valid until the reader returns. */
export interface ColumnsSnapshot {
  /** Chunks of every column in the view. */
  chunkCount: number;
  terms(definition: TermsOf): TermColumn;
  numbers(definition: NumbersOf): NumberColumn;
  texts(definition: TextsOf): TextColumn;
  /** Whether a column that was wished for has more values than are held. */
  isTooLarge(definition: TermsOf): boolean;
}

/** The leads' columns of a company, as its object remembers them. */
export function columnsOf({ memory }: Pick<CompanyState, 'memory'>): Columns {
  return memory.of(Columns);
}

export class Columns {
  readonly #database: Database;
  readonly #memoryBudget: number;
  readonly #loaded = new Map<string, LoadedColumn>();
  /** Columns that were too large, by name, with the time until which they are not tried again. */
  readonly #tooLarge = new Map<string, number>();
  /** The change up to which every loaded column is current. */
  #seen = 0;
  /** What changed up to then, for chunks that are read from the store. */
  #changes: ChunkChanges;
  #chunkCount = 0;
  #reads = 0;
  /** Ends when the read before has ended: a load in slices lets other requests in, but no second load. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @param memoryBudget bytes of columns that may stay in memory when nobody reads */
  constructor({ database }: Pick<CompanyState, 'database'>, memoryBudget = MEMORY_BUDGET) {
    this.#database = database;
    this.#memoryBudget = memoryBudget;
    this.#changes = new ChunkChanges(database, 0);
  }

  /**
   * Calls `evaluate` with the columns as of now: every write that was answered before is in them.
   * @returns what `evaluate` returns; it must not wait for anything
   * @throws Problem `field_too_large` when a needed column does not fit in memory
   */
  read<Result>(wishes: ColumnWishes, evaluate: (snapshot: ColumnsSnapshot) => Result): Promise<Result> {
    return this.#inTurn(async () => {
      const definitions = [...wishes.needed, ...(wishes.wished ?? [])];
      await this.#load(definitions);
      await this.#follow();
      this.#fit(wishes);
      for (const { name } of wishes.needed) if (this.#isTooLarge(name)) throw tooLarge(name);
      const value = evaluate(this.#snapshot());
      this.#forget(definitions);
      return value;
    });
  }

  /**
   * Brings the columns in memory up to the newest change, for a read that comes later. Work that changes many leads in
   * the background calls this, so that nobody waits for all of its changes at once.
   */
  keepUp(): Promise<void> {
    return this.#loaded.size === 0 ? Promise.resolve() : this.#inTurn(() => this.#follow());
  }

  /** Does nothing: the columns follow the leads by the numbers of their changes, which a rollback takes back as well. */
  forget(): void {}

  /** Resolves when no read is under way. */
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

  /** Nothing is in memory, so what comes is current from now on. */
  #begin(): void {
    this.#seen = newestChange(this.#database);
    this.#changes = new ChunkChanges(this.#database, this.#seen);
    this.#chunkCount = chunkOf(greatestLeadNumber(this.#database)) + 1;
  }

  /** Brings every loaded column up to the newest change. */
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

  /** Drops columns that have grown too large, and then the largest of those that are only wished for, until the rest fits. */
  #fit({ needed, wished = [] }: ColumnWishes): void {
    for (const column of this.#loaded.values()) {
      if (this.#isOverfull(column)) this.#giveUp(column.definition.name);
    }
    const names = new Set(needed.map(({ name }) => name));
    const optional = this.#columnsOf(wished)
      .filter(({ definition }) => !names.has(definition.name))
      .toSorted((a, b) => sizeOf(a) - sizeOf(b));
    let total = this.#columnsOf([...needed, ...wished]).reduce((sum, column) => sum + sizeOf(column), 0);
    while (total > this.#memoryBudget) {
      const largest = optional.pop();
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
      if (loaded === undefined) throw new Error(`The column ${definition.name} was not asked for.`);
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
   * Lets go of what was not wanted for longest until the rest fits, but of nothing that this read wants. It goes chunk by chunk,
   * so that a company that is a little too large has only that little to load again.
   */
  #forget(wanted: readonly ColumnDefinition[]): void {
    const names = new Set(wanted.map(({ name }) => name));
    const others = [...this.#loaded.values()]
      .filter(({ definition }) => !names.has(definition.name))
      .toSorted((a, b) => a.lastRead - b.lastRead || sizeOf(b) - sizeOf(a));
    let excess = this.#size() - this.#memoryBudget;
    for (const column of others) if (excess > 0) excess -= letGo(column, excess);
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

  /** Whether a column has more than may be held of one, terms that no lead has any more included. */
  readonly #isOverfull = (loaded: LoadedColumn): boolean => {
    const { column } = loaded;
    const terms = 'dictionary' in column ? column.dictionary.terms.length : 0;
    return terms > MAX_TERMS || sizeOf(loaded) > this.#memoryBudget;
  };
}

function tooLarge(columnName: string): Problem {
  const [, field = columnName] = columnName.split(':');
  const detail = `The leads have too much in "${field}" for it to be searched in, sorted or filtered by.`;
  return new Problem('field_too_large', detail, { members: { field } });
}
