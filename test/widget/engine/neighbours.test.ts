/** Numbers next to other numbers and words, each with lookalikes that stay. */
import { expect, test } from 'vitest';
import { swap, swapperOf } from './texts.ts';

const US = swap('+12125550134', '+14155550199');
const UK = swap('+442079460100', '+442079460999');
const GERMAN = swap('+4930123456', '+4930987654');
const GERMAN_DIRECT = swap('+493012345678', '+493098765432');
const HUNGARIAN = swap('+3612345678', '+3619876543');
const ARGENTINE_MOBILE = swap('+5491123456789', '+5491187654321');
const IRANIAN = swap('+982112345678', '+982187654321');

test.for([
  // other numbers without a blank between
  [US, '212-555-0134/800-555-9999', '415-555-0199/800-555-9999'],
  [US, '800-555-9999–212-555-0134', '800-555-9999–415-555-0199'],
  [US, '800-555-9999,212-555-0134', '800-555-9999,415-555-0199'],
  // words
  [UK, 'T020 7946 0100', 'T020 7946 0999'],
  [UK, 'Tel020 7946 0100', 'Tel020 7946 0999'],
  [US, '212-555-0134/Fax', '415-555-0199/Fax'],
  [US, 'Phone #212-555-0134', 'Phone #415-555-0199'],
  [US, '212-555-0134.Call now', '415-555-0199.Call now'],
  // times and postal codes that end in 00
  [UK, '8:00-17 020 7946 0100', '8:00-17 020 7946 0999'],
  [UK, '100-0001 020 7946 0100', '100-0001 020 7946 0999'],
  // extensions
  [US, '212-555-0134 EXT5', '415-555-0199 EXT5'],
  [US, '212-555-0134X5', '415-555-0199X5'],
  // separators
  [US, '212 | 555 | 0134', '415 | 555 | 0199'],
  [US, '212ー555ー0134', '415ー555ー0199'],
  [US, '212⋅555⋅0134', '415⋅555⋅0199'],
  [US, '【212】555-0134', '【415】555-0199'],
  [US, '\u061c212-555-0134', '\u061c415-555-0199'],
  // prefixes other than 0, and digits other than 0 to 9
  [HUNGARIAN, '06 1 234 5678', '06 1 987 6543'],
  [ARGENTINE_MOBILE, '011 15-2345-6789', '011 15-8765-4321'],
  [IRANIAN, '۰۲۱-۱۲۳۴۵۶۷۸', '۰۲۱-۸۷۶۵۴۳۲۱'],
] as const)('%o: %s becomes %s', ([swap, text, after]) => {
  expect(swapperOf(swap).text(text)).toBe(after);
});

test.for([
  [US, '212-555-0134 or 0135'],
  [US, '212-555-0134/0135'],
  [US, 'ISBN 2125550134'],
  [US, '2125550134 EUR'],
  [US, 'Rs. 2125550134'],
  [UK, '0044 1 020 7946 01004'],
  [HUNGARIAN, '06 1 234 56781'],
] as const)('%o: %s stays', ([swap, text]) => {
  expect(swapperOf(swap).text(text)).toBe(text);
});

test('the longer of two targets with the same beginning is found', () => {
  const swapper = swapperOf(GERMAN, GERMAN_DIRECT);

  expect(swapper.text('030 123456 and 030 12345678')).toBe('030 987654 and 030 98765432');
});
