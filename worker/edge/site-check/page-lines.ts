/** The lines of a page as the widget sees them (widget/lines.ts), made of what a parser without a document tells. */
import { ELEMENTS } from '../lookup/number-forms/elements.ts';
import { decodeEntities } from './entities.ts';

/** Between the texts of a line, and where something else begins or ends within it. */
export const JOINT = '\0';
export const EDGE = '\x01';
const INLINE = new RegExp(ELEMENTS.inline);
/** Of the inline elements those that begin something else, as far as a page without its styles can say. */
const UNIT = /^(?:a|sup)$/;
/** Elements that have no end. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** What an element of the same name ends where its own end is left out (HTML, 13.1.2.4). */
const ENDS_BEFORE_ITS_LIKE = /^(?:li|p|td|th|tr|dt|dd|option)$/;
/** No visitor with scripts sees it. */
const UNSEEN = /^(?:noscript|template|iframe|object|title)$/;
/** A line of a page has an end; a file of one line is cut into several. */
const MAX_LINE = 50_000;

interface OpenElement {
  name: string;
  isSkipped: boolean;
}

export class PageLines {
  readonly #hear: (line: string) => void;
  readonly #open: OpenElement[] = [];
  #line = '';
  #text = '';

  /** @param hear is given each line when it ends */
  constructor(hear: (line: string) => void) {
    this.#hear = hear;
  }

  /** Whether what comes now is left alone by the widget. */
  get isSkipped(): boolean {
    return this.#open.at(-1)?.isSkipped ?? false;
  }

  /** An element begins. @returns what to call at its end; undefined: it has none */
  begin(name: string, isExcluded: boolean): (() => void) | undefined {
    if (ENDS_BEFORE_ITS_LIKE.test(name) && this.#open.at(-1)?.name === name) this.#open.pop();
    this.#edgeOf(name);
    if (VOID.test(name)) return undefined;
    const element = { name, isSkipped: this.isSkipped || isExcluded || UNSEEN.test(name) };
    this.#open.push(element);
    return () => {
      const at = this.#open.lastIndexOf(element);
      // Elements within it whose own end was left out end with it.
      if (at >= 0) this.#open.length = at;
      this.#edgeOf(name);
    };
  }

  /** A piece of a text. */
  add(text: string, isLast: boolean): void {
    if (this.isSkipped) return;
    this.#text += text;
    if (!isLast && this.#text.length < MAX_LINE) return;
    this.#line += (this.#line === '' ? '' : JOINT) + decodeEntities(this.#text);
    this.#text = '';
    if (this.#line.length > MAX_LINE) this.end();
  }

  /** A line ends. */
  end(): void {
    if (/\d/.test(this.#line)) this.#hear(this.#line);
    this.#line = '';
  }

  #edgeOf(name: string): void {
    if (name === 'svg') return;
    if (!INLINE.test(name)) this.end();
    else if (UNIT.test(name) && !this.isSkipped) this.#line += EDGE;
  }
}
