/**
 * The facts that reports count, in the memory of a company's object. Rows are authoritative: triggers note each changed row in
 * `report_changes`, and a read derives those rows again before it counts. In the background, changed chunks are stored.
 */
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { pause } from '../../engine/work/pauses.ts';
import { deriveFacts, type DerivationRules, itemsOfPerson } from './derivation.ts';
import { Dictionary } from './dictionary.ts';
import { CHUNK_SIZE, chunkOf, FACT_KINDS, FactChunk, slotOf, type StoredKind } from './fact-chunk.ts';
import {
  changesAfter,
  dropChunks,
  type FactChange,
  forgetChanges,
  lastItem,
  readChunk,
  storeChunk,
  storedTimes,
} from './stored-facts.ts';

/** Most bytes of facts that stay in memory. A Durable Object has 128 MB in all (platform limit). */
const MEMORY_BUDGET = 36 * 1024 * 1024;
/** Changes that are read at a time. */
const CHANGES_AT_A_TIME = 256;
/** Rows that are derived between two pauses: less time than the first request of a call takes. */
const DERIVED_AT_A_TIME = 64;
/** Chunks that are counted between two pauses: one or two milliseconds of work. */
const COUNTED_AT_A_TIME = 4;

/** Reads after which a full dictionary is made again, which loads all chunks anew. */
const READS_OF_A_DICTIONARY = 500;

/** The facts that a report needs: the kind, and its times in seconds since the epoch. */
export interface FactRange {
  kind: StoredKind;
  from: number;
  until: number;
}

/** Returns the facts of a company from its object's memory. */
export function factsOf({ memory }: Pick<CompanyState, 'memory'>): Facts {
  return memory.of(Facts);
}

export class Facts {
  readonly #database: Database;
  readonly #chunks = new Map<string, FactChunk>();
  /** The first and last second of stored chunks that are not in memory. */
  #times = new Map<string, { firstTime: number; lastTime: number }>();
  #isOpen = false;
  /** The change up to which the chunks in memory, with the stored ones, are current. */
  #applied = 0;
  #reads = 0;
  /** The read that last began with an empty dictionary. */
  #renewed = 0;
  #rules: DerivationRules = { valueField: null };
  #turn: Promise<unknown> = Promise.resolve();
  dictionary = new Dictionary();

  constructor({ database }: Pick<CompanyState, 'database'>) {
    this.#database = database;
  }

  /** Does nothing: the facts follow the noted changes, which are rolled back with the rows. */
  forget(): void {}

