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

/** How to find the numbers and what to write, as the edge says: sources of regular expressions (worker/lookup/number-forms.ts). */
export interface NumberForms {
  pattern: string;
  before: string;
  after: string;
  link: string;
  /** For each swap the number of digits that may change, the new digits, and their calling code when it is another. */
  numbers: [length: number, digits: string, code: string][];
}

/** What a plan says about numbers. */
export interface Numbering {
  swaps: readonly Swap[];
  forms: NumberForms;
}

/** What `compile` makes of the swaps of a plan. */
export interface Forms {
  /** Matches the digits of any target in any form; the group that is there tells which. */
  _pattern: RegExp;
  /** Matches a link to a number: what stands before it, within that the service of a link for messages, the number, the rest. */
  _link: RegExp;
  /**
   * `text` with every form of a target turned into the same form of the new number.
   * @param accept says whether to swap the form that starts at a position
   * @param spell how to write the calling code of another country
   */
  _pour: (
    text: string,
    accept: (swap: Swap, start: number) => unknown,
    spell?: (code: string) => string,
  ) => string;
}

/** Stands between the text nodes of one line; no parser lets it into a page. */
export const JOINT = '\0';

/** Makes ready to find the targets of `swaps`. */
export function compile({ swaps, forms: { pattern, before, after, link, numbers } }: Numbering): Forms {
  const _pattern = RegExp(pattern, 'gi');
  const left = RegExp(before);
  const right = RegExp(after);
  const _pour: Forms['_pour'] = (text, accept, spell = (code) => `+${code} `) => {
    let result = '';
    let done = 0;
    let match;
    _pattern.lastIndex = 0;
    while ((match = _pattern.exec(text))) {
      const [form] = match;
      const start = match.index;
      // The whole match is the group of its swap.
      const index = match.indexOf(form, 1) - 1;
      // Letters past the last digit are dialled in vain: 1-800-CONTACTS.
      const end =
        _pattern.lastIndex + (/[a-z]$/i.test(form) ? text.slice(_pattern.lastIndex).search(/[^a-z]|$/i) : 0);
      _pattern.lastIndex = end;
      if (left.test(text.slice(0, start).slice(-20)) || right.test(text.slice(end, end + 20))) {
        // The area code may follow a 1 that is the end of something else, such as a postal code.
        _pattern.lastIndex = start + 1;
      } else if (accept(swaps[index] as Swap, start)) {
        result +=
          text.slice(done, start) + refill(form, numbers[index] as NumberForms['numbers'][number], spell);
        done = end;
      }
    }
    return result + text.slice(done);
  };
  return { _pattern, _link: RegExp(link, 'is'), _pour };
}

/** The form with the digits of the new number where the old ones stood; that of another country gets its code. */
function refill(
  form: string,
  [length, digits, code]: NumberForms['numbers'][number],
  spell: (code: string) => string,
): string {
  const last = Math.min(length, digits.length) - 1;
  // Which digit comes next; before 0 it is one of the prefix.
  let next = length - form.replace(/\W/g, '').length;
  return form.replace(/[^\0]/g, (character) => {
    if (next > last) return '';
    if (/\W/.test(character)) return code && next < 1 ? '' : character;
    const at = next++;
    if (at < 0) return code ? '' : character;
    // A longer number goes on after the last slot, a shorter one ends early; a word becomes digits in groups.
    if (/[a-z]/i.test(character)) next = last + 1;
    const text = next > last ? digits.slice(at).replace(/^(...)(....)$/, '$1-$2') : (digits[at] as string);
    return at || !code ? text : spell(code) + text;
  });
}
