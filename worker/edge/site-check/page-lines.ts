/** Builds the lines of a page as the widget sees them (widget/lines.ts), from a streaming parser without a DOM. */
import { ELEMENTS } from '../lookup/number-forms/elements.ts';
import { decodeEntities } from './entities.ts';

/** Separates the texts of a line, and marks the edges of units within it. */
export const JOINT = '\0';
export const EDGE = '\x01';
const INLINE = new RegExp(ELEMENTS.inline);
/** Inline elements that separate their text from the rest, as far as is known without styles. */
const UNIT = /^(?:a|sup)$/;
/** Void elements, which have no end tag. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** Elements whose end tag may be omitted before the next of the same name (HTML, 13.1.2.4). */
const MAY_LACK_END_TAG = /^(?:li|p|td|th|tr|dt|dd|option)$/;
/** Elements that are invisible in browsers with scripts. */
const UNSEEN = /^(?:noscript|template|iframe|object|title)$/;
/** Longest line in characters; a longer one is split. */
const MAX_LINE = 50_000;

interface OpenElement {
  name: string;
  isSkipped: boolean;
}

/** Collects text into lines, skipping the elements that the widget skips. */
export class PageLines {
  readonly #onLine: (line: string) => void;
  readonly #open: OpenElement[] = [];
  #line = '';
  #text = '';

  /** @param onLine called with each finished line */
  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** Whether the widget skips the current position. */
  get isSkipped(): boolean {
    return this.#open.at(-1)?.isSkipped ?? false;
  }

  /** Begins an element. @returns a function to call at its end tag; undefined for a void element */
  begin(name: string, isExcluded: boolean): (() => void) | undefined {
    if (MAY_LACK_END_TAG.test(name) && this.#open.at(-1)?.name === name) this.#open.pop();
    this.#edgeOf(name);
    if (VOID.test(name)) return undefined;
    const element = { name, isSkipped: this.isSkipped || isExcluded || UNSEEN.test(name) };
    this.#open.push(element);
    return () => {
      const at = this.#open.lastIndexOf(element);
      // Ends the elements within it that have no end tag.
      if (at >= 0) this.#open.length = at;
      this.#edgeOf(name);
    };
  }

  /** Adds a piece of text. */
  add(text: string, isLast: boolean): void {
    if (this.isSkipped) return;
    this.#text += text;
    if (!isLast && this.#text.length < MAX_LINE) return;
    this.#line += (this.#line === '' ? '' : JOINT) + decodeEntities(this.#text);
    this.#text = '';
    if (this.#line.length > MAX_LINE) this.end();
  }

  /** Ends the current line. */
  end(): void {
    if (/\d/.test(this.#line)) this.#onLine(this.#line);
    this.#line = '';
  }

  #edgeOf(name: string): void {
    if (name === 'svg') return;
    if (!INLINE.test(name)) this.end();
    else if (UNIT.test(name) && !this.isSkipped) this.#line += EDGE;
  }
}
