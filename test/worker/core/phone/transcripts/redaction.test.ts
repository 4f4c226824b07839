import { expect, test } from 'vitest';
import { withoutNumbers } from '../../../../../worker/core/phone/transcripts/redaction.ts';

/** What is said, a passage each, and what stays of it. */
const REMOVED: Readonly<Record<string, readonly [said: readonly string[], kept: readonly string[]]>> = {
  'a card number as written': [
    ['My card is 4111 1111 1111 1111, thanks.'],
    ['My card is [removed], thanks.'],
  ],
  'with commas and points, as Whisper writes pauses': [
    ['It is 4111, 1111. 1111, 1111. Expires in May.'],
    ['It is [removed]. Expires in May.'],
  ],
  'without any gap': [['378282246310005 is my Amex'], ['[removed] is my Amex']],
  'in words': [
    ['four one one one, one one one one, one one one one, one one one one and it expires in May'],
    ['[removed] and it expires in May'],
  ],
  'with double and triple': [
    ['four triple one, double one double one, double one double one, double one double one ok'],
    ['[removed] ok'],
  ],
  'in tens': [['forty one eleven, eleven eleven, eleven eleven, eleven eleven.'], ['[removed].']],
  'with pauses': [['4111 um 1111 and then uh 1111 1111'], ['[removed]']],
  'over several passages': [
    ['the number is 4111 1111', '1111', '1111 and my name is Ann'],
    ['the number is [removed]', '[removed]', '[removed] and my name is Ann'],
  ],
  'in German': [
    ['Meine Karte: vier eins eins eins, eins eins eins eins, eins eins eins eins, eins eins eins eins.'],
    ['Meine Karte: [removed].'],
  ],
  'in Spanish': [
    ['cuatro uno uno uno uno uno uno uno uno uno uno uno uno uno uno uno gracias'],
    ['[removed] gracias'],
  ],
  'in Arabic digits': [['بطاقتي ٤١١١ ١١١١ ١١١١ ١١١١'], ['بطاقتي [removed]']],
  'a social security number by its groups': [['It is 078-05-1120.'], ['It is [removed].']],
  'a social security number by its name': [
    ['my social security number is zero seven eight oh five one one two zero'],
    ['my social security number is [removed]'],
  ],
  'beside other digits': [
    ['It is, oh, 078-05-1120. One more thing'],
    ['It is, oh, [removed]. One more thing'],
  ],
  'before a birthday': [['078-05-1120, 10/12/1980'], ['[removed], 10/12/1980']],
  'a Canadian social insurance number': [
    ['my social insurance number is 046 454 286 okay'],
    ['my social insurance number is [removed] okay'],
  ],
  'with other words between the blocks': [
    ['4111 1111 1111 and the last four are 1111, bye'],
    ['[removed], bye'],
  ],
  'of JCB': [['3530 1113 3330 0000'], ['[removed]']],
  'in Italian': [
    ['quattro uno uno uno uno uno uno uno uno uno uno uno uno uno uno uno grazie'],
    ['[removed] grazie'],
  ],
  'a national insurance number': [
    ['that is QQ 12 34 56 C', 'AB 12 34 56 C'],
    ['that is QQ 12 34 56 C', '[removed]'],
  ],
};

test.each(Object.entries(REMOVED))('%s is left out', (_, [said, kept]) => {
  expect(withoutNumbers(said).texts).toEqual(kept);
  expect(withoutNumbers(said).count).toBe(1);
});

/** What people need to read. */
const KEPT = [
  'Call me back at 512 555 0102, that is 512-555-0102.',
  'My number is +44 20 7946 0958, again plus 44 20 7946 0958',
  'We are at 1234 West 6th Street, 78703, since 1998.',
  'One of the two pipes, number four, broke at half past three.',
  'The invoice 4111 1111 1111 1112 is wrong.',
  'Llámeme al 612 345 678, estoy seguro.',
  'Call 415-555-0123, 415-555-0123.',
  'My insurance claim is 123456789.',
  'We have 4111 square feet, 1111 on the first floor, and 12 rooms.',
  'Order 123456789 came on the 12th of May 2026 at ten fifteen.',
  'Between seven and eight, or nine to five; I have one dog and two cats.',
];

test.each(KEPT)('"%s" stays', (text) => {
  expect(withoutNumbers([text])).toEqual({ texts: [text], count: 0 });
});

test('several numbers are counted, and long texts take no time', () => {
  const many = 'Card 4111 1111 1111 1111 then social 078-05-1120. ';
  expect(withoutNumbers([many]).count).toBe(2);
  const digits = '4 '.repeat(20_000);
  expect(withoutNumbers([digits]).texts[0]?.length).toBeLessThanOrEqual(digits.length);
});
