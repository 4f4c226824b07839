/** The engine with a plan given, for tests of nothing but the swap; built for the browser by engine.ts. */
import { numberForms } from '../../../worker/lookup/number-forms.ts';
import type { Swap } from '../../../widget/forms.ts';
import { restorePage, setSwaps, swapIn } from '../../../widget/page.ts';

/** What a test's page calls. */
export interface Engine {
  swap(): void;
  restore(): void;
}

/** The engine, with these swaps done. */
export function swapPage(swaps: readonly Swap[]): Engine {
  setSwaps({ swaps, forms: numberForms(swaps) }, () => {});
  return { swap: () => swapIn([document]), restore: restorePage };
}

declare global {
  interface Window {
    swapPage: typeof swapPage;
  }
}
window.swapPage = swapPage;
