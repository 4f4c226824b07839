/** Numbers next to other numbers, words and elements, each with lookalikes that stay. */
import { expect, test } from 'vitest';
import { useEngine, swap, swapped, swappedText } from './engine.ts';

const US = swap('+12125550134', '+14155550199');
const UK = swap('+442079460100', '+442079460999');
const GERMAN = swap('+4930123456', '+4930987654');
const GERMAN_DIRECT = swap('+493012345678', '+493098765432');
const HUNGARIAN = swap('+3612345678', '+3619876543');
const ARGENTINE_MOBILE = swap('+5491123456789', '+5491187654321');
const IRANIAN = swap('+982112345678', '+982187654321');

const engine = useEngine();

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
] as const)('%o: %s becomes %s', async ([swap, text, after]) => {
  expect(await swappedText(engine.page, text, [swap])).toBe(after);
});

test.for([
  [US, '212-555-0134 or 0135'],
  [US, '212-555-0134/0135'],
  [US, 'ISBN 2125550134'],
  [US, '2125550134 EUR'],
  [US, 'Rs. 2125550134'],
  [UK, '0044 1 020 7946 01004'],
  [HUNGARIAN, '06 1 234 56781'],
] as const)('%o: %s stays', async ([swap, text]) => {
  expect(await swappedText(engine.page, text, [swap])).toBe(text);
});

test('the longer of two targets with the same beginning is found', async () => {
  const text = '030 123456 and 030 12345678';
  expect(await swappedText(engine.page, text, [GERMAN, GERMAN_DIRECT])).toBe('030 987654 and 030 98765432');
});

test.for([
  // blocks, flex items and links in a row
  [
    '<div style="display:flex"><span>24/7</span><span>212-555-0134</span></div>',
    '<div style="display:flex"><span>24/7</span><span>415-555-0199</span></div>',
  ],
  [
    '<a href="tel:2125550134">212-555-0134</a><a href="tel:8005559999">800-555-9999</a>',
    '<a href="tel:4155550199">415-555-0199</a><a href="tel:8005559999">800-555-9999</a>',
  ],
  ['212-555-0134<sup>1</sup>', '415-555-0199<sup>1</sup>'],
  // elements within the number
  ...['label', 'nobr', 'bdi', 'bdo', 'ins', 'big', 'data'].map((name) => [
    `<${name}>212</${name}>-555-<${name}>0134</${name}>`,
    `<${name}>415</${name}>-555-<${name}>0199</${name}>`,
  ]),
  ['(212<br>) 555-0134', '(415<br>) 555-0199'],
  // links
  ['<a href="tel:+12125550134p5">Call</a>', '<a href="tel:+14155550199p5">Call</a>'],
  ['<a href="tel:+12125550134;ext=5">Call</a>', '<a href="tel:+14155550199;ext=5">Call</a>'],
])('%s becomes %s', async ([html = '', after]) => {
  expect(await swapped(engine.page, html, [US])).toBe(after);
});

test.for([
  // one line: the digits belong to a longer number
  '<span>24</span><span>2125550134</span>',
  '<b>2125550134</b><i>7</i>',
])('%s stays', async (html) => {
  expect(await swapped(engine.page, html, [US])).toBe(html);
});
