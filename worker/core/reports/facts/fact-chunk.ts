/** The facts of 2,048 rows of a table in columns of numbers, and their stored form. */
import { type Outcome, OUTCOMES } from '../../../shared/contact/outcomes.ts';
import type { Dictionary } from './dictionary.ts';
import type { Path, Touch } from './touches.ts';

const CHUNK_BITS = 11;
export const CHUNK_SIZE = 1 << CHUNK_BITS;

/** The longest time in seconds that a column holds; longer ones are shown as this, 18 hours. */
const MOST_SECONDS = 65_534;
/** No time. */
export const NO_SECONDS = 65_535;

export const FACT_KINDS = ['call', 'text', 'form', 'lead'] as const;
/** The kinds of rows that facts are derived from. */
export type StoredKind = (typeof FACT_KINDS)[number];

/** The bits of `flags`. */
export const FIRST_TIME = 1;
export const RESCUED = 2;
export const NOT_A_LEAD = 4;
/** Of forms. */
export const SPAM = 8;
export const LOST_IN_MENU = 16;

/** The bytes of a row in all columns. */
const ROW_BYTES: Readonly<Record<StoredKind, number>> = { call: 35, text: 31, form: 31, lead: 43 };

/** What reports count of an incoming call, an incoming message, a form or a lead. */
export interface Fact {
  /** Milliseconds since the epoch. */
  time: number;
  path: Path;
  /** The lead's number; negative for a caller without a lead; 0 if the caller is unknown. */
  person: number;
  number: string | null;
  locationId: string | null;
  /** Who answered a call; the state of a lead. */
  who: string | null;
  /** What a caller keyed in in the menus. */
  menuKeys: string | null;
  outcome: Outcome | null;
  flags: number;
  ringSeconds: number | null;
  talkSeconds: number | null;
  /** Of the attribution, 0 to 1. */
  confidence: number;
  /** What a lead is worth. */
  value: { unit: string; value: number } | null;
}

/** A stored chunk; see `report_chunks` in docs/storage.md. */
export interface StoredFacts {
  firstTime: number;
  lastTime: number;
  codes: ArrayBuffer;
  content: string;
}

/** The dictionary of a stored chunk. Position 0 of both lists is the first one with a number of its own, 1. */
interface StoredTexts {
  texts: string[];
  paths: Path[];
}

export function chunkOf(item: number): number {
  return item >> CHUNK_BITS;
}

export function slotOf(item: number): number {
  return item & (CHUNK_SIZE - 1);
}

export class FactChunk {
  /** Seconds since the epoch; 0: there is no fact. */
  readonly time: Uint32Array;
  readonly person: Int32Array;
  readonly path: Uint32Array;
  readonly number: Uint32Array;
  readonly location: Uint32Array;
  readonly who: Uint32Array;
  readonly ring: Uint16Array;
  readonly talk: Uint16Array;
  /** The position in `OUTCOMES`, from 1 on; 0 during the call. */
  readonly outcome: Uint8Array;
  readonly flags: Uint8Array;
  /** Percent. */
  readonly confidence: Uint8Array;
  /** Of leads only. */
  readonly value: Float64Array;
  readonly unit: Uint32Array;
  /** Of calls only. */
  readonly menuKeys: Uint32Array;
  /** The earliest and the latest time. They may be too wide, and never too narrow. */
  firstTime = Infinity;
  lastTime = 0;
  /** Whether it differs from the stored chunk. */
  isChanged = false;
  /** The number of the last read that needed it. */
  lastRead = 0;
  readonly #kind: StoredKind;
  readonly #buffer: ArrayBuffer;

