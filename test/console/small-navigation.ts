/** As much of the browser's Navigation API as the router of the console uses, for tests without a browser. */

/** Sets the address of the page without loading anything. */
type SetAddress = (url: string) => void;

/** What the router reads of an event, and says to it. */
class NavigateEvent extends Event {
  readonly canIntercept = true;
  readonly hashChange = false;
  readonly downloadRequest = null;
  readonly navigationType: string;
  readonly destination: { url: string };
  readonly info: unknown;
  handler: (() => Promise<void>) | undefined;
  isIntercepted = false;

  constructor(url: string, navigationType: string, info: unknown) {
    super('navigate', { cancelable: true });
    this.destination = { url };
    this.navigationType = navigationType;
    this.info = info;
  }

  intercept({ handler }: { handler?: () => Promise<void> }): void {
    this.isIntercepted = true;
    this.handler = handler;
  }
}

interface Entry {
  url: string;
  key: string;
  index: number;
  sameDocument: true;
}

/** `window.navigation`. A navigation that nobody intercepts would load a page; here it only changes the address. */
export class SmallNavigation extends EventTarget {
  readonly #setAddress: SetAddress;
  #entries: Entry[];
  #index = 0;

  constructor(url: string, setAddress: SetAddress) {
    super();
    this.#setAddress = setAddress;
    this.#entries = [entry(url, 0)];
  }

  get currentEntry(): Entry | undefined {
    return this.#entries[this.#index];
  }

  entries(): Entry[] {
    return this.#entries;
  }

  navigate(
    to: string,
    { history = 'push', info }: { history?: string; info?: unknown } = {},
  ): { committed: Promise<void>; finished: Promise<void> } {
    const { href } = new URL(to, location.href);
    return this.#go(href, history, info, () => {
      if (history === 'push') this.#index += 1;
      this.#entries = [...this.#entries.slice(0, this.#index), entry(href, this.#index)];
    });
  }

  traverseTo(key: string, { info }: { info?: unknown } = {}): { finished: Promise<void> } {
    const index = this.#entries.findIndex((one) => one.key === key);
    return this.#go(this.#entries[index]?.url ?? location.href, 'traverse', info, () => {
      this.#index = index;
    });
  }

  /** `history.back()`. */
  back(): void {
    const before = this.#entries[this.#index - 1];
    if (before !== undefined) this.traverseTo(before.key);
  }

  #go(
    url: string,
    type: string,
    info: unknown,
    commit: () => void,
  ): { committed: Promise<void>; finished: Promise<void> } {
    const event = new NavigateEvent(url, type, info);
    if (!this.dispatchEvent(event)) return { committed: Promise.resolve(), finished: Promise.resolve() };
    commit();
    this.#setAddress(url);
    return { committed: Promise.resolve(), finished: event.handler?.() ?? Promise.resolve() };
  }
}

function entry(url: string, index: number): Entry {
  return { url, key: crypto.randomUUID(), index, sameDocument: true };
}
