/** Counts the phone numbers on a page with the widget's own matcher, so that the counts are what it would swap. */
import type { PrintedNumber } from './reference.ts';
import { type CountryCode, parsePhoneNumberFromString } from '../../shared/contact/numbering.ts';
import { compile, type Forms } from '../../../widget/forms.ts';
import { numbersOf } from '../../dni/pure/number-entries.ts';
import type { DniSettings } from '../../dni/schema.ts';
import { EDGE, JOINT } from './page-lines.ts';
import { numberForms } from '../lookup/number-forms/number-forms.ts';

/** Most unknown numbers in a report. */
const MAX_OTHERS = 20;
/** Matches possible numbers: digits in groups, or with a plus. The numbering data decides whether it is one. */
const CANDIDATE =
  /(?<![\w.,:/%#=-])(?=[+(\d])(?:\+?\d{0,3}[\s\u00A0().\-\u2010-\u2013\0]{0,3})?\(?\d{2,4}\)?[\s\u00A0.\-\u2010-\u2013/\0]{1,3}\d{2,4}(?:[\s\u00A0.\-\u2010-\u2013\0]{1,3}\d{2,6}){1,3}(?![\w%:])/g;

/** Collects the numbers of one page. */
export class PrintedNumbers {
  readonly #forms: Forms;
  readonly #found = new Map<string, PrintedNumber>();
  readonly #targets: ReadonlySet<string>;
  readonly #tracking: ReadonlySet<string>;
  readonly #others: ReadonlySet<string>;
  readonly #region: CountryCode | undefined;

  constructor({ default_number: own, targets, numbers, other_numbers: others }: DniSettings) {
    this.#targets = new Set([own, ...targets.map(({ number }) => number)]);
    this.#tracking = new Set(numbers.flatMap(numbersOf));
    this.#others = new Set(others);
    const known = new Set([...this.#targets, ...this.#tracking]);
    const swaps = [...known].map((number) => ({ from: number, to: number, sms: true }));
    this.#forms = compile({ swaps, forms: numberForms(swaps) });
    this.#region = parsePhoneNumberFromString(own)?.country;
  }

  /** Lists the numbers: those of the settings first, then by frequency. */
  found(): PrintedNumber[] {
    const ranks = { target: 0, tracking: 1, other: 2, unknown: 3 };
    const all = [...this.#found.values()].sort(
      (a, b) => ranks[a.kind] - ranks[b.kind] || b.texts + b.links - (a.texts + a.links),
    );
    const others = all.filter(({ kind }) => kind === 'unknown').slice(0, MAX_OTHERS);
    return [...all.filter(({ kind }) => kind !== 'unknown'), ...others];
  }

  /** Counts the numbers of a line of the page. */
  countLine(line: string): void {
    const starts: number[] = [];
    this.#forms._replace(line, ({ from }, start) => {
      starts.push(start);
      this.#count(from, 'texts');
      return false;
    });
    for (const match of line.matchAll(CANDIDATE)) {
      const end = match.index + match[0].length;
      if (starts.some((start) => start >= match.index && start < end)) continue;
      this.#countOther(match[0].replaceAll(JOINT, '').replaceAll(EDGE, ''), 'texts');
    }
  }

  /** Counts the number in a link. */
  countLink(href: string): void {
    let isKnown = false;
    const [, , , written = '', code = ''] = this.#forms._link.exec(href) ?? [];
    // Not decodeURIComponent, which throws on invalid UTF-8.
    this.#forms._replace(unescape(code + written), ({ from }) => {
      isKnown = true;
      this.#count(from, 'links');
      return false;
    });
    const dialled = /^\s*tel:([^;?]*)/i.exec(href)?.[1];
    if (!isKnown && dialled !== undefined) this.#countOther(dialled, 'links');
  }

  #countOther(text: string, where: 'texts' | 'links'): void {
    const parsed = parsePhoneNumberFromString(
      text,
      this.#region === undefined ? {} : { defaultCountry: this.#region },
    );
    if (parsed?.isValid() === true) this.#count(parsed.number, where);
  }

  #kindOf(number: string): PrintedNumber['kind'] {
    if (this.#targets.has(number)) return 'target';
    if (this.#tracking.has(number)) return 'tracking';
    return this.#others.has(number) ? 'other' : 'unknown';
  }

  #count(number: string, where: 'texts' | 'links'): void {
    const known = this.#found.get(number) ?? { number, kind: this.#kindOf(number), texts: 0, links: 0 };
    known[where] += 1;
    this.#found.set(number, known);
  }
}
