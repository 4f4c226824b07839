/** Reads a page's scripts, content security policies, forms and phone numbers. */
import { ELEMENTS } from '../lookup/number-forms/elements.ts';
import { decodeEntities } from './entities.ts';
import type { FetchedPage } from './fetch-page.ts';
import { PageForms } from './page-forms.ts';
import { PageLines } from './page-lines.ts';
import type { PrintedNumbers } from './printed-numbers.ts';

/** Characters kept of inline scripts. */
const MAX_INLINE_SCRIPTS = 200_000;
const MAX_SCRIPTS = 500;
/** Most elements read; each takes about ten microseconds. */
const MAX_ELEMENTS = 10_000;

/** A script that the page loads. */
export interface ScriptTag {
  /** Absolute. */
  src: URL;
  /** `data-company`. */
  company: string;
  nonce: string;
  integrity: string;
  /** Whether something delays it: a consent manager, or a cache plugin. */
  isHeldBack: boolean;
}

/** The contents of a page that the check uses. */
export interface PageContents {
  scripts: ScriptTag[];
  /** Inline scripts, concatenated. */
  inlineScripts: string;
  /** Content security policies of the header and of `meta` elements. */
  policies: string[];
  forms: PageForms;
}

/** Attributes in which delayed scripts have their URL. */
const HELD_BACK = ['data-src', 'data-rocket-src', 'data-cookieblock-src', 'data-litespeed-src'];
const RUNNING_TYPE = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/** Reads the page as far as the limits allow, and counts its numbers in `numbers`. */
export async function readPage(page: FetchedPage, numbers: PrintedNumbers): Promise<PageContents> {
  const reader = new PageReader(page, numbers);
  await reader.read(page.response);
  return reader.contents;
}

class PageReader {
  readonly contents: PageContents;
  readonly #numbers: PrintedNumbers;
  readonly #lines: PageLines;
  readonly #stop: () => void;
  #elements = 0;
  #base: URL;
  #isInScript = false;
  /** Set by the `skip` selectors for the element that begins now. */
  #isExcluded = false;

  constructor({ url, policies, stop }: FetchedPage, numbers: PrintedNumbers) {
    this.contents = { scripts: [], inlineScripts: '', policies: [...policies], forms: new PageForms() };
    this.#numbers = numbers;
    this.#stop = stop;
    this.#lines = new PageLines((line) => numbers.countLine(line));
    this.#base = url;
  }

  async read(response: Response): Promise<void> {
    const rewriter = new HTMLRewriter();
    for (const selector of ELEMENTS.skip.split(',')) {
      rewriter.on(selector, {
        element: () => {
          this.#isExcluded = true;
        },
      });
    }
    rewriter.on('*', {
      element: (element) => {
        this.#begin(element);
      },
    });
    rewriter.onDocument({
      text: ({ text, lastInTextNode }) => this.#addText(text, lastInTextNode),
      end: () => this.#lines.end(),
    });
    try {
      // The output is discarded; the rewriter reads only while it is consumed.
      await rewriter.transform(response).body?.pipeTo(new WritableStream());
    } catch {
      // The page ends early, the time is over, or it is nested too deep: use what was read so far.
      this.#stop();
      this.#lines.end();
    }
  }

  #begin(element: Element): void {
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) return this.#stop();
    const name = element.tagName.toLowerCase();
    const isExcluded = this.#isExcluded;
    this.#isExcluded = false;
    this.#look(element, name);
    const end = this.#lines.begin(name, isExcluded);
    if (name === 'script') this.#isInScript = true;
    const read = (wanted: string): string | null => attributeIfAny(element, wanted);
    if (end === undefined) return name === 'input' ? this.contents.forms.addField(name, read) : undefined;
    const endForm = this.contents.forms.begin(name, read);
    return element.onEndTag(() => {
      if (name === 'script') this.#isInScript = false;
      endForm?.();
      end();
    });
  }

  #look(element: Element, name: string): void {
    if (name === 'script') this.#addScript(element);
    else if (name === 'base') this.#base = URL.parse(attribute(element, 'href'), this.#base) ?? this.#base;
    else if (name === 'meta' && /^content-security-policy$/i.test(attribute(element, 'http-equiv'))) {
      this.contents.policies.push(attribute(element, 'content'));
    } else if (!this.#lines.isSkipped) {
      const href = attribute(element, 'href');
      if (/^\s*\w[\w-]*:/.test(href)) this.#numbers.countLink(href);
    }
  }

  #addScript(element: Element): void {
    const type = attribute(element, 'type').trim();
    const held = HELD_BACK.map((name) => attribute(element, name)).find((address) => address !== '');
    const address = attribute(element, 'src') || held || '';
    const src = address === '' ? null : URL.parse(address, this.#base);
    if (src === null || this.contents.scripts.length >= MAX_SCRIPTS) return;
    this.contents.scripts.push({
      src,
      company: attribute(element, 'data-company').trim().toLowerCase(),
      nonce: attribute(element, 'nonce'),
      integrity: attribute(element, 'integrity'),
      isHeldBack: held === address || !RUNNING_TYPE.test(type),
    });
  }

  #addText(text: string, isLast: boolean): void {
    if (this.#elements > MAX_ELEMENTS) return;
    if (!this.#isInScript) {
      this.contents.forms.add(text);
      this.#lines.add(text, isLast);
    } else if (this.contents.inlineScripts.length < MAX_INLINE_SCRIPTS) this.contents.inlineScripts += text;
  }
}

function attribute(element: Element, name: string): string {
  return attributeIfAny(element, name) ?? '';
}

function attributeIfAny(element: Element, name: string): string | null {
  const value = element.getAttribute(name);
  return value === null ? null : decodeEntities(value);
}
