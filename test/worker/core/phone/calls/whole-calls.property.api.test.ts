/** Whole calls on a virtual clock: random settings, hours, people and callers, and callbacks in any order and number. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CallbackStep,
  Fields,
  callIdOf,
  partiesOf,
  readCallEvent,
} from '../../../../../worker/edge/carriers/readers.ts';
import { pathOf, renderTwiml } from '../../../../../worker/edge/carriers/twiml.ts';
import { planFor } from '../../../../../worker/core/phone/ringing/plans.ts';
import type { CallEvent } from '../../../../../worker/core/phone/calls/carrier-events.ts';
import type { CallReport } from '../../../../../worker/core/phone/calls/call-report.ts';
import type { OpenPhoneBook } from '../../../../../worker/core/phone/ringing/phone-book.ts';
import { resultOf } from '../../../../../worker/core/phone/calls/results.ts';
import type { CallSettings } from '../../../../../worker/core/phone/ringing/settings-schema.ts';
import { blankReport, applyEvent, usersOf } from '../../../../../worker/core/phone/progress/apply-event.ts';
import { withChoice } from '../../../../../worker/core/phone/progress/terms.ts';
import {
  type CarrierCallback,
  placeCall,
  type Script,
  type ScriptedPerson,
  type CallCourse,
} from '../../../../harness/carrier/phone-call.ts';
import { book, MONDAY, NIGHT } from './routing-book.ts';
import { effort } from '../../../../harness/effort.ts';

const NUMBER = '+15125550102';
const CALLER = '+12065550123';
const REGION = 'US';
/** The phones that the company rings: Austin's number and its user, and Denver's number. */
const PHONES = ['+15125550140', '+15125550150', '+13035550140'];
/** A mobile in a country where mobiles have their own number ranges. */
const MOBILE = '+447400123456';
const ADDRESSES = { call: '/call', status: '/status' };

const person: fc.Arbitrary<ScriptedPerson> = fc.record({
  does: fc.constantFrom('answers', 'busy', 'ignores', 'mailbox', 'declines', 'fails'),
  after: fc.integer({ min: 0, max: 70 }),
  talks: fc.integer({ min: 0, max: 900 }),
});

const script: fc.Arbitrary<Script> = fc.record({
  from: fc.constantFrom(CALLER, CALLER, 'anonymous', PHONES[0]!),
  to: fc.constant(NUMBER),
  caller: fc.record(
    {
      patience: fc.integer({ min: 0, max: 200 }),
      message: fc.constantFrom(0, 1, 2, 3, 20, 500),
      keys: fc.array(fc.constantFrom('1', '2', '3', '4', '5', '', '9', '78701', '00000'), { maxLength: 12 }),
    },
    { requiredKeys: ['message'] },
  ),
  people: fc.record(Object.fromEntries([...PHONES, MOBILE].map((number) => [number, person]))),
});

const MENUS: CallSettings['menus'] = {
  main: {
    name: 'Main',
    greeting: 'Press 1 for sales.',
    keys: {
      '1': { label: 'Sales', ring: [{ number: PHONES[2]! }] },
      '2': { menu_id: 'more' },
      '3': { message: 'We are open from nine to five.' },
      '4': { voicemail: true },
      '5': { postal_code: 'Key in your postal code.' },
    },
    default: { ring: 'location' },
    closed_menu: 'night',
  },
  more: {
    name: 'More',
    greeting: 'Press 1 for Denver.',
    keys: { '1': { location_id: 'denver' } },
    default: { message: 'Goodbye.' },
  },
  night: {
    name: 'Night',
    greeting: 'We are closed. Press 2 for a message.',
    keys: { '2': { voicemail: true }, '1': { menu_id: 'more' } },
    default: { voicemail: true },
  },
};

