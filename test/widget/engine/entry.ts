/** The engine with a given plan, for tests of the swap alone; engine.ts builds it for the browser. */
import { numberForms } from '../../../worker/edge/lookup/number-forms/number-forms.ts';
import { type Swap, compile } from '../../../widget/forms.ts';
import { restorePage, setForms, swapAgain } from '../../../widget/page.ts';

/** The functions for test pages. */
export interface Engine {
  swap(): void;
  restore(): void;
}

/** Creates the engine and swaps. @param copies leased numbers that copies of the page may have, with their targets */
export function swapPage(swaps: readonly Swap[], copies: readonly Swap[] = []): Engine {
  setForms(compile({ swaps, forms: numberForms(swaps, copies) }), () => {});
  // After a restore, swapping must be requested.
  swapAgain(document);
  return { swap: () => swapAgain(document), restore: restorePage };
}

declare global {
  interface Window {
    swapPage: typeof swapPage;
  }
}
window.swapPage = swapPage;
