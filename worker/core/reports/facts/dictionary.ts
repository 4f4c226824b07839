/** Numbers the texts and paths of facts, so that columns hold numbers only. */
import type { Path, Touch } from './touches.ts';

/**
 * Most characters of texts in memory. Beyond it, the texts of new visits that only a visitor's browser decides, campaign, term and
 * landing page, become `other`.
 */
const MOST_CHARACTERS = 8_000_000;
/** Approximate characters of memory that a path uses beside its texts. */
const PATH_CHARACTERS = 100;
export const OTHER = 'other';

/** The number of a missing text. */
export const NO_TEXT = 0;

/** A touch as numbers of texts. */
export type NumberedTouch = Record<Exclude<keyof Touch, 'kind'>, number> & { kind: Touch['kind'] };

export interface NumberedPath {
  touches: readonly NumberedTouch[];
  creation: number;
}

export class Dictionary {
  readonly #texts: (string | null)[] = [null];
  readonly #numbers = new Map<string, number>();
  readonly #paths: NumberedPath[] = [{ touches: [], creation: 0 }];
  readonly #pathNumbers = new Map<string, number>();
  #characters = 0;

  /** Returns the number of a text. */
  numberOf(text: string | null): number {
    if (text === null) return NO_TEXT;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    this.#characters += text.length + 20;
    return this.#texts.push(text) - 1;
  }

  textOf(number: number): string | null {
    return this.#texts[number] ?? null;
  }

  /** Returns the number of a path; 0 is a record without one. */
  pathNumber({ touches, creation }: Path): number {
    const isFull = this.isFull;
    const numbered = touches.map((touch) => this.#numbered(isFull ? coarse(touch) : touch));
    const key = JSON.stringify([creation, ...numbered.map((touch) => Object.values(touch))]);
    const known = this.#pathNumbers.get(key);
    if (known !== undefined) return known;
    this.#pathNumbers.set(key, this.#paths.length);
    this.#characters += PATH_CHARACTERS + key.length;
    return this.#paths.push({ touches: numbered, creation }) - 1;
  }

  pathOf(number: number): NumberedPath {
    return this.#paths[number] ?? { touches: [], creation: 0 };
  }

  /** Tells whether texts of new visits become `other`. */
  get isFull(): boolean {
    return this.#characters > MOST_CHARACTERS;
  }

  #numbered({ source, medium, campaign, term, landingPage, kind }: Touch): NumberedTouch {
    return {
      source: this.numberOf(source),
      medium: this.numberOf(medium),
      campaign: this.numberOf(campaign),
      term: this.numberOf(term),
      landingPage: this.numberOf(landingPage),
      kind,
    };
  }
}

function coarse(touch: Touch): Touch {
  const other = (text: string | null): string | null => text && OTHER;
  return {
    ...touch,
    campaign: other(touch.campaign),
    term: other(touch.term),
    landingPage: other(touch.landingPage),
  };
}