const settings: fc.Arbitrary<Partial<CallSettings>> = fc.record({
  menus: fc.constant(MENUS),
  defaults: fc.record(
    {
      menu: fc.constantFrom(null, 'main', 'main', 'gone'),
      order: fc.constantFrom('together' as const, 'in_turn' as const),
      timeout_seconds: fc.integer({ min: 5, max: 60 }),
      whisper: fc.constantFrom(null, '{source}, {location}', '{caller}'),
      ring: fc.constantFrom('location' as const, [{ number: MOBILE }, { number: PHONES[0]! }]),
      screening: fc.constantFrom(true, false, 'mobiles' as const),
      greeting: fc.constantFrom(null, 'Hello & welcome.'),
      record: fc.constantFrom('off' as const, 'on' as const),
      when_closed: fc.constantFrom('ring' as const, 'next_open' as const, 'voicemail' as const),
      voicemail: fc.boolean(),
      caller_id: fc.constantFrom('caller' as const, 'tracking_number' as const),
    },
    { requiredKeys: [] },
  ),
  blocked: fc.constantFrom([], [], [CALLER]),
});

/** A call placed through a simulated carrier: the webhooks with and without an answer, and what really happened. */
interface Placed {
  opened: OpenPhoneBook;
  asked: CarrierCallback[];
  messages: CarrierCallback[];
  /** The report at the end, from the webhooks in order. */
  report: CallReport;
  truth: CallCourse;
}

async function place(script: Script, settings: Partial<CallSettings>, start: number): Promise<Placed> {
  const opened = book(settings);
  const [messages, asked]: CarrierCallback[][] = [[], []];
  let report: CallReport | undefined;
  const truth = await placeCall(
    script,
    {
      ask: async (message) => {
        asked!.push(message);
        report = reportAfter(opened, report, message);
        return answer(opened, report, message);
      },
      tell: (message) => messages!.push(message),
    },
    { start, callId: 'CA1', account: 'AC1', addresses: ADDRESSES },
  );
  return { opened, asked: asked!, messages: messages!, report: report!, truth };
}

/** Shuffles a list. */
function shuffled(messages: CarrierCallback[], random: fc.Stream<number>): CarrierCallback[] {
  return messages
    .map((message) => ({ message, key: random.next().value as number }))
    .sort((left, right) => left.key - right.key)
    .map(({ message }) => message);
}

/** A tolerance, since carriers send whole seconds. */
const times = fc
  .tuple(fc.constantFrom(MONDAY, NIGHT), fc.constantFrom(0, 0, 300, 999))
  .map(([time, milliseconds]) => time + milliseconds);
const chance = fc.infiniteStream(fc.integer({ min: 0, max: 999 }));

test('every call ends in time with its true outcome, whatever the order and repeats of its webhooks', async () => {
  await fc.assert(
    fc.asyncProperty(script, settings, times, chance, async (script, settings, start, random) => {
      const { opened, asked, messages, report, truth } = await place(script, settings, start);
      const first = asked[0]!;
      const inOrder = [...asked, ...messages].sort((left, right) => left.time - right.time);
      const late = truth.endTime + 60_000;
      const copies = [...asked.map((message) => ({ ...message, time: late })), ...messages];
      const expected = inOrder.reduce(
        (known, message) => reportAfter(opened, known, message),
        reportAfter(opened, undefined, first),
      );
      const after = shuffled([...messages, ...copies], random).reduce(
        (known, message) => reportAfter(opened, known, message),
        report,
      );

      expect(resultOf(after)).toEqual(resultOf(expected));
      const result = resultOf(after);
      expect({ outcome: result.outcome, by: result.answeredBy?.number, talk: result.talkSeconds }).toEqual({
        outcome: truth.outcome,
        by: truth.answeredBy,
        talk: truth.talkSeconds ?? null,
      });
      expect(result.state).toBe('ended');
      expect(after.startedTime).toBe(start);
      expect(Math.abs((result.endedTime ?? 0) - truth.endTime)).toBeLessThan(1_000);
      expectInOrder(after);
      const talked = truth.talkSeconds ?? 0;
      // At most three turns of a minute with whisper and screening, the announcements, and a voicemail; and three tries in two menus.
      const inMenus = 2 * 3 * (3 + 6);
      expect((truth.endTime - start) / 1000 - talked).toBeLessThan(3 * (60 + 11) + 6 * 3 + 181 + inMenus);
      expect(
        truth.log.length + (truth.outcome === 'blocked' ? 1 : 0) + (script.caller.patience === 0 ? 1 : 0),
      ).toBeGreaterThan(0);
    }),
    { numRuns: effort(200, 1_000) },
  );
});