  /** Runs a read with the current facts, after the reads before it. */
  read<Result>(rules: DerivationRules, work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      this.#reads += 1;
      this.#open(rules);
      await this.#follow();
      const result = await work();
      this.#shrink();
      return result;
    });
  }

  /** Visits the chunks that may have facts in a range, within a read. Pauses between them for other requests. */
  async visit(
    { kind, from, until }: FactRange,
    count: (chunk: FactChunk, first: number) => void,
  ): Promise<void> {
    const last = chunkOf(lastItem(this.#database, kind));
    let counted = 0;
    for (let index = 0; index <= last; index += 1) {
      const key = keyOf(kind, index);
      const times = this.#chunks.get(key) ?? this.#times.get(key);
      if (times !== undefined && (times.lastTime < from || times.firstTime >= until)) continue;
      count(await this.#chunk(kind, index), index * CHUNK_SIZE);
      counted += 1;
      if (counted % COUNTED_AT_A_TIME === 0) await pause();
    }
  }

  /** Returns the first second of the facts of a kind, within a read; undefined if there are none. */
  async firstTime(kind: StoredKind): Promise<number | undefined> {
    const begins: { index: number; bound: number }[] = [];
    for (let index = 0; index <= chunkOf(lastItem(this.#database, kind)); index += 1) {
      const key = keyOf(kind, index);
      const times = this.#chunks.get(key) ?? this.#times.get(key) ?? (await this.#chunk(kind, index));
      begins.push({ index, bound: times.firstTime });
    }
    let first = Infinity;
    // A chunk may have begun earlier than it does, since rows are deleted.
    for (const { index, bound } of begins.toSorted((one, other) => one.bound - other.bound)) {
      if (bound >= first) break;
      for (const time of (await this.#chunk(kind, index)).time) if (time !== 0 && time < first) first = time;
    }
    return Number.isFinite(first) ? first : undefined;
  }

  /** Returns the chunk with a row, if it can be had without a pause. */
  loaded(kind: StoredKind, index: number): FactChunk | undefined {
    return this.#chunks.get(keyOf(kind, index));
  }

  /** Loads a whole kind, for reads that look rows up. */
  async loadAll(kind: StoredKind): Promise<void> {
    await this.visit({ kind, from: 0, until: Infinity }, () => undefined);
  }

  /** Stores the changed chunks, and forgets the changes that are in them. */
  store(rules: DerivationRules): Promise<void> {
    return this.#inTurn(async () => {
      this.#open(rules);
      await this.#follow();
      const upTo = this.#applied;
      const isStored = this.#database.writeIfRoom(() => {
        for (const [key, chunk] of this.#chunks) if (chunk.isChanged) this.#storeChunk(key, chunk);
        forgetChanges(this.#database, upTo);
      });
      if (isStored) for (const chunk of this.#chunks.values()) chunk.isChanged = false;
      this.#shrink();
    });
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  #open(rules: DerivationRules): void {
    if (rules.valueField !== this.#rules.valueField) this.#startAnew(rules);
    // Texts that no row has any more stay in the dictionary until then.
    if (this.dictionary.isFull && this.#reads > this.#renewed + READS_OF_A_DICTIONARY) {
      this.#renewed = this.#reads;
      this.#forgetChunks();
    }
    if (this.#isOpen) return;
    this.#isOpen = true;
    for (const { kind, chunk, ...times } of storedTimes(this.#database))
      this.#times.set(keyOf(kind, chunk), times);
  }

  /** Has the leads derived again, because what they are worth is in another field. */
  #startAnew(rules: DerivationRules): void {
    this.#rules = rules;
    dropChunks(this.#database, 'lead');
    this.#forgetChunks();
  }

  #forgetChunks(): void {
    this.#chunks.clear();
    this.#times.clear();
    this.dictionary = new Dictionary();
    this.#applied = 0;
    this.#isOpen = false;
  }

  /** Derives the changed rows again. */
  async #follow(): Promise<void> {
    for (;;) {
      const changes = changesAfter(this.#database, this.#applied, CHANGES_AT_A_TIME);
      for (const kind of FACT_KINDS) await this.#derive(kind, this.#changedItems(kind, changes));
      this.#applied = changes.at(-1)?.sequence ?? this.#applied;
      if (changes.length < CHANGES_AT_A_TIME) return;
      await pause();
    }
  }

  #changedItems(kind: StoredKind, changes: readonly FactChange[]): number[] {
    const items = changes.filter((change) => change.kind === kind).map(({ item }) => item);
    const people = new Set(changes.filter((change) => change.kind === 'person').map(({ item }) => item));
    for (const leadNumber of people) {
      for (const other of itemsOfPerson(this.#database, leadNumber)) {
        if (other.kind === kind) items.push(other.item);
      }
    }
    return [...new Set(items)];
  }

  async #derive(kind: StoredKind, items: readonly number[]): Promise<void> {
    const chunks = new Map<number, FactChunk>();
    for (const item of items) {
      const index = chunkOf(item);
      if (!chunks.has(index)) chunks.set(index, await this.#chunk(kind, index));
    }
    for (let at = 0; at < items.length; at += DERIVED_AT_A_TIME) {
      const part = items.slice(at, at + DERIVED_AT_A_TIME);
      const facts = deriveFacts(this.#database, kind, part, this.#rules);
      for (const item of part) chunks.get(chunkOf(item))?.set(slotOf(item), facts.get(item), this.dictionary);
      if (items.length > DERIVED_AT_A_TIME) await pause();
    }
  }

  /** Returns a chunk from memory, from the store, or derived. */
  async #chunk(kind: StoredKind, index: number): Promise<FactChunk> {
    const key = keyOf(kind, index);
    const known = this.#chunks.get(key) ?? this.#restored(kind, index) ?? (await this.#built(kind, index));
    known.lastRead = this.#reads;
    this.#chunks.set(key, known);
    return known;
  }

  #restored(kind: StoredKind, index: number): FactChunk | undefined {
    const stored = readChunk(this.#database, kind, index);
    return stored && FactChunk.restore(kind, stored, this.dictionary);
  }

  async #built(kind: StoredKind, index: number): Promise<FactChunk> {
    const chunk = new FactChunk(kind);
    for (let slot = 0; slot < CHUNK_SIZE; slot += DERIVED_AT_A_TIME) {
      const items = Array.from({ length: DERIVED_AT_A_TIME }, (_, at) => index * CHUNK_SIZE + slot + at);
      const facts = deriveFacts(this.#database, kind, items, this.#rules);
      for (const [item, fact] of facts) chunk.set(slotOf(item), fact, this.dictionary);
      if (facts.size > 0) await pause();
    }
    this.#storeIfRoom(keyOf(kind, index), chunk);
    return chunk;
  }

  #storeIfRoom(key: string, chunk: FactChunk): boolean {
    const isStored = this.#database.writeIfRoom(() => this.#storeChunk(key, chunk));
    if (isStored) chunk.isChanged = false;
    return isStored;
  }

  #storeChunk(key: string, chunk: FactChunk): void {
    const [kind, index] = key.split(':') as [StoredKind, string];
    storeChunk(this.#database, { kind, chunk: Number(index) }, chunk.store(this.dictionary));
  }

  /** Drops the chunks that were read longest ago until the rest fits. */
  #shrink(): void {
    let excess = [...this.#chunks.values()].reduce((sum, { size }) => sum + size, -MEMORY_BUDGET);
    if (excess <= 0) return;
    const oldest = [...this.#chunks].toSorted(([, one], [, other]) => one.lastRead - other.lastRead);
    for (const [key, chunk] of oldest) {
      if (excess <= 0) return;
      // A changed chunk is stored first: the change may be one that was applied.
      if (chunk.isChanged && !this.#storeIfRoom(key, chunk)) continue;
      this.#times.set(key, { firstTime: chunk.firstTime, lastTime: chunk.lastTime });
      this.#chunks.delete(key);
      excess -= chunk.size;
    }
  }
}

function keyOf(kind: StoredKind, index: number): string {
  return `${kind}:${index}`;
}
