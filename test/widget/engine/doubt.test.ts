/**
 * The short expression never calls a number certain that the long expression excludes, with or without the edges of elements in the
 * text; and it calls the numbers of most pages certain.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextOf } from '../../../widget/forms.ts';
import { numberForms } from '../../../worker/edge/lookup/number-forms/number-forms.ts';

const { doubt, stays } = numberForms([]);
const doubtful = RegExp(doubt);
const staying = RegExp(stays);
const RUNS = 20_000;

/** Words, currencies, registers, numbers, characters and separators, many of which exclude the number next to them. */
const NEARBY = [
  ...'Call|call|Tel|Phone|PHONE|Fax|fax|F|us|at|to|or|and|bis|och|или|und|of|Ab|e|eu|k|Телефон|電話|Téléphone'.split(
    '|',
  ),
  ...'kr|Kč|zł|Ft|Rp|Rs|EUR|EU|USD|euros|Euro|uro|SEK|RUB|Fr|$|€|＄|°|cm|km|ft|min'.split('|'),
  ...'ISBN|ISBN-13|VAT|IBAN|Order|order|Invoice|number|Number|no|No|nr|ID|#|ext|x|X5|p5'.split('|'),
  ...'0|5|36|0134|24/7|44|00|011|+|+44|(0)|500|٣'.split('|'),
  ..." |\u00a0|\0|\0|-|/| / |.|. |:|: |,|, |;|(|)|[|·| – |—|=|@|%|&|~|_|?|!|’|'|\n|📞|（|：".split('|'),
  ' | ',
];
/** Forms; some are a date, an address, thousands or a decimal, and some are split over elements. */
const PRINTED = [
  ...'212) 555-0134|2125550134|212-555-0134|+12125550134|212.555.0134|212.55.50.134|+1 212 555.0134'.split(
    '|',
  ),
  ...'63.123.456|1.234.567|0.2125550134|52.5200|2125.13|14 020|020|32.12.34.56|212.555.134|٠١٢٣'.split('|'),
  ...'31.12.2024|31. 12. 2024|2024-12-31|31-12-24|2.1.25.550134|2.1.2555.0134|1.212.555.0134|33.1.23.45.6789|212’555’0134|0 212 555 01 34|212\0-\u0000555-0134|(212) 555\0-0134'.split(
    '|',
  ),
];

const text = fc.array(fc.constantFrom(...NEARBY), { maxLength: 8 }).map((pieces) => pieces.join(''));
const sample = fc.record({
  marks: fc.constantFrom(
    '',
    'b',
    'o',
    'bo',
    't',
    's',
    'd',
    'y',
    'q22',
    'bq23',
    'v',
    'bv1',
    'v78',
    'dvq22',
    'w33',
    'bw61t',
  ),
  before: text,
  form: fc.constantFrom(...PRINTED),
  after: text,
  edges: fc.array(fc.constantFrom('\0', '\x01\0', '\0\x01', '\x01\0\x01'), { minLength: 3, maxLength: 6 }),
});

/** A sample as the widget passes it to the expressions. */
function seen({
  marks,
  before,
  form,
  after,
}: {
  marks: string;
  before: string;
  form: string;
  after: string;
}): string {
  const start = before.length;
  return contextOf(before + form + after, start, start + form.length, `${marks} `);
}

test('the long expression excludes no certain form', () => {
  let beyondDoubt = 0;
  fc.assert(
    fc.property(sample, ({ edges, ...rough }) => {
      if (doubtful.test(seen(rough))) return;
      beyondDoubt += 1;
      expect(staying.exec(seen(rough))).toBeNull();
      let next = 0;
      const withEdges = (part: string): string =>
        part.replaceAll('\0', () => edges[next++ % edges.length] as string);
      const exact = {
        marks: rough.marks,
        before: withEdges(rough.before),
        form: withEdges(rough.form),
        after: withEdges(rough.after),
      };
      expect(staying.exec(seen(exact))).toBeNull();
    }),
    { numRuns: RUNS },
  );
  expect(beyondDoubt).toBeGreaterThan(RUNS / 100);
});

test.for([
  ['', '(212) 555-0134', ''],
  ['', '+12125550134', ''],
  ['Call us today: ', '212-555-0134', ' or email us.'],
  ['Call \0', '212-555-0134', '\0 today'],
  ['Phone: ', '212.555.0134', ', Fax: 212.555.0135'],
  ['Mon to Fri 9 to 5, call us at (', '212) 555-0134', '. 24 hours'],
  ['Téléphone : ', '01 23 45 67 89', ' (appel gratuit)'],
  ['Tel. ', '+49 30 123456', ' | Impressum'],
  ['Телефон: ', '8 (495) 123-45-67', ''],
  ['電話：', '03-1234-5678', ''],
] as const)('%j %j %j is certain', ([before, form, after]) => {
  expect(doubtful.test(seen({ marks: 'bo', before, form, after }))).toBe(false);
});