test('any part of its webhooks has the same result in each order, and no call without a conversation counts as answered', async () => {
  await fc.assert(
    fc.asyncProperty(script, settings, times, chance, async (script, settings, start, random) => {
      const { opened, asked, messages, truth } = await place(script, settings, start);
      const end = messages.at(-1)!;
      // A voicemail is reported twice, and by itself. Without it, a caller who left one looks like one who talked.
      const kept = (message: CarrierCallback): boolean =>
        message === end || message.url.includes('voicemail');
      const some = [...asked, ...messages].filter(
        (message) => kept(message) || (random.next().value as number) < 400,
      );
      const from = (order: CarrierCallback[]): CallReport =>
        order.reduce(
          (known, message) => reportAfter(opened, known, message),
          reportAfter(opened, undefined, end),
        );
      const after = from(shuffled(some, random));

      expect(resultOf(after)).toEqual(resultOf(from(some)));
      expectInOrder(after);
      const { outcome, state } = resultOf(after);
      expect(state).toBe('ended');
      // Longer than any greeting after three unanswered turns.
      // Without the menu's own webhooks nobody knows whether somebody was rung.
      const isLong = settings.defaults?.menu === undefined && (truth.talkSeconds ?? 0) > 3 * (60 + 20) + 40;
      const possible = truth.outcome !== 'answered' ? [false] : isLong ? [true] : [true, false];
      expect(possible).toContain(outcome === 'answered');
    }),
    { numRuns: effort(150, 500) },
  );
});

test('a caller who hangs up while whoever picked up hears the whisper is not answered, with only the last status', async () => {
  const people = { [PHONES[0]!]: { does: 'answers', after: 5, talks: 60 } } as const;
  const hangsUp = async (patience: number, defaults: Partial<CallSettings['defaults']>) => {
    const caller = { message: 0, patience };
    const placed = await place({ from: CALLER, to: NUMBER, caller, people }, { defaults }, MONDAY);
    const { opened, asked, messages } = placed;
    // The ends of the dialling and of the leg are not reported.
    const known = [...asked, ...messages].filter(
      ({ url, fields }) =>
        !url.includes('dialed') && (url === '/status' || fields['CallStatus'] !== 'completed'),
    );
    const report = known.reduce<CallReport | undefined>(
      (report, message) => reportAfter(opened, report, message),
      undefined,
    );
    return { truth: placed.truth.outcome, outcome: resultOf(report!).outcome };
  };

  for (const defaults of [{}, { screening: true }, { greeting: 'Hello.' }, { whisper: '{caller}' }])
    expect(await hangsUp(5 + (defaults.greeting === undefined ? 2 : 5), defaults)).toEqual({
      truth: 'abandoned',
      outcome: 'abandoned',
    });
  expect(await hangsUp(200, {})).toEqual({ truth: 'answered', outcome: 'answered' });
});

