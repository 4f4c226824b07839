/**
 * The operations on a page in every browser engine, from which page.ts builds all others for the scenarios.
 *
 * Chromium is driven by Playwright, Debian's Firefox by Puppeteer over WebDriver BiDi, WebKitGTK's MiniBrowser over
 * WebDriver. Playwright's own Firefox and WebKit are patched builds without users, so they are not tested. The test's servers
 * do what drivers cannot: the proxy before the Worker delays, breaks or refuses requests. A referrer is a property of
 * `document`, since WebDriver cannot send one; prerendering and layout shifts are measured only in Chromium. Each visitor has
 * a host of 127.0.0.0/8 with its own storage; these hosts exist on Linux, not on macOS.
 */

/** A visitor's tab. */
export interface Tab {
  /** Opens an address; settles once the page has loaded. */
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Runs the source of a function without parameters and returns its text; waits for a promise.
   * @param frame selector of the frame to run it in, which may show any site
   */
  run(source: string, frame?: string): Promise<string>;
  /** Clicks the middle of an element. Selectors search open shadow roots too. */
  click(selector: string, count?: number): Promise<void>;
  /** Replaces the text of a field by typing. */
  type(selector: string, text: string): Promise<void>;
  /** Presses a key while an element has the focus. */
  press(selector: string, key: Key): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Opens another tab of the same visitor. */
  another(): Promise<Tab>;
}

export type Key = 'Enter' | 'Shift';

/** Options of the browser for the tests of a file. */
export interface EngineOptions {
  /** Whether to use the back/forward cache, which Chromium's headless shell lacks. The other engines have it. */
  isWholeBrowser?: boolean;
}

/** A browser for the tests of a file. */
export interface Engine {
  /** Opens a new visitor's tab with empty storage, and closes the one before. */
  visit(): Promise<{
    tab: Tab;
    /** The host of the site for this visitor, since storage belongs to a host. */ host: string;
  }>;
  /** Closes the page, so that it sends no more requests. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** The source of a function that finds an element, also in open shadow roots; `host >> inner` searches in or below a host. */
export const FIND = `(path) => {
  const find = (root, selector) => root.querySelector(selector) ?? [root, ...root.querySelectorAll('*')]
    .reduce((found, { shadowRoot }) => found ?? (shadowRoot && find(shadowRoot, selector)), null);
  return path.split(' >> ').reduce((root, selector) => root && find(root, selector), document);
}`;
