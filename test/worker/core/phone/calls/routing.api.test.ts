import { describe, expect, test } from 'vitest';
import type { OpenPhoneBook } from '../../../../../worker/core/phone/ringing/phone-book.ts';
import {
  type CallInProgress,
  planFor,
  planIncoming,
} from '../../../../../worker/core/phone/ringing/plans.ts';
import { routeCall } from '../../../../../worker/core/phone/ringing/routing.ts';
import type { CallSettings } from '../../../../../worker/core/phone/ringing/settings-schema.ts';
import { location } from '../../../../harness/dni-company.ts';
import { book, MONDAY, NIGHT } from './routing-book.ts';

const NUMBERS = [{ phone_number: '+15125550102', location_id: 'austin' }];
const CALLER = '+12065550123';
/** A mobile in a country where mobiles have their own number ranges. */
const MOBILE = '+447400123456';
/** A number in the first turn that cannot be recognised as a mobile. */
const phone = { turn: 0, number: '+15125550140' };

const whispers = (opened: OpenPhoneBook, call: CallInProgress, at = phone) =>
  planFor(opened, { kind: 'whisper', ...at }, call);

const rings = (opened: OpenPhoneBook, number: string, { from = CALLER, now = MONDAY } = {}) =>
  routeCall(opened, { number, from, now }).turns.map((turn) => turn.map((person) => person.number));

describe('who rings', () => {
  test.for([
    [
      'the branch of the number: its numbers, then its users',
      '+15125550102',
      [['+15125550140', '+15125550150']],
    ],
    ['the default branch for a number of a source alone', '+18005550111', [['+15125550140', '+15125550150']]],
    ['another branch for its number', '+13035550101', [['+13035550140']]],
    ['nobody for a number that is not the company’s', '+12025550199', []],
  ] as const)('%s', ([, number, expected]) => {
    expect(rings(book(), number)).toEqual(expected);
  });

  test("is decided by the number's rules, else the location's, else the defaults", () => {
    const ring = (number: string) => ({ ring: [{ number }] });
    const opened = book({
      defaults: { ...ring('+15125550160'), timeout_seconds: 9 },
      locations: { austin: { ...ring('+15125550161'), order: 'in_turn' } },
      numbers: { '+15125550102': ring('+15125550162') },
    });

    expect(rings(opened, '+13035550101')).toEqual([['+15125550160']]);
    expect(rings(opened, '+18005550111')).toEqual([['+15125550161']]);
    expect(rings(opened, '+15125550102')).toEqual([['+15125550162']]);
    expect(routeCall(opened, { number: '+15125550102', from: null, now: MONDAY }).rules).toMatchObject({
      order: 'in_turn',
      timeout_seconds: 9,
    });
  });

  test('at most ten at once, then the next ten, each number once', () => {
    const many = Array.from({ length: 13 }, (_, index) => ({ number: `+1512555${1000 + index}` }));
    const opened = book({ defaults: { ring: [...many, many[0]!] } });

    expect(rings(opened, '+15125550102').map(({ length }) => length)).toEqual([10, 3]);
  });

  test('never the caller, the called number, or a tracking number, which would ring back here', () => {
    const ring = ['+15125550140', '+15125550102', '+18005550111'].map((number) => ({ number }));

    expect(rings(book({ defaults: { ring } }), '+15125550102', { from: '+15125550140' })).toEqual([]);
    expect(rings(book(), '+15125550102', { from: '+18005550111' })).toEqual([]);
  });

  test.for([
    ['voicemail', []],
    ['ring', [['+15125550140', '+15125550150']]],
    ['next_open', [['+13035550140']]],
  ] as const)('out of hours with when_closed %s', ([whenClosed, expected]) => {
    const opened = book({ defaults: { when_closed: whenClosed } });

    expect(rings(opened, '+15125550102', { now: NIGHT })).toEqual(expected);
  });

  test.for([
    ['2026-03-02', []],
    ['2026-03-03', [['+15125550140', '+15125550150']]],
  ] as const)('with all locations closed on %s', ([date, expected]) => {
    const opened = book({}, { special_hours: [{ date, closed: true }] });

    expect(rings(opened, '+15125550102', { now: MONDAY })).toEqual(expected);
  });

  test.for([
    ['2026-03-02', 'America/Chicago', []],
    // It is Tuesday there already.
    ['2026-03-02', 'Pacific/Auckland', [['+15125550140']]],
    ['2026-03-03', 'Pacific/Auckland', []],
  ] as const)(
    'with all locations closed on %s, one without a zone is closed then in %s',
    ([date, zone, expected]) => {
      const locations = [location('austin', { timezone: '', numbers: ['+15125550140'] })];
      const opened = book(
        {},
        { locations, special_hours: [{ date, closed: true }], numbers: NUMBERS },
        { zone },
      );

      expect(rings(opened, '+15125550102', { now: MONDAY })).toEqual(expected);
    },
  );

  test('a number that stands for two branches has the source of both and the location of neither', () => {
    const { source, steps } = routeCall(book(), { number: '+18005550112', from: null, now: MONDAY });

    expect(source).toBe('email');
    expect(steps[0]?.detail).toBe('The number stands for the source email.');
  });
});

