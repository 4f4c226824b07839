/** Columns. A column holds one property of all leads of the company, in memory and in chunks. */
import type { LeadRecord } from '../../record/schema.ts';
import { NumberChunk, type StoredChunk } from './chunk.ts';
import { fold } from '../../../engine/storage/folding.ts';
import { TermChunk, TermDictionary } from './term-chunk.ts';
import { TextChunk } from './text-chunk.ts';

/** The kinds of columns: `terms` are for counts and filters, `numbers` for comparisons, `texts` for search and sort. */
export interface TermsOf {
  kind: 'terms';
  /** The key in memory and in `column_chunks`. Two columns with the same name have the same content. */
  name: string;
  valueOf(lead: LeadRecord): readonly string[];
}
export interface NumbersOf {
  kind: 'numbers';
  name: string;
  /** Returns the value of a lead, NaN if it has none. */
  valueOf(lead: LeadRecord): number;
}
export interface TextsOf {
  kind: 'texts';
  name: string;
  /** Returns the texts of a lead. The column folds them. */
  valueOf(lead: LeadRecord): readonly string[];
}
export type ColumnDefinition = TermsOf | NumbersOf | TextsOf;

export interface TermColumn {
  readonly dictionary: TermDictionary;
  readonly chunks: Chunks<TermChunk>;
}
export interface NumberColumn {
  readonly chunks: Chunks<NumberChunk>;
}
export interface TextColumn {
  readonly chunks: Chunks<TextChunk>;
}

/** The chunks by index; undefined if a chunk is not in memory, which cannot happen in a column that a reader needs. */
type Chunks<Kind> = (Kind | undefined)[];

/** A column in memory, with the operations that are the same for all kinds. */
export interface LoadedColumn {
  readonly definition: ColumnDefinition;
  readonly column: TermColumn | NumberColumn | TextColumn;
  /** The number of the last read that needed the column, counted by the store. */
  lastRead: number;
  /** The first chunk that is in memory and current; earlier chunks are not. Infinity if no chunk is. */
  first: number;
  /** Adds a chunk: an empty one, or one from the store. */
  place(chunk: number, stored?: StoredChunk): void;
  /** Sets the value of a lead; undefined if the lead no longer exists. */
  set(chunk: number, slot: number, lead: LeadRecord | undefined): void;
  /** Sets the values of all leads in a chunk, by slot. */
  fill(chunk: number, leads: readonly (LeadRecord | undefined)[]): void;
  /** Frees the memory that is needed only for writing a chunk. */
  settle(chunk: number): void;
}

/** Returns a column of the definition's kind without any chunk in memory. */
export function emptyColumn(definition: ColumnDefinition): LoadedColumn {
  switch (definition.kind) {
    case 'terms':
      return termColumn(definition);
    case 'numbers':
      return numberColumn(definition);
    default:
      return textColumn(definition);
  }
}

function termColumn(definition: TermsOf): LoadedColumn {
  const dictionary = new TermDictionary();
  const chunks: Chunks<TermChunk> = [];
  const set = (chunk: number, slot: number, lead: LeadRecord | undefined): void =>
    chunks[chunk]?.set(slot, lead && definition.valueOf(lead));
  return {
    definition,
    column: { dictionary, chunks },
    lastRead: 0,
    first: Infinity,
    place: (chunk, stored) => (chunks[chunk] = new TermChunk(dictionary, stored)),
    set,
    fill: (chunk, leads) => leads.forEach((lead, slot) => set(chunk, slot, lead)),
    settle: (chunk) => chunks[chunk]?.settle(),
  };
}

function numberColumn(definition: NumbersOf): LoadedColumn {
  const chunks: Chunks<NumberChunk> = [];
  const set = (chunk: number, slot: number, lead: LeadRecord | undefined): void =>
    chunks[chunk]?.set(slot, lead && definition.valueOf(lead));
  return {
    definition,
    column: { chunks },
    lastRead: 0,
    first: Infinity,
    place: (chunk, stored) => (chunks[chunk] = new NumberChunk(stored)),
    set,
    fill: (chunk, leads) => leads.forEach((lead, slot) => set(chunk, slot, lead)),
    settle: () => undefined,
  };
}

function textColumn(definition: TextsOf): LoadedColumn {
  const chunks: Chunks<TextChunk> = [];
  const folded = (lead: LeadRecord | undefined): readonly string[] | undefined =>
    lead && definition.valueOf(lead).map(fold);
  return {
    definition,
    column: { chunks },
    lastRead: 0,
    first: Infinity,
    place: (chunk, stored) => (chunks[chunk] = new TextChunk(stored)),
    set: (chunk, slot, lead) => chunks[chunk]?.set(slot, folded(lead)),
    fill: (chunk, leads) => chunks[chunk]?.fill(leads.map(folded)),
    settle: () => undefined,
  };
}

/** Returns the approximate bytes of memory that the column uses. */
export function sizeOf({ column }: LoadedColumn): number {
  const chunks = column.chunks.reduce((sum, chunk) => sum + (chunk?.size() ?? 0), 0);
  return chunks + ('dictionary' in column ? column.dictionary.size : 0);
}

/**
 * Drops chunks, beginning with the first one in memory, until the given number of bytes is free or no chunk is left.
 * @returns the number of freed bytes
 */
export function dropChunks(loaded: LoadedColumn, bytes: number): number {
  const { chunks } = loaded.column;
  let freed = 0;
  for (; freed < bytes && loaded.first < chunks.length; loaded.first += 1) {
    freed += chunks[loaded.first]?.size() ?? 0;
    chunks[loaded.first] = undefined;
  }
  return freed;
}
