/** Columns: one property of every lead of the company, in memory and in chunks. */
import type { LeadRecord } from '../../record/schema.ts';
import { NumberChunk, type StoredChunk } from './chunk.ts';
import { fold } from '../../../engine/storage/folding.ts';
import { TermChunk, TermDictionary } from './term-chunk.ts';
import { TextChunk } from './text-chunk.ts';

/** What a column holds: `terms` are counted and filtered by, `numbers` compared, `texts` searched and sorted by. */
export interface TermsOf {
  kind: 'terms';
  /** The key in memory and in `column_chunks`; two columns of one name hold the same. */
  name: string;
  valueOf(lead: LeadRecord): readonly string[];
}
export interface NumbersOf {
  kind: 'numbers';
  name: string;
  /** NaN: no value. */
  valueOf(lead: LeadRecord): number;
}
export interface TextsOf {
  kind: 'texts';
  name: string;
  /** Not folded yet; the column folds. */
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

/** By place; undefined where the chunk is not in memory, which is so in no column that a reader asked for. */
type Chunks<Kind> = (Kind | undefined)[];

/** A column in memory, with what the store has to do to it whatever its kind. */
export interface LoadedColumn {
  readonly definition: ColumnDefinition;
  readonly column: TermColumn | NumberColumn | TextColumn;
  /** When a read last wanted it, by the store's own count. */
  lastRead: number;
  /** The first chunk that is in memory and current; whatever is before it is not. Infinity where nothing ever was. */
  first: number;
  /** Puts a chunk in its place: an empty one, or one from the store. */
  place(chunk: number, stored?: StoredChunk): void;
  /** Sets what the lead has; undefined: the lead is gone. */
  set(chunk: number, slot: number, lead: LeadRecord | undefined): void;
  /** Sets what all leads of a chunk have, by slot. */
  fill(chunk: number, leads: readonly (LeadRecord | undefined)[]): void;
  /** Frees the memory that only the writing of a chunk needs. */
  settle(chunk: number): void;
}

/** A column of the definition's kind, nothing of which is in memory. */
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

/** Bytes of memory that the column takes, about. */
export function sizeOf({ column }: LoadedColumn): number {
  const chunks = column.chunks.reduce((sum, chunk) => sum + (chunk?.size() ?? 0), 0);
  return chunks + ('dictionary' in column ? column.dictionary.size : 0);
}

/** Lets chunks go, from the first in memory on, until so many bytes are free or none is left. @returns the bytes */
export function letGo(loaded: LoadedColumn, bytes: number): number {
  const { chunks } = loaded.column;
  let freed = 0;
  for (; freed < bytes && loaded.first < chunks.length; loaded.first += 1) {
    freed += chunks[loaded.first]?.size() ?? 0;
    chunks[loaded.first] = undefined;
  }
  return freed;
}
