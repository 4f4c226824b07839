/** Tracking numbers that ring nobody are found before a customer calls. */
import { expect, test } from 'vitest';
import { silentNumbers } from '../../../../../worker/core/phone/ringing/preview.ts';
import { location } from '../../../../harness/dni-company.ts';
import { book, MONDAY, NIGHT } from '../calls/routing-book.ts';

const AUSTIN = '+15125550102';
const DENVER = '+13035550101';
const PHONE = '+15125550140';
const WEEKDAYS = [{ day_of_week: 'weekdays', from_time: '09:00', to_time: '17:00' }];

/** A company with a number in Austin. @param austin what its location has */
function numbersOf(
  austin: Record<string, unknown>,
  { now = MONDAY, rules = {} }: { now?: number; rules?: object } = {},
) {
  const settings = {
    locations: [location('austin', austin)],
    numbers: [{ phone_number: AUSTIN, location_id: 'austin' }],
  };
  return silentNumbers(book(rules, settings), now);
}

test('a number whose location has no phone and nobody who answers is silent', () => {
  expect(numbersOf({ numbers: [], users: [] })).toEqual({
    numbers: 1,
    silent: [
      { location_id: 'austin', location_name: 'austin', reason: 'nobody', numbers: [AUSTIN], count: 1 },
    ],
  });
});

test('a number with a phone, a person or a rule rings', () => {
  expect(numbersOf({ numbers: [PHONE] }).silent).toEqual([]);
  expect(numbersOf({ numbers: [], users: ['al'] }).silent).toEqual([]);
  const rules = { defaults: { ring: [{ number: PHONE }] } };
  expect(numbersOf({ numbers: [], users: [] }, { rules }).silent).toEqual([]);
});

test('while a location is closed, its next opening counts', () => {
  expect(numbersOf({ numbers: [PHONE], hours: WEEKDAYS }, { now: NIGHT }).silent).toEqual([]);
  expect(numbersOf({ numbers: [], hours: WEEKDAYS }, { now: NIGHT }).silent).toMatchObject([
    { reason: 'nobody' },
  ]);
});

test('a location that is closed for eight days never opens', () => {
  const special_hours = Array.from({ length: 10 }, (_, day) => ({
    date: `2026-03-${String(day + 1).padStart(2, '0')}`,
    closed: true,
  }));
  expect(numbersOf({ numbers: [PHONE], special_hours }).silent).toMatchObject([{ reason: 'never_open' }]);
});

test('a location whose only phone is left out says why', () => {
  expect(numbersOf({ numbers: [AUSTIN] }).silent).toMatchObject([
    { reason: 'not_rung', detail: `${AUSTIN} is a tracking number: not rung.` },
  ]);
});

test('numbers of one location are told together, the first twenty by name; printed numbers are not asked', () => {
  const phones = Array.from({ length: 25 }, (_, index) => `+151255501${String(index + 10)}`);
  const settings = {
    locations: [location('austin', { numbers: [] }), location('denver', { numbers: [PHONE] })],
    numbers: [
      ...phones.map((each) => ({ phone_number: each, location_id: 'austin' })),
      { phone_number: DENVER, location_id: 'denver' },
    ],
    targets: [{ number: '+18005550199', location_id: 'austin' }],
  };

  const { numbers, silent } = silentNumbers(book({}, settings), MONDAY);

  expect(numbers).toBe(26);
  expect(silent).toEqual([
    {
      location_id: 'austin',
      location_name: 'austin',
      reason: 'nobody',
      numbers: phones.slice(0, 20),
      count: 25,
    },
  ]);
});
