/** Menus: every way through them ends, and what could go round is refused. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  faultsOfMenus,
  type Menu,
  MENU_KEYS,
  type Menus,
  type MenuTarget,
  MOST_DEEP,
  MOST_TRIES,
} from '../../../../../worker/core/phone/rules/menus.ts';
import type { OpenPhoneBook } from '../../../../../worker/core/phone/ringing/phone-book.ts';
import { stepAfter } from '../../../../../worker/core/phone/ringing/menus.ts';
import { type Instruction, planFor } from '../../../../../worker/core/phone/ringing/plans.ts';
import type { CallSettings } from '../../../../../worker/core/phone/ringing/settings-schema.ts';
import { blankReport } from '../../../../../worker/core/phone/progress/apply-event.ts';
import { withChoice } from '../../../../../worker/core/phone/progress/terms.ts';
import { location } from '../../../../harness/dni-company.ts';
import { effort } from '../../../../harness/effort.ts';
import { book, MONDAY, NIGHT } from '../calls/routing-book.ts';

const NUMBER = '+15125550102';
const IDS = ['m0', 'm1', 'm2', 'm3', 'm4', 'm5'];
/** What a caller may do at each request: press any key, a wrong one, several, or none. */
const INPUTS = [...MENU_KEYS, '#', '', '78701', '00000', '99'];

const end: fc.Arbitrary<MenuTarget> = fc.oneof(
  fc.constantFrom<MenuTarget>(
    { ring: 'location' },
    { ring: [{ number: '+15125550140' }, { number: '+13035550140' }] },
    { ring: [{ user_id: 'gone' }] },
    { ring: [{ number: NUMBER }] },
    { location_id: 'denver' },
    { location_id: 'removed' },
    { message: 'We are closed today.' },
    { voicemail: true },
  ),
  fc.constantFrom(...IDS).map((menu): MenuTarget => ({ menu_id: menu })),
);
const target = fc.oneof(end, end, end, fc.constant<MenuTarget>({ postal_code: 'Key in your postal code.' }));

const menu: fc.Arbitrary<Menu> = fc.record(
  {
    name: fc.constant('Menu'),
    greeting: fc.constant('Press a key.'),
    keys: fc.dictionary(fc.constantFrom(...MENU_KEYS), target, { minKeys: 1, maxKeys: 4 }),
    default: end,
    closed_menu: fc.constantFrom(null, ...IDS),
  },
  { requiredKeys: ['name', 'greeting', 'keys', 'default'] },
) as fc.Arbitrary<Menu>;

const anyMenus: fc.Arbitrary<Menus> = fc
  .uniqueArray(menu, { minLength: 1, maxLength: 6 })
  .map((list) => Object.fromEntries(list.map((each, index) => [IDS[index]!, each])));

/** Menus that may be saved: keys that the check refuses say something instead. */
const savedMenus = anyMenus.map(mended);

function mended(menus: Menus): Menus {
  const fault = faultsOfMenus(menus)[0];
  if (fault === undefined) return menus;
  const [id = '', member = '', key = ''] = fault.path;
  const at = menus[id]!;
  const said = { message: 'Goodbye.' };
  if (member === 'closed_menu') return mended({ ...menus, [id]: { ...at, closed_menu: null } });
  const better = member === 'default' ? { default: said } : { keys: { ...at.keys, [key]: said } };
  return mended({ ...menus, [id]: { ...at, ...better } });
}

const rules = fc.record({
  greeting: fc.constantFrom(null, 'Hello.'),
  voicemail: fc.boolean(),
  when_closed: fc.constantFrom('ring' as const, 'next_open' as const, 'voicemail' as const),
  record: fc.constantFrom('off' as const, 'on' as const),
});

/** A request of the carrier that follows on an answer. */
type Event = Parameters<typeof planFor>[1];

