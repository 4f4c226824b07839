/** The page of the scenarios, the same in every engine. */
import { vi } from 'vitest';
import { FIND, type Key, type Tab } from './tab.ts';

declare global {
  interface Window {
    /** The errors of the page (prelude.ts). */
    complaints: string[];
    /** Whether the widget has swapped the page for the first time, or has failed. */
    isSettled?: boolean;
  }
}

/** The interval and the longest duration of polling a page. */
const WAITING = { interval: 50, timeout: 30_000 };

export class Page {
  readonly #tab: Tab;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** Runs a function in the page, with JSON as parameters and result. */
  async evaluate<Result, Given = undefined>(
    run: (given: Given) => Result | Promise<Result>,
    given?: Given,
    frame?: string,
  ): Promise<Result> {
    const argument = JSON.stringify(given);
    const source = `async () => JSON.stringify({ result: await (${run.toString()})(${argument ?? 'undefined'}) })`;
    return (JSON.parse(await this.#tab.run(source, frame)) as { result: Result }).result;
  }

  /** Waits until a function returns a true value in the page. */
  async until<Given = undefined>(holds: (given: Given) => unknown, given?: Given): Promise<void> {
    // A page that is being left runs no functions.
    await vi.waitUntil(() => this.evaluate(holds, given).catch(() => false), WAITING);
  }

  /** Reads a property of the element that a selector finds, also in open shadow roots; null when there is none. */
  read<Result>(selector: string, take: (element: HTMLElement) => Result): Promise<Result> {
    const source = `(selector) => { const element = (${FIND})(selector); return element && (${take.toString()})(element); }`;
    return this.#evaluateSource<Result>(source, selector);
  }

  text(selector: string): Promise<string> {
    return this.read(selector, (element) => element.textContent);
  }

  /** The displayed text. */
  shown(selector: string): Promise<string> {
    return this.read(selector, (element) => element.innerText);
  }

  html(selector: string): Promise<string> {
    return this.read(selector, (element) => element.innerHTML);
  }

  value(selector: string): Promise<string> {
    return this.read(selector, (element) => (element as HTMLInputElement).value);
  }

  async attribute(selector: string, name: string): Promise<string | null> {
    const source = `([selector, name]) => (${FIND})(selector)?.getAttribute(name) ?? null`;
    return this.#evaluateSource<string | null>(source, [selector, name]);
  }

  /** Returns the text of a frame's body, for frames of any site. */
  textOfFrame(frame: string): Promise<string> {
    return this.evaluate(() => document.body.textContent.trim(), undefined, frame);
  }

  reload(): Promise<void> {
    return this.#tab.reload();
  }

  async click(selector: string, count?: number): Promise<void> {
    await this.#tab.click(selector, count);
  }

  type(selector: string, text: string): Promise<void> {
    return this.#tab.type(selector, text);
  }

  press(selector: string, key: Key): Promise<void> {
    return this.#tab.press(selector, key);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#tab.resize(width, height);
  }

  /** Returns the problems of the page: errors, unhandled rejections, console messages, violations of policies. */
  complaints(): Promise<string[]> {
    return this.evaluate(() => window.complaints);
  }

  async #evaluateSource<Result>(source: string, given: unknown): Promise<Result> {
    const run = `async () => JSON.stringify({ result: (${source})(${JSON.stringify(given)}) })`;
    return (JSON.parse(await this.#tab.run(run)) as { result: Result }).result;
  }
}
