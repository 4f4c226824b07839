/** Callers in former, foreign and odd formats: what is kept of each, and who is the same person. */
import { expect, test } from 'vitest';
import { formsOf, phoneKey } from '../../../../worker/shared/contact/former-numbers.ts';
import { readPhone } from '../../../../worker/shared/contact/phone-numbers.ts';
import { readCaller } from '../../../../worker/edge/carriers/readers.ts';
import { readQuery } from '../../../../worker/core/leads/finding/search/query.ts';

type Caller = readonly [sent: string, region: string, kept: string | null];

/** What carriers and phone systems send, the company's country, and the caller. */
const CALLERS: readonly Caller[] = [
  // With a plus: as they came.
  ['+5215512345678', 'US', '+5215512345678'],
  ['+525512345678', 'US', '+525512345678'],
  ['+22507080910', 'CI', '+22507080910'],
  ['+22507123456', 'US', '+22507123456'],
  ['+22521301234', 'FR', '+22521301234'],
  ['+2250707080910', 'CI', '+2250707080910'],
  ['+22997123456', 'BJ', '+22997123456'],
  ['+2290197123456', 'BJ', '+2290197123456'],
  ['+541123456789', 'AR', '+541123456789'],
  ['+5491123456789', 'AR', '+5491123456789'],
  ['+551187654321', 'BR', '+551187654321'],
  ['+5511987654321', 'BR', '+5511987654321'],
  ['+1242555012', 'US', '+1242555012'],
  ['+1 242 555 012', 'US', '+1242555012'],
  ['+999123456789', 'US', '+999123456789'],
  ['+88213123456', 'US', '+88213123456'],
  ['+15125550199123456', 'US', null],
  ['+52 1 55 1234 5678', 'MX', '+5215512345678'],
  ['sip:+5215512345678@sbc.example', 'US', '+5215512345678'],
  // Without a plus.
  ['5215512345678', 'US', '+5215512345678'],
  ['551187654321', 'US', '+551187654321'],
  ['447911123456', 'US', '+447911123456'],
  ['0015125550199', 'DE', '+15125550199'],
  ['00 44 20 7946 0958', 'US', '+442079460958'],
  ['00 44 (20) 7946-0958', 'FR', '+442079460958'],
  ['84951234567', 'RU', '+74951234567'],
  ['8 (495) 123-45-67', 'RU', '+74951234567'],
  ['1187654321', 'BR', '+551187654321'],
  ['97123456', 'BJ', '+2290197123456'],
  ['07123456', 'CI', '+2250707123456'],
  ['0445512345678', 'MX', '+525512345678'],
  ['015512345678', 'MX', '+525512345678'],
  ['011 15-2345-6789', 'AR', '+5491123456789'],
  ['5125550199', 'US', '+15125550199'],
  // Nobody.
  ['+266696687', 'US', null],
  ['+7378742833', 'US', null],
  ['+464', 'US', null],
  ['+12345', 'US', null],
  ['anonymous', 'US', null],
  ['', 'US', null],
];

test('there are many odd callers', () => {
  expect(CALLERS.length).toBeGreaterThanOrEqual(30);
});

test.for(CALLERS)('%j in %s is %s', ([sent, region, kept]) => {
  expect(readCaller(sent, region)).toBe(kept);
});

test.for<[string, string, string]>([
  ['Mexico', '+525512345678', '+5215512345678'],
  ['Côte d’Ivoire, Orange', '+2250707080910', '+22507080910'],
  ['Côte d’Ivoire, MTN', '+2250505123456', '+22505123456'],
  ['Côte d’Ivoire, Moov', '+2250101123456', '+22501123456'],
  ['Côte d’Ivoire, a landline of Orange', '+2252721301234', '+22521301234'],
  ['Benin', '+2290197123456', '+22997123456'],
  ['Argentina', '+5491123456789', '+541123456789'],
  ['Brazil', '+5511987654321', '+551187654321'],
])('both forms of a number are one person: %s', ([, present, former]) => {
  expect(formsOf(present)).toEqual([present, former]);
  expect(formsOf(former)).toEqual([present, former]);
  expect(phoneKey(former)).toBe(present);
});

test.for<[string, string]>([
  ['a landline of Brazil', '+551133334444'],
  ['a number of Côte d’Ivoire that was assigned later', '+2250107123456'],
  ['a number of a country that changed nothing', '+15125550199'],
  ['a short number', '+5255'],
])('%s has one form', ([, phone]) => {
  expect(formsOf(phone)).toEqual([phone]);
});

test.for([
  ['+5215512345678', 'US', '+5215512345678', undefined],
  ['+1242555012', 'US', '+1242555012', undefined],
  ['+22507080910', 'US', '+22507080910', undefined],
  ['00 44 20 7946 0958', 'US', '+442079460958', undefined],
  ['8 (495) 123-45-67', 'RU', '+74951234567', undefined],
  ['+44 20 7946 0958 ext. 12', 'US', '+442079460958', '12'],
  ['\u202A+44 20 7946 0958\u202C', 'US', '+442079460958', undefined],
  ['+44 20‑7946–0958', 'US', '+442079460958', undefined],
  ['tel:+1-512-555-0199;ext=7', 'DE', '+15125550199', '7'],
  ['044 55 1234 5678', 'MX', '+525512345678', undefined],
] as const)('a user writes %j in %s', ([text, region, phone, extension]) => {
  expect(readPhone(text, region)).toEqual({ phone, ...(extension === undefined ? {} : { extension }) });
});

test.for(['+12', '+12345', '+1234567890123456', 'call me', '+', '12345', '+49 abc', '++4915123456789'])(
  '%j is no phone number',
  (text) => {
    expect(readPhone(text, 'US')).toBeUndefined();
  },
);

test.for([
  ['+52 55 1234 5678', 'US', '5215512345678'],
  ['+5215512345678', 'US', '525512345678'],
  ['00 44 20 7946', 'US', '44207946'],
  ['00 44 20 7946 0958', 'US', '442079460958'],
  ['8 495 123', 'RU', '495123'],
  ['8 (495) 123-45-67', 'RU', '74951234567'],
  ['+44 20 7946 0958 ext. 12', 'US', '442079460958'],
  ['(512) 555-0199 x42', 'US', '15125550199'],
  ['512‑555–0199', 'US', '15125550199'],
  ['11 8765-4321', 'BR', '5511987654321'],
] as const)('a search for %j in %s looks for %s', ([q, region, digits]) => {
  expect(readQuery(q, region).digits).toContain(digits);
});

test.for(['Lee ext 5', 'Anna', 'unit 12'])('a search for %j looks for no number', (q) => {
  expect(readQuery(q, 'US').digits).toEqual([]);
});