/** What is known of a walk through the menus. */
interface Walk {
  opened: OpenPhoneBook;
  now: number;
  /** The requests that were followed before, with the ways from there. */
  known: Map<string, number>;
  /** What went wrong. */
  faults: string[];
}

/** Follows all ways from an answer, each request once. @returns how many there are */
function walk(state: Walk, instructions: readonly Instruction[], way: readonly string[]): number {
  const kinds = instructions.map(({ kind }) => kind);
  const isEnd = ['hangup', 'reject', 'dial', 'redirect'].includes(kinds.at(-1) ?? 'nothing');
  const isHeard = kinds.some((kind) => kind !== 'hangup' && kind !== 'redirect');
  // The caller hears something or a phone rings; afterwards the call is over or goes on.
  if (!isEnd || !isHeard) state.faults.push(`silence after ${way.join(', ')}`);
  const request = requestAfter(instructions);
  if (request === undefined) return 1;
  const { step, events } = request;
  if (way.includes(step) || way.length > MOST_DEEP * MOST_TRIES + MOST_TRIES + 20) {
    state.faults.push(`a loop: ${way.join(', ')}`);
    return 0;
  }
  const before = state.known.get(step);
  if (before !== undefined) return before;
  const call = { number: NUMBER, from: '+12065550123', now: state.now };
  const answers = new Map(
    events.map((event) => {
      const answer = planFor(state.opened, event, call);
      return [JSON.stringify(answer), answer];
    }),
  );
  let ways = 0;
  for (const answer of answers.values()) ways += walk(state, answer, [...way, step]);
  state.known.set(step, ways);
  return ways;
}

/** Returns all that may follow on an answer; undefined if the call is over. */
function requestAfter(instructions: readonly Instruction[]): { step: string; events: Event[] } | undefined {
  for (const instruction of instructions) {
    if (instruction.kind === 'dial') {
      const { turn, via } = instruction;
      const event = { kind: 'dialed', turn, status: 'no-answer', isOver: false } as const;
      return {
        step: `dialed ${turn} ${via ?? ''}`,
        events: [{ ...event, ...(via === undefined ? {} : { via }) }],
      };
    }
    if (instruction.kind === 'gather' && instruction.next.at === 'menu') {
      const { turn, via } = instruction.next;
      const events = INPUTS.map((digits): Event => {
        const coordinates = digits === '78701' ? { coordinates: { latitude: 30.27, longitude: -97.74 } } : {};
        return { kind: 'menu', turn, via, digits, ...coordinates };
      });
      return { step: `menu ${turn} ${via}`, events };
    }
  }
  return undefined;
}

function opened(menus: Menus, defaults: object): OpenPhoneBook {
  return book({ menus, defaults: { ...defaults, menu: 'm0' } } as Partial<CallSettings>);
}

test('every way through any menus ends in a conversation, a message or a sentence, never in silence or a loop', () => {
  let ways = 0;
  fc.assert(
    fc.property(savedMenus, rules, fc.constantFrom(MONDAY, NIGHT), (menus, defaults, now) => {
      const state: Walk = { opened: opened(menus, defaults), now, known: new Map(), faults: [] };
      const call = { number: NUMBER, from: '+12065550123', now };
      ways += walk(state, planFor(state.opened, { kind: 'incoming' }, call), []);
      expect(state.faults).toEqual([]);
    }),
    { numRuns: effort(100, 3_000) },
  );
  expect(ways).toBeGreaterThan(effort(100, 3_000) * 5);
});

test('every way ends even if the menus are changed while the caller is in them', () => {
  const faults = fc.property(savedMenus, savedMenus, rules, (before, after, defaults) => {
    const state: Walk = { opened: opened(after, defaults), now: MONDAY, known: new Map(), faults: [] };
    const call = { number: NUMBER, from: '+12065550123', now: MONDAY };
    walk(state, planFor(opened(before, defaults), { kind: 'incoming' }, call), []);
    return state.faults.length === 0;
  });

  expect(fc.check(faults, { numRuns: effort(50, 1_000) }).counterexample).toBeNull();
});

