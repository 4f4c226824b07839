/**
 * Finds a phone number in its printed forms and replaces each by another number in the same form. Pure.
 */

/** A printed number and its replacement for this visit, both E.164. */
export interface Swap {
  from: string;
  to: string;
  /** Whether the new number takes messages, so that `sms:` and WhatsApp links may use it. */
  sms: boolean;
  /** Whether `from` is a leased number, which only a copy of the page has, and `to` its target. */
  copy?: true;
}

/** Regular expressions and replacements from the edge (worker/edge/lookup/number-forms). */
export interface NumberForms extends ElementRules {
  pattern: string;
  /** Like `pattern` with more groups, for texts that match `spells`. */
  spelled: string;
  spells: string;
  /** Expansions of `~`, `_` and `@` in the patterns. */
  gaps: Record<string, string>;
  doubt: string;
  stays: string;
  sign: string;
  /** The digits of each script; after those of the first, the letters that may replace them. */
  digits: readonly string[];
  link: string;
  /**
   * For each group of the pattern: its swap or, of a copied number, what it is replaced by; the replacement (digits that fill the
   * form from its right; after a blank, groups that replace it); and marks for `stays`.
   */
  writes: [swap: number | Swap, text: string, marks: string][];
}

/** Selectors and regular expressions for elements (worker/edge/lookup/number-forms/elements.ts). */
export interface ElementRules {
  skip: string;
  roots: string;
  parts: string;
  pending: string;
  entered: string;
  taken: string;
  inline: string;
  unit: string;
  attributes: readonly string[];
  places: readonly string[];
  caches: readonly string[];
  observed: { subtree: true; childList: true; characterData: true; attributeFilter: string[] };
  holders: string;
  buttons: string;
}

/** The part of a plan about numbers. */
export interface Numbering {
  swaps: readonly Swap[];
  forms: NumberForms;
}

/** The compiled swaps of a plan. */
export interface Forms {
  /** Returns an expression that finds the targets in a text; the matching group identifies the target. */
  _finder: (text: string) => RegExp;
  /** Matches a link to a number. Groups: prefix, message service within it, number, calling code, rest. */
  _link: RegExp;
  _elements: ElementRules;
  /**
   * Replaces every form of a target in `text` by the same form of the new number.
   * @param accept decides whether to swap the form at a position
   * @param isRough whether `text` lacks the edges of elements; the result is undefined if they are needed to decide
   */
  _replace: (
    text: string,
    accept: (swap: Swap, start: number) => unknown,
    isRough?: boolean,
  ) => string | undefined;
}

const DIGITS = /[\p{Nd}]/gu;
/** Characters examined on either side of a form. */
const CONTEXT_LENGTH = 30;

/** Compiles the expressions that find the targets of a plan. */
export function compile(plan: Numbering): Forms {
  const { forms } = plan;
  const expressions: Record<string, RegExp> = {};
  const expression = (source: string): RegExp =>
    (expressions[source] ||= RegExp(
      source.replace(/[~_@]/g, (gap) => forms.gaps[gap] as string),
      'g',
    ));
  // Compiling the expression with letters takes longer than everything else together.
  const _finder: Forms['_finder'] = (text) => {
    const finder = expression(text.search(expression(forms.spells)) < 0 ? forms.pattern : forms.spelled);
    finder.lastIndex = 0;
    return finder;
  };
  const doubtful = RegExp(forms.doubt);
  const staying = RegExp(forms.stays);
  const _replace: Forms['_replace'] = (text, accept, isRough) => {
    const finder = _finder(text);
    let result = '';
    let done = 0;
    let match;
    while ((match = finder.exec(text))) {
      const [form] = match;
      // The matching group equals the whole match.
      const [swap, digits, marks] = forms.writes[match.indexOf(form, 1) - 1] as NumberForms['writes'][number];
      const end = finder.lastIndex;
      const around = contextOf(text, match.index, end, marks);
      const isDoubtful = doubtful.test(around);
      if (isRough && isDoubtful) return undefined;
      const stays = isDoubtful && staying.test(around);
      if (!stays && accept(plan.swaps[swap as number] || (swap as Swap), match.index)) {
        result += text.slice(done, match.index) + refill(form, digits, forms);
        done = end;
      }
      // The area code may follow a 1 that is the end of something else, such as a postal code. Always set, because `accept` may
      // search another text.
      finder.lastIndex = stays ? match.index + 1 : end;
    }
    return result + text.slice(done);
  };
  // Throws for a broken plan now, not in the middle of a page.
  _finder('');
  return { _replace, _link: RegExp(forms.link, 'i'), _elements: forms, _finder };
}

/** Returns the input of `stays` for the form between `start` and `end`: marks, text before, form, text after. */
export function contextOf(text: string, start: number, end: number, marks: string): string {
  const before = text.slice(0, start).slice(-CONTEXT_LENGTH);
  return `${marks}${before}\x02${text.slice(start, end)}\x02${text.slice(end, end + CONTEXT_LENGTH)}`;
}

/** Fills the new digits into the form; or writes the new number with the form's separator. */
function refill(form: string, text: string, forms: NumberForms): string {
  /** Returns a digit in the script of the digit or letter that it replaces. */
  const written = (digit: string, like: string): string =>
    (forms.digits.find((script) => script.includes(like)) as string)[+digit] as string;
  if (text[0] === ' ') {
    const [, gap = '-'] = form.match(forms.sign) || [];
    let at = 1;
    // Each part of a split number takes whole groups while there are any.
    const filled = form.replace(/[^\0]+/g, (part) =>
      text.slice(at, (at = text.indexOf(' ', at + part.trim().length - 1) + 1 || text.length)),
    );
    return (filled + text.slice(at)).replace(/ |\d/g, (part) =>
      part > ' ' ? written(part, form.slice(-1)) : gap,
    );
  }
  // Index of the next digit; negative in the prefix.
  let next = text.length - (form.match(DIGITS) as string[]).length;
  return form.replace(DIGITS, (digit) => (next++ < 0 ? digit : written(text[next - 1] as string, digit)));
}
