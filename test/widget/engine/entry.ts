/** The engine with a plan given, for tests of nothing but the swap; built for the browser by engine.ts. */
import { compile, type Swap } from '../../../widget/forms.ts';
import { Page } from '../../../widget/page.ts';

/** What a test's page calls. */
export interface Engine {
  swap(): void;
  restore(): void;
}

/** An engine for these swaps. */
export function createEngine(swaps: readonly Swap[]): Engine {
  const page = new Page(compile(swaps), () => {});
  return {
    swap: () => page._swap([document]),
    restore: () => page._restore(document),
  };
}

declare global {
  interface Window {
    createEngine: typeof createEngine;
  }
}
window.createEngine = createEngine;