/** Tells whether a caller could be in the same menu twice, or in more than three, by trying all ways. */
function goesWrong(menus: Menus, way: readonly string[]): boolean {
  const id = way.at(-1)!;
  if (menus[id] === undefined || way.indexOf(id) !== way.length - 1 || way.length > MOST_DEEP) return true;
  const targets = [...Object.values(menus[id].keys), menus[id].default];
  return targets.some((each) => {
    if (!('menu_id' in each)) return false;
    const closed = menus[each.menu_id]?.closed_menu;
    const next = [each.menu_id, ...(typeof closed === 'string' ? [closed] : [])];
    return next.some((to) => goesWrong(menus, [...way, to]));
  });
}

test('menus that lead back to themselves, nowhere, or too deep are refused, and no others', () => {
  let refused = 0;
  fc.assert(
    fc.property(anyMenus, (menus) => {
      const isWrong = Object.entries(menus).some(
        ([id, { closed_menu: closed }]) =>
          goesWrong(menus, [id]) || (typeof closed === 'string' && menus[closed] === undefined),
      );
      const faults = faultsOfMenus(menus);
      refused += faults.length > 0 ? 1 : 0;
      expect(faults.length > 0).toBe(isWrong);
      expect(new Set(faults.map(({ path }) => path.join('/'))).size).toBe(faults.length);
    }),
    { numRuns: effort(500, 5_000) },
  );
  expect(refused).toBeGreaterThan(50);
});

test.for([
  ['1', { leadsTo: 'location', locationId: 'austin' }, undefined],
  ['2', { leadsTo: 'ring' }, ['al']],
] as const)(
  'after the key %s those who are rung beside the people of the branch count, too',
  ([key, choice, users]) => {
    const number = '+13035550101';
    const keys = { '1': { location_id: 'austin' }, '2': { ring: [{ user_id: 'al' }] } };
    const menus = { main: { name: 'Main', greeting: 'Press 1.', keys, default: keys['2'] } };
    const phones = book({ menus, numbers: { [number]: { menu: 'main' } } });
    const call = { number, from: '+12065550123', now: MONDAY };
    const event = {
      callEvent: { kind: 'menu', via: 'main', turn: 0, digits: key },
      time: MONDAY + 9_000,
    } as const;
    const after = withChoice(blankReport(phones, call), phones, { call, event });

    expect(after.terms.turns).toBe(1);
    expect(after.terms.users).toEqual(users);
    expect(after.menu?.choice).toEqual({ via: `main.${key}`, ...choice, time: MONDAY + 9_000 });
  },
);

test.for([
  ['10117', 'berlin'],
  ['80999', 'munich'],
  ['8099', undefined],
  ['99999', undefined],
  ['', undefined],
] as const)(
  'the postal code %s of a country without a table leads to the code that begins alike: %s',
  ([digits, id]) => {
    const place = { latitude: '50', longitude: '10' };
    const menus = {
      main: {
        name: 'Main',
        greeting: 'Press 1.',
        keys: { '1': { postal_code: 'Your postal code.' } },
        default: { voicemail: true },
      },
    } as const;
    const phones = book(
      { menus, defaults: { menu: 'main' } },
      {
        locations: [
          location('berlin', { ...place, postal_code: '10115' }),
          location('munich', { ...place, postal_code: '80331' }),
          location('london', { ...place, postal_code: 'EC1A 1BB' }),
        ],
        numbers: [{ phone_number: NUMBER }],
      },
    );
    const press = { via: 'main.1', turn: 0, digits };
    const asks = { asks: { via: 'main.1', turn: 1, text: 'Your postal code.', isPostalCode: true } };

    expect(stepAfter(phones, press, { number: NUMBER, now: MONDAY })).toEqual(
      id === undefined ? asks : { leadsTo: `main.1.${id}` },
    );
  },
);