test("a mobile's mailbox is no answer: the next phone rings, then the company's voicemail takes the call", async () => {
  const people = (mobile: ScriptedPerson['does'], branch: ScriptedPerson['does']): Script['people'] => ({
    [MOBILE]: { does: mobile, after: 4, talks: 60 },
    [PHONES[0]!]: { does: branch, after: 4, talks: 60 },
  });
  const ringing = async (people: Script['people'], rules: Partial<CallSettings['defaults']> = {}) => {
    const ring = [{ number: MOBILE }, { number: PHONES[0]! }];
    const script = { from: CALLER, to: NUMBER, caller: { message: 20 }, people };
    const { opened, report, messages, truth } = await place(
      script,
      { defaults: { ring, order: 'in_turn', ...rules } },
      MONDAY,
    );
    const all = messages.reduce((known, message) => reportAfter(opened, known, message), report);
    const { outcome, answeredBy } = resultOf(all);
    expect(truth.outcome).toBe(outcome);
    return {
      outcome,
      by: answeredBy?.number,
      rung: truth.log.filter((line) => line.startsWith('rings')).length,
    };
  };

  expect(await ringing(people('mailbox', 'answers'))).toEqual({
    outcome: 'answered',
    by: PHONES[0],
    rung: 2,
  });
  expect(await ringing(people('mailbox', 'ignores'))).toEqual({
    outcome: 'voicemail',
    by: undefined,
    rung: 2,
  });
  // Whoever answers a mobile is connected after pressing 1; on another phone at once.
  expect(await ringing(people('answers', 'answers'))).toEqual({ outcome: 'answered', by: MOBILE, rung: 1 });
  expect(await ringing(people('mailbox', 'answers'), { screening: false })).toEqual({
    outcome: 'answered',
    by: MOBILE,
    rung: 1,
  });
});

/** Expects no time of a call before its start, and none after its end. */
function expectInOrder(report: CallReport): void {
  const { answeredTime, endedTime, ringSeconds, talkSeconds } = resultOf(report);
  const end = endedTime ?? Infinity;
  expect(end).toBeGreaterThanOrEqual(answeredTime ?? report.startedTime);
  expect(answeredTime ?? report.startedTime).toBeGreaterThanOrEqual(report.startedTime);
  expect(Math.min(ringSeconds, talkSeconds ?? 0)).toBeGreaterThanOrEqual(0);
}

/** Returns the step of a webhook address. */
function stepOf(url: string): CallbackStep {
  const [, at = '', turn = '0', via] = /\/call\/[^/]+\/(\w+)(?:\/(\d+)(?:\.([\w.:-]+))?)?$/.exec(url) ?? [];
  if (at === '') return { at: url === ADDRESSES.call ? 'call' : 'status' };
  return { at, turn: Number(turn), ...(via === undefined ? {} : { via }) } as CallbackStep;
}

function eventIn(message: CarrierCallback): {
  callEvent: CallEvent | undefined;
  fields: Fields;
  place: CallbackStep;
} {
  const fields = new Fields(new URLSearchParams(message.fields));
  const place = stepOf(message.url);
  return { callEvent: readCallEvent(place, fields, { now: message.time, region: REGION }), fields, place };
}

/** Returns the report after one more webhook. */
function reportAfter(
  opened: OpenPhoneBook,
  report: CallReport | undefined,
  message: CarrierCallback,
): CallReport {
  const { callEvent, fields, place } = eventIn(message);
  expect(callIdOf(place, fields)).toBe('CA1');
  const { number = '', from = null } = partiesOf(place, fields, { region: REGION });
  const known = report ?? blankReport(opened, { number, from, now: message.time });
  if (callEvent === undefined) return known;
  const event = { callEvent, time: message.time };
  const call = { number: NUMBER, from: callerOf(message), now: known.startedTime };
  return applyEvent(withChoice(known, opened, { call, event }), event, usersOf(opened, number, message.time));
}

function answer(opened: OpenPhoneBook, report: CallReport, message: CarrierCallback): string {
  const { callEvent } = eventIn(message);
  const isAnswered = resultOf(report).answeredTime !== null;
  const call = { number: NUMBER, from: callerOf(message), now: report.startedTime, isAnswered };
  const instructions =
    callEvent === undefined ? [{ kind: 'hangup' as const }] : planFor(opened, callEvent, call);
  return renderTwiml(instructions, (step) => `/call/CA1/${pathOf(step)}`);
}

function callerOf(message: CarrierCallback): string | null {
  return message.fields['From'] === 'anonymous' ? null : (message.fields['From'] ?? null);
}