describe('the caller gets', () => {
  const call = { number: '+15125550102', from: CALLER, now: MONDAY };
  const kinds = (settings: Partial<CallSettings>, over = {}) =>
    planIncoming(book(settings), { ...call, ...over }).map(({ kind }) => kind);

  test('phones, after greeting and announcement', () => {
    expect(kinds({})).toEqual(['dial']);
    expect(kinds({ defaults: { greeting: 'Hello.', record: 'on' } })).toEqual(['say', 'say', 'dial']);
  });

  test('voicemail or a sentence when nobody can ring, and a refusal when blocked', () => {
    expect(kinds({}, { now: NIGHT })).toEqual(['say', 'record', 'hangup']);
    expect(kinds({ defaults: { voicemail: false } }, { now: NIGHT })).toEqual(['say', 'hangup']);
    expect(kinds({ blocked: [CALLER] })).toEqual(['reject']);
    expect(kinds({}, { number: '+12025550199' })).toEqual(['say', 'hangup']);
    expect(kinds({}, { isForwardLoop: true })).toEqual(['say', 'record', 'hangup']);
  });

  test('the next turn until there is none, and the end after an answer or a hang-up', () => {
    const opened = book({ defaults: { order: 'in_turn' } });
    const after = (turn: number, isAnswered = false, isOver = false) =>
      planFor(opened, { kind: 'dialed', status: 'no-answer', turn, isOver }, { ...call, isAnswered }).map(
        ({ kind }) => kind,
      );

    expect([after(0), after(1), after(7)]).toEqual([
      ['dial'],
      ['say', 'record', 'hangup'],
      ['say', 'record', 'hangup'],
    ]);
    expect([after(0, true), after(0, false, true)]).toEqual([['hangup'], ['hangup']]);
  });

  test('a user abroad, a satellite and a premium number are not rung; a branch abroad is', () => {
    const route = (settings: Partial<CallSettings>) => routeCall(book(settings, {}), call);
    const tokyo = route({ numbers: { [call.number]: { ring: [{ number: '+81355501234' }] } } });
    expect(tokyo.turns).toEqual([[{ number: '+81355501234' }]]);

    const ring = [{ number: '+881612345678' }, { number: '+19005550100' }, { user_id: 'al' }];
    const rung = route({ numbers: { [call.number]: { ring } } });
    expect(rung.turns).toEqual([[{ number: '+15125550150', userId: 'al' }]]);
    expect(rung.steps.filter(({ step }) => step === 'people').map(({ detail }) => detail)).toEqual([
      'Not rung: +881612345678 is a satellite number or belongs to a network without a country.',
      'Not rung: +19005550100 is a premium-rate, personal or pager number.',
      'Whoever answers a mobile presses 1, so that its mailbox is no answer: +15125550150.',
    ]);
    const opened = book();
    const person = { number: '+442079460958', userId: 'al' };
    expect(opened.refusalOf(person)).toContain(
      'is in United Kingdom; calls and texts go to United States alone.',
    );
    expect(opened.refusalOf({ number: person.number })).toBeUndefined();
  });

  test.for([
    ['+12065550123', '2 0 6, 5 5 5, 0 1 2 3'],
    ['+442079460018', '+ 4 4, 2 0, 7 9 4 6, 0 0 1 8'],
    ['+33612345678', '+ 3 3, 6, 1 2, 3 4, 5 6, 7 8'],
    ['72345', '7 2 3 4 5'],
    // A number without a country, and one of an unknown country.
    ['+870776012345', '+ 8 7 0, 7 7 6, 0 1 2, 3 4 5'],
    ['+999123456', '+ 9 9 9 1 2 3 4 5 6'],
    [null, ''],
  ] as const)(
    'the number of a caller (%s) is read digit by digit, with a pause between groups',
    ([from, heard]) => {
      const opened = book({ defaults: { whisper: 'Call, {caller}' } });
      const said = heard === '' ? 'Call' : `Call, ${heard}`;
      expect(whispers(opened, { ...call, from })).toMatchObject([{ text: said }]);
      expect(whispers(opened, { ...call, from, callerName: 'Ann 2 Go' })).toMatchObject([
        { text: 'Call, Ann 2 Go' },
      ]);
    },
  );

  test('a whisper for whoever answers: source, location, caller, whether they called before', () => {
    const whisper = (text: string | null, over = {}) =>
      whispers(book({ defaults: { whisper: text } }), { ...call, ...over });

    expect(whisper('{source}, {location}')).toEqual([
      { kind: 'say', text: 'paid search, Austin', language: 'en-US' },
    ]);
    expect(whisper('{source}, {location}', { number: '+13035550101' })).toMatchObject([{ text: 'Denver' }]);
    expect(whisper('{caller} {returning} {x}', { isReturning: true })).toMatchObject([
      { text: '2 0 6, 5 5 5, 0 1 2 3 returning caller {x}' },
    ]);
    expect(whisper(null)).toEqual([]);
    expect(
      whispers(book({ defaults: { screening: true, whisper: null } }), call, { ...phone, turn: 3 }),
    ).toMatchObject([
      { kind: 'gather', text: 'Press 1 to accept the call.', next: { at: 'key', turn: 3 } },
      { kind: 'hangup' },
    ]);
  });

  test('whoever answers a mobile presses 1, unless the rules say that nobody does', () => {
    const opened = (screening?: CallSettings['defaults']['screening']) =>
      book({
        defaults: {
          ring: [{ number: MOBILE }, { number: phone.number }],
          whisper: null,
          ...(screening === undefined ? {} : { screening }),
        },
      });
    const hasWhispers = (screening?: CallSettings['defaults']['screening']) =>
      planIncoming(opened(screening), call).flatMap((instruction) =>
        instruction.kind === 'dial' ? instruction.people.map(({ hasWhisper }) => hasWhisper) : [],
      );
    const kinds = (number: string, screening?: CallSettings['defaults']['screening']) =>
      whispers(opened(screening), call, { turn: 0, number }).map(({ kind }) => kind);

    expect(hasWhispers()).toEqual([true, false]);
    expect(kinds(MOBILE)).toEqual(['gather', 'hangup']);
    expect(kinds(phone.number)).toEqual([]);
    // A person's own phone in North America, which may be a mobile.
    expect(kinds('+15125550150')).toEqual(['gather', 'hangup']);
    expect(kinds('+15125550150', false)).toEqual([]);
    expect(hasWhispers(true)).toEqual([true, true]);
    expect(hasWhispers(false)).toEqual([false, false]);
    expect(kinds(MOBILE, false)).toEqual([]);
    const said = routeCall(opened(), call).steps.map(({ detail }) => detail);
    expect(said).toContain(
      `Whoever answers a mobile presses 1, so that its mailbox is no answer: ${MOBILE}.`,
    );
    expect(
      routeCall(opened(false), call)
        .steps.map(({ detail }) => detail)
        .join(),
    ).not.toContain('presses 1');
  });
});
