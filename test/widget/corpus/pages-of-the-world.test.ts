/**
 * Printed forms from pages of two dozen countries, besides the regions' standard formats: former and local ways of dialling, digits
 * of other scripts, labels next to numbers, ranges, zero-width characters, percent-encoded links. The numbers are the examples of
 * the numbering data.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { swap, type Swapper, swapperOf } from '../engine/texts.ts';

/** The printed number, its replacement, the printed form, and the expected result; undefined when it stays. */
type Case = readonly [from: string, to: string, before: string, after: string | undefined];

const swapper = (from: string, to: string): Swapper => swapperOf(swap(from, to, true));

const MX = ['+525512345678', '+525598765432'] as const;
const AR = ['+5491123456789', '+5491198765432'] as const;
const AR_FIXED = ['+541123456789', '+541123456700'] as const;
const BR = ['+551123456789', '+551123456700'] as const;
const BR_TO_MOBILE = ['+551123456789', '+5511961234567'] as const;
const IN = ['+918123456789', '+918123456700'] as const;
const IN_TO_FIXED = ['+918123456789', '+912212345678'] as const;
const BD = ['+8801812345678', '+8801812345600'] as const;
const NP = ['+97714567890', '+97714567800'] as const;
const EG = ['+201001234567', '+201001234500'] as const;
const IR = ['+989123456789', '+989123456700'] as const;
const TH = ['+66812345678', '+66812345600'] as const;
const US = ['+12015550123', '+12015550177'] as const;
const US_TO_UK = ['+12015550123', '+441212345678'] as const;
const CA = ['+15062345678', '+15062345600'] as const;
const UK = ['+441212345678', '+441212345600'] as const;
const DE = ['+4930123456', '+4930123400'] as const;
const FR = ['+33123456789', '+33123456700'] as const;
const ES = ['+34810123456', '+34810123400'] as const;
const IT = ['+390212345678', '+390212345600'] as const;
const NL = ['+31101234567', '+31101234500'] as const;
const PL = ['+48123456789', '+48123456700'] as const;
const PT = ['+351212345678', '+351212345600'] as const;
const SE = ['+468123456', '+468123400'] as const;
const CH = ['+41212345678', '+41212345600'] as const;
const AT = ['+431234567890', '+431234567800'] as const;
const TR = ['+902123456789', '+902123456700'] as const;
const JP = ['+81312345678', '+81312345600'] as const;
const KR = ['+82212345678', '+82212345600'] as const;
const CN = ['+861012345678', '+861012345600'] as const;
const AU = ['+61212345678', '+61212345600'] as const;
const NZ = ['+6432345678', '+6432345600'] as const;
const ZA = ['+27101234567', '+27101234500'] as const;
const CO = ['+576012345678', '+576012345600'] as const;

const FORMER: Case[] = [
  [...MX, '+52 1 55 1234 5678', '+52 55 9876 5432'],
  [...MX, '+521 55 1234 5678', '+52 55 9876 5432'],
  [...MX, '+52 (1) 55 1234 5678', '+52 55 9876 5432'],
  [...MX, '044 55 1234 5678', '55 9876 5432'],
  [...MX, '045-55-1234-5678', '55-9876-5432'],
  [...MX, '01 55 1234 5678', '55 9876 5432'],
  [...MX, '(01 55) 1234 5678', '55 9876 5432'],
  [...AR, '011 15-2345-6789', '011 15-9876-5432'],
  [...AR, '(011) 15 2345-6789', '(011) 15 9876-5432'],
  [...AR, '+54 9 11 2345-6789', '+54 9 11 9876-5432'],
  [...AR, '+54 11 15 2345 6789', '+54 11 15 9876 5432'],
  [...AR, '+54 (011) 15-2345-6789', '+54 (011) 15-9876-5432'],
  [...AR, '+54 9 011 2345 6789', '+54 9 11 9876 5432'],
  // Without 9 and 15 it is a fixed line, and without area code it is ambiguous.
  [...AR, '+54 11 2345-6789', undefined],
  [...AR, '011 2345-6789', undefined],
  [...AR, '15-2345-6789', undefined],
  [...AR_FIXED, '+54 9 11 2345-6789', undefined],
  [...BR, '(0xx11) 2345-6789', '(0xx11) 2345-6700'],
  [...BR, '(0XX11) 2345.6789', '(0XX11) 2345.6700'],
  [...BR, '0xx11 2345-6789', '0xx11 2345-6700'],
  [...BR, '(xx11) 2345-6789', '(xx11) 2345-6700'],
  [...BR, '(0-xx-11) 2345-6789', '(0-xx-11) 2345-6700'],
  [...BR, '(0**11) 2345-6789', '(0**11) 2345-6700'],
  [...BR, '0 15 11 2345-6789', '0 15 11 2345-6700'],
  [...BR, '+55 (0xx11) 2345-6789', '+55 (0xx11) 2345-6700'],
  [...BR_TO_MOBILE, '(0xx11) 2345-6789', '11-96123-4567'],
  [...BR_TO_MOBILE, '0 15 11 2345-6789', '11-96123-4567'],
  [...BR, 'MODELO XX11 2345-67890', undefined],
];

