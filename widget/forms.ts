/**
 * The printed forms of a phone number: finds them in a text and turns each into the same form of another number.
 * Pure: texts in, texts out.
 */

/** A number that stands on the pages and the number that this visit sees in its place, both E.164. */
export interface Swap {
  from: string;
  to: string;
  /** Whether the new number takes messages, so that `sms:` and WhatsApp links may lead to it. */
  sms: boolean;
}

/** How to find the numbers and what to write, as the edge says: sources of regular expressions (worker/edge/lookup/number-forms). */
export interface NumberForms extends ElementRules {
  pattern: string;
  /** The same with more groups, for texts in which `spells` matches. */
  spelled: string;
  spells: string;
  /** What `~`, `_` and `@` stand for in these. */
  gaps: Record<string, string>;
  doubt: string;
  stays: string;
  sign: string;
  /** The digits of each script in which a number may be printed; after those of the first what else may stand in their place. */
  digits: readonly string[];
  link: string;
  /**
   * For each group of the pattern its swap, what to write (digits that go into the form from its right; after a blank,
   * groups that replace it), and what `stays` has to know of it.
   */
  writes: [swap: number, text: string, marks: string][];
}

/** What of a page is looked at: selectors, and sources of regular expressions (worker/edge/lookup/number-forms/elements.ts). */
export interface ElementRules {
  skip: string;
  roots: string;
  entered: string;
  taken: string;
  inline: string;
  unit: string;
  attributes: readonly string[];
  holders: string;
  buttons: string;
}

/** What a plan says about numbers. */
export interface Numbering {
  swaps: readonly Swap[];
  forms: NumberForms;
}

/** What `compile` makes of the swaps of a plan. */
export interface Forms {
  /** What matches the targets in a text in any form, from its start on; the group that is there tells which. */
  _finder: (text: string) => RegExp;
  /** Matches a link to a number: what stands before it, within that the service of a link for messages, the number, its calling code, the rest. */
  _link: RegExp;
  _elements: ElementRules;
  /**
   * `text` with every form of a target turned into the same form of the new number.
   * @param accept says whether to swap the form that starts at a position
   * @param isRough whether edges of elements are missing in `text`; then undefined when it takes them to tell
   */
  _pour: (
    text: string,
    accept: (swap: Swap, start: number) => unknown,
    isRough?: boolean,
  ) => string | undefined;
}

const DIGITS = /[\p{Nd}]/gu;
/** How much of a text on either side of a form is looked at. */
const SURROUNDINGS = 30;

/** Makes ready to find the targets of `swaps`. */
export function compile({ swaps, forms }: Numbering): Forms {
  const { pattern, spelled, spells, gaps, link, writes } = forms;
  const expressions: Record<string, RegExp> = {};
  const expression = (source: string): RegExp =>
    (expressions[source] ||= RegExp(
      source.replace(/[~_@]/g, (gap) => gaps[gap] as string),
      'g',
    ));
  // To compile the letters takes longer than everything else together.
  const _finder: Forms['_finder'] = (text) => {
    const finder = expression(text.search(expression(spells)) < 0 ? pattern : spelled);
    finder.lastIndex = 0;
    return finder;
  };
  const doubtful = RegExp(forms.doubt);
  const staying = RegExp(forms.stays);
  const _pour: Forms['_pour'] = (text, accept, isRough) => {
    let result = '';
    let done = 0;
    let match;
    const finder = _finder(text);
    while ((match = finder.exec(text))) {
      const [form] = match;
      const start = match.index;
      // The whole match is the group of its way of writing.
      const [swap, digits, marks] = writes[match.indexOf(form, 1) - 1] as NumberForms['writes'][number];
      const end = finder.lastIndex;
      const around = surroundings(text, start, end, marks);
      const isDoubtful = doubtful.test(around);
      if (isRough && isDoubtful) return undefined;
      if (isDoubtful && staying.test(around)) {
        // The area code may follow a 1 that is the end of something else, such as a postal code.
        finder.lastIndex = start + 1;
      } else if (accept(swaps[swap] as Swap, start)) {
        result += text.slice(done, start) + refill(form, digits, forms);
        done = end;
      }
    }
    return result + text.slice(done);
  };
  // Throws for a broken plan now, and not in the middle of a page.
  _finder('');
  return { _finder, _link: RegExp(link, 'i'), _elements: forms, _pour };
}

/** What tells whether the form between `start` and `end` stays: its marks, what is before it, the form, and what is after it. */
export function surroundings(text: string, start: number, end: number, marks: string): string {
  const before = text.slice(0, start).slice(-SURROUNDINGS);
  return `${marks}${before}\x02${text.slice(start, end)}\x02${text.slice(end, end + SURROUNDINGS)}`;
}

/** The form with the digits of the new number where the old ones stood; or the new number, with the sign that separates the groups of the form. */
function refill(form: string, text: string, { sign, digits }: NumberForms): string {
  /** A digit in the script of another one, or in place of a letter. */
  const written = (digit: string, like: string): string =>
    (digits.find((script) => script.includes(like)) as string)[+digit] as string;
  if (text[0] === ' ') {
    const [, gap = '-'] = form.match(sign) || [];
    let at = 1;
    // Each part of a split number takes whole groups, as far as they reach.
    const filled = form.replace(/[^\0]+/g, (part) =>
      text.slice(at, (at = text.indexOf(' ', at + part.trim().length - 1) + 1 || text.length)),
    );
    return (filled + text.slice(at)).replace(/ |\d/g, (part) =>
      part > ' ' ? written(part, form.slice(-1)) : gap,
    );
  }
  // Which digit comes next; before 0 it is one of the prefix.
  let next = text.length - (form.match(DIGITS) as string[]).length;
  return form.replace(DIGITS, (digit) => (next++ < 0 ? digit : written(text[next - 1] as string, digit)));
}
