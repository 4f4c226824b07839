/** The engine with a plan given, for tests of nothing but the swap; built for the browser by engine.ts. */
import { numberForms } from '../../../worker/edge/lookup/number-forms/number-forms.ts';
import { type Swap, compile } from '../../../widget/forms.ts';
import { restorePage, setForms, swapAgain } from '../../../widget/page.ts';

/** What a test's page calls. */
export interface Engine {
  swap(): void;
  restore(): void;
}

/** The engine, with these swaps done. */
export function swapPage(swaps: readonly Swap[]): Engine {
  setForms(compile({ swaps, forms: numberForms(swaps) }), () => {});
  // A page that was restored has to ask for it.
  swapAgain(document);
  return { swap: () => swapAgain(document), restore: restorePage };
}

declare global {
  interface Window {
    swapPage: typeof swapPage;
  }
}
window.swapPage = swapPage;