const SCRIPTS: Case[] = [
  [...IN, '८१२३४ ५६७८९', '८१२३४ ५६७००'],
  [...IN, '+९१ ८१२३४ ५६७८९', '+९१ ८१२३४ ५६७००'],
  [...IN, '০৮১২৩৪-৫৬৭৮৯', '০৮১২৩৪-৫৬৭০০'],
  [...IN_TO_FIXED, '८१२३४ ५६७८९', '०२२ १२३४ ५६७८'],
  [...IN, '५८१२३४५६७८९', undefined],
  [...IN, 'ORD-८१२३४५६७८९', undefined],
  [...IN, '₹ ८१२३४५६७८९', undefined],
  [...BD, '০১৮১২-৩৪৫৬৭৮', '০১৮১২-৩৪৫৬০০'],
  [...BD, '+৮৮০ ১৮১২-৩৪৫৬৭৮', '+৮৮০ ১৮১২-৩৪৫৬০০'],
  [...BD, '০১৮১২-৩৪৫৬৭৮৯', undefined],
  [...NP, '०१-४५६७८९०', '०१-४५६७८००'],
  [...EG, '٠١٠٠ ١٢٣ ٤٥٦٧', '٠١٠٠ ١٢٣ ٤٥٠٠'],
  [...IR, '۰۹۱۲ ۳۴۵ ۶۷۸۹', '۰۹۱۲ ۳۴۵ ۶۷۰۰'],
  [...TH, '๐๘ ๑๒๓๔ ๕๖๗๘', '๐๘ ๑๒๓๔ ๕๖๐๐'],
];

const GLUED: Case[] = [
  [...US, 'Phone: 201-555-0123FAX: 201-555-0124', 'Phone: 201-555-0177FAX: 201-555-0124'],
  [...US, '(201) 555-0123Fax (201) 555-0124', '(201) 555-0177Fax (201) 555-0124'],
  [...US, 'TEL201-555-0123', 'TEL201-555-0177'],
  [...US, 'TELEPHONE201.555.0123', 'TELEPHONE201.555.0177'],
  [...CA, 'CELL506-234-5678', 'CELL506-234-5600'],
  [...JP, 'TEL03-1234-5678FAX03-1234-5679', 'TEL03-1234-5600FAX03-1234-5679'],
  [...KR, 'TEL02-1234-5678FAX02-1234-5679', 'TEL02-1234-5600FAX02-1234-5679'],
  [...FR, 'Tél01 23 45 67 89', 'Tél01 23 45 67 00'],
  [...ES, 'Teléfono810 123 456', 'Teléfono810 123 400'],
  [...PT, 'Telefone212 345 678', 'Telefone212 345 600'],
  [...DE, 'Telefax030/123456', 'Telefax030/123400'],
  [...US, 'MOTEL201-555-0123', undefined],
  [...US, '201-555-0123FAXES', undefined],
  [...US, '201-555-0123telex', undefined],
];

const RANGES: Case[] = [
  [...JP, '03-1234-5678~9', undefined],
  [...JP, '03-1234-5678～9', undefined],
  [...JP, '03-1234-5678〜5680', undefined],
  [...JP, '03-1234-5678 ~ 80', undefined],
  [...KR, '02-1234-5678~9', undefined],
  [...CN, '010-12345678~80', undefined],
  [...JP, '03-1234-5678 ~ お電話ください', '03-1234-5600 ~ お電話ください'],
];

const WIDTHLESS: Case[] = [
  [...US, '(201)\u200b 555-0123', '(201)\u200b 555-0177'],
  [...US, '201\u200b-555\u2060-0123', '201\u200b-555\u2060-0177'],
  [...US, '\u202a+1 201-555-0123\u202c', '\u202a+1 201-555-0177\u202c'],
  [...US, '\u200e201-555-0123\u200f', '\u200e201-555-0177\u200f'],
  [...DE, '030\xad/12\xad34\xad56', '030\xad/12\xad34\xad00'],
  [...FR, '01\u200d 23 45 67\u200c 89', '01\u200d 23 45 67\u200c 00'],
  [...US_TO_UK, '201\u200b-555\u200b-0123', '+44-121-234-5678'],
  [...US_TO_UK, '201\u200b555\u200b0123', '+441212345678'],
  [...US, '9\u200b2015550123', undefined],
  [...US, '2015550123\u200b5', undefined],
  [...US, 'ORD-\u200b2015550123', undefined],
  [...US, '$\u200b2015550123', undefined],
  [...US, '2015550123\u2060.pdf', undefined],
  [...US, '+44\u200b 2015550123', undefined],
  [...US, '201-555-0123\u200b–36', undefined],
];