  constructor(kind: StoredKind, codes?: ArrayBuffer) {
    const valued = kind === 'lead' ? CHUNK_SIZE : 0;
    this.#kind = kind;
    // A chunk of another version has another size; the caller derives it again.
    this.#buffer = codes ?? new ArrayBuffer(CHUNK_SIZE * ROW_BYTES[kind]);
    let at = 0;
    const part = (width: number, length = CHUNK_SIZE): [ArrayBuffer, number, number] => {
      const from = at;
      at += width * length;
      return [this.#buffer, from, length];
    };
    this.value = new Float64Array(...part(8, valued));
    this.unit = new Uint32Array(...part(4, valued));
    this.menuKeys = new Uint32Array(...part(4, kind === 'call' ? CHUNK_SIZE : 0));
    this.time = new Uint32Array(...part(4));
    this.person = new Int32Array(...part(4));
    this.path = new Uint32Array(...part(4));
    this.number = new Uint32Array(...part(4));
    this.location = new Uint32Array(...part(4));
    this.who = new Uint32Array(...part(4));
    this.ring = new Uint16Array(...part(2));
    this.talk = new Uint16Array(...part(2));
    this.outcome = new Uint8Array(...part(1));
    this.flags = new Uint8Array(...part(1));
    this.confidence = new Uint8Array(...part(1));
  }

  /** Returns the bytes of memory. */
  get size(): number {
    return this.#buffer.byteLength;
  }

  /** Sets the fact of a row; undefined if there is none (any more). */
  set(slot: number, fact: Fact | undefined, dictionary: Dictionary): void {
    this.isChanged = true;
    if (fact === undefined) {
      this.#clear(slot);
      return;
    }
    const seconds = Math.max(1, Math.floor(fact.time / 1000));
    this.firstTime = Math.min(this.firstTime, seconds);
    this.lastTime = Math.max(this.lastTime, seconds);
    this.time[slot] = seconds;
    this.person[slot] = fact.person;
    this.path[slot] = dictionary.pathNumber(fact.path);
    this.number[slot] = dictionary.numberOf(fact.number);
    this.location[slot] = dictionary.numberOf(fact.locationId);
    this.who[slot] = dictionary.numberOf(fact.who);
    this.menuKeys[slot] = dictionary.numberOf(fact.menuKeys);
    this.ring[slot] = secondsOf(fact.ringSeconds);
    this.talk[slot] = secondsOf(fact.talkSeconds);
    this.outcome[slot] = fact.outcome === null ? 0 : OUTCOMES.indexOf(fact.outcome) + 1;
    this.flags[slot] = fact.flags;
    this.confidence[slot] = Math.floor(fact.confidence * 100);
    this.value[slot] = fact.value?.value ?? 0;
    this.unit[slot] = dictionary.numberOf(fact.value?.unit ?? null);
  }

  #clear(slot: number): void {
    this.time[slot] = 0;
    for (const column of this.#texts()) column[slot] = 0;
    this.path[slot] = 0;
    this.person[slot] = 0;
  }

  /** The columns with numbers of texts. */
  #texts(): Uint32Array[] {
    return [this.number, this.location, this.who, this.unit, this.menuKeys];
  }

  /** Returns the stored form, with a dictionary of the texts in use. */
  store(dictionary: Dictionary): StoredFacts {
    const copy = new FactChunk(this.#kind, this.#buffer.slice());
    const texts = new Renumbering();
    for (const column of copy.#texts()) texts.renumber(column);
    const paths = new Renumbering();
    paths.renumber(copy.path);
    const content: StoredTexts = {
      texts: texts.used.map((number) => dictionary.textOf(number) ?? ''),
      paths: paths.used.map((number) => storedPath(number, dictionary)),
    };
    return {
      firstTime: Number.isFinite(this.firstTime) ? this.firstTime : 0,
      lastTime: this.lastTime,
      codes: copy.#buffer,
      content: JSON.stringify(content),
    };
  }

  /** Restores a chunk. @returns undefined if it is of another version */
  static restore(kind: StoredKind, stored: StoredFacts, dictionary: Dictionary): FactChunk | undefined {
    if (stored.codes.byteLength !== CHUNK_SIZE * ROW_BYTES[kind]) return undefined;
    const chunk = new FactChunk(kind, stored.codes);
    const content = JSON.parse(stored.content) as StoredTexts;
    const texts = [0, ...content.texts.map((text) => dictionary.numberOf(text))];
    for (const column of chunk.#texts()) replaceAll(column, texts);
    replaceAll(chunk.path, [0, ...content.paths.map((path) => dictionary.pathNumber(path))]);
    chunk.firstTime = stored.firstTime;
    chunk.lastTime = stored.lastTime;
    return chunk;
  }
}

/** Numbers the values of columns from 1 on, in the order in which they occur. */
class Renumbering {
  readonly used: number[] = [];
  readonly #numbers = new Map<number, number>([[0, 0]]);

  renumber(column: Uint32Array): void {
    for (let slot = 0; slot < column.length; slot += 1) column[slot] = this.#numberOf(column[slot] ?? 0);
  }

  #numberOf(value: number): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.used.push(value);
    this.#numbers.set(value, number);
    return number;
  }
}

function storedPath(number: number, dictionary: Dictionary): Path {
  const { touches, creation } = dictionary.pathOf(number);
  return {
    creation,
    touches: touches.map(({ kind, ...texts }): Touch => {
      const text = (name: keyof typeof texts): string | null => dictionary.textOf(texts[name]);
      return {
        source: text('source'),
        medium: text('medium'),
        campaign: text('campaign'),
        term: text('term'),
        landingPage: text('landingPage'),
        kind,
      };
    }),
  };
}

function replaceAll(column: Uint32Array, numbers: readonly number[]): void {
  for (let slot = 0; slot < column.length; slot += 1) column[slot] = numbers[column[slot] ?? 0] ?? 0;
}

function secondsOf(seconds: number | null): number {
  return seconds === null ? NO_SECONDS : Math.min(Math.round(seconds), MOST_SECONDS);
}
