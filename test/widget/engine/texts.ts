/** The engine's pure part: texts and addresses of links, without a page. */
import { numberForms } from '../../../worker/edge/lookup/number-forms/number-forms.ts';
import { compile, type Swap } from '../../../widget/forms.ts';
import { swapLink } from '../../../widget/links.ts';

/** What becomes of texts and addresses. */
export interface Swapper {
  text: (text: string) => string;
  link: (href: string) => string;
}

/** A swap of a number that takes no messages. */
export const swap = (from: string, to: string, sms = false): Swap => ({ from, to, sms });

/** Compiles the swaps once, for any number of texts and links. */
export function swapperOf(...swaps: Swap[]): Swapper {
  const forms = compile({ swaps, forms: numberForms(swaps) });
  return {
    text: (text) => forms._replace(text, () => true) ?? '',
    link: (href) => {
      let result = href;
      swapLink(forms, href, (next) => (result = next));
      return result;
    },
  };
}