const EVERYDAY: Case[] = [
  [...UK, 'Tel: 0121 234 5678 (24hrs)', 'Tel: 0121 234 5600 (24hrs)'],
  [...IT, 'Tel. 02/12345678', 'Tel. 02/12345600'],
  [...NL, 'Bel 010 - 123 45 67', 'Bel 010 - 123 45 00'],
  [...PL, 'tel. 12 345 67 89', 'tel. 12 345 67 00'],
  [...SE, '08-12 34 56', '08-12 34 00'],
  [...CH, '021 234 56 78', '021 234 56 00'],
  [...AT, '01 234567890', '01 234567800'],
  [...TR, '0 (212) 345 67 89', '0 (212) 345 67 00'],
  [...AU, '(02) 1234 5678', '(02) 1234 5600'],
  [...NZ, '03 234 5678', '03 234 5600'],
  [...ZA, '010 123 4567', '010 123 4500'],
  [...CO, '(601) 234 5678', '(601) 234 5600'],
];

describe.for(
  Object.entries({ FORMER, SCRIPTS, GLUED, RANGES, WIDTHLESS, EVERYDAY }).map(([kind, cases]) => ({
    kind,
    cases,
  })),
)('$kind', ({ cases }) => {
  test.for(cases)('%s to %s: %j', ([from, to, before, after]) => {
    const { text } = swapper(from, to);

    expect(text(before)).toBe(after ?? before);
    // Also in a sentence, whose other words do not change.
    expect(text(`Ring ${before}; bye.`)).toBe(`Ring ${after ?? before}; bye.`);
  });
});

test.for([
  [...MX, 'tel:+5215512345678', 'tel:+525598765432'],
  [...MX, 'tel:0445512345678', 'tel:5598765432'],
  [...MX, 'https://wa.me/5215512345678', 'https://wa.me/525598765432'],
  [...AR, 'tel:+54111523456789', 'tel:+54111598765432'],
  [...AR, 'tel:01115%202345-6789', 'tel:01115%209876-5432'],
  [...AR, 'https://wa.me/5491123456789', 'https://wa.me/5491198765432'],
  [...BR, 'tel:01511%2023456789', 'tel:01511%2023456700'],
  [...BR, 'tel:0xx1123456789', 'tel:0xx1123456700'],
  [...BR_TO_MOBILE, 'tel:0151123456789', 'tel:11961234567'],
  [...JP, 'tel:%EF%BC%90%EF%BC%93-1234-5678', 'tel:%EF%BC%90%EF%BC%93-1234-5600'],
  [...US, 'tel:%E2%80%AA+12015550123%E2%80%AC', 'tel:%E2%80%AA%2B12015550177%E2%80%AC'],
  // Invalid UTF-8 is not a number and causes no error.
  [...US, 'tel:201%A0555%A00123', 'tel:201%A0555%A00123'],
  [...US, 'tel:201%ED%A0%80555-0123', 'tel:201%ED%A0%80555-0123'],
  [...US, 'tel:2015550123%', 'tel:2015550177%'],
] as const)('%s to %s: the link %s becomes %s', ([from, to, before, after]) => {
  expect(swapper(from, to).link(before)).toBe(after);
});

test('label and link agree with any separators and encoding', () => {
  const gaps = [
    '',
    ' ',
    '-',
    '.',
    '\u00a0',
    '\u2009',
    '\u202f',
    '\u2010',
    '\u2011',
    '\u2012',
    '\u2013',
    '\u2014',
  ]
    .concat(['\u2212', '\u30fb', '\uff0d', '\u200b', '\u200e', '\u2060', '\xad', ') ', '/'])
    .map((gap) => fc.constant(gap));
  const numbers = [US, UK, DE, FR, MX, AR, BR, IN, JP, AU].map((pair) => fc.constant(pair));
  let swapped = 0;
  fc.assert(
    fc.property(
      fc.oneof(...numbers),
      fc.array(fc.oneof(...gaps), { minLength: 4, maxLength: 4 }),
      fc.constantFrom(encodeURIComponent, encodeURI, String),
      ([from, to], [first = '', ...rest], encode) => {
        const plain = from.slice(1);
        const cuts = [from.length - 9, from.length - 6, from.length - 4].map((cut) => Math.max(cut, 1));
        const print = `+${plain.slice(0, cuts[0])}${first}${plain.slice(cuts[0], cuts[1])}${rest[0]}${plain.slice(cuts[1], cuts[2])}${rest[1]}${plain.slice(cuts[2])}`;
        const { text, link } = swapper(from, to);
        const label = text(print);
        const href = link(`tel:${encode(print)}`);

        expect(decodeURIComponent(href)).toBe(`tel:${label}`);
        expect(digitsOf(label)).toBe(to.slice(1));
        swapped += 1;
      },
    ),
    { numRuns: 1_000 },
  );
  expect(swapped).toBe(1_000);
});

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
