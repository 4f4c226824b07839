/** Where a caller is in the menus of a phone book, and where their keys lead. Pure. */
import { onlyKnown } from '../../../shared/http/input.ts';
import { type Coordinates, distanceInKm } from '../../../dni/pure/distance.ts';
import {
  alternatives,
  keyOf,
  type Menu,
  type MenuKey,
  menuOf,
  type MenuPlace,
  type Menus,
  type MenuTarget,
  MOST_DEEP,
  MOST_TRIES,
  readPlace,
  targetAt,
  targetsOf,
  writePlace,
} from '../rules/menus.ts';
import type { CallRules } from '../rules/rules.ts';
import { menuOfSuspects, type Suspicion, SUSPECTS_MENU } from '../rules/suspects.ts';
import { withDefaults } from '../rules/spoken-texts.ts';
import type { BookLocation, OpenPhoneBook } from './phone-book.ts';

/** What a caller keyed in, and where that was asked for. */
export interface KeyPress {
  /** A place in the menus, see `rules/menus.ts`. */
  via: string;
  /** How often it had been spoken before: counts from 0. */
  turn: number;
  /** Empty if nothing was pressed. */
  digits: string;
  /** Where the postal code is, if it is one that the edge knows. */
  coordinates?: Coordinates;
}

/** What follows in a menu: something spoken that asks for keys, or the end of the menus. */
export type MenuStep = { asks: MenuPrompt } | { leadsTo: string };

/** A text that asks for keys. */
export interface MenuPrompt {
  via: string;
  turn: number;
  text: string;
  /** A postal code is asked for, not a single key. */
  isPostalCode: boolean;
}

/** The location and the rules at a place. */
export interface Terms {
  location: BookLocation | undefined;
  rules: CallRules;
}

/** What decides which menu is spoken: the called number, and the time in milliseconds since the epoch. */
interface Called {
  number: string;
  now: number;
  suspicion?: Suspicion | undefined;
}

/** Shared by keys that ring nobody. */
const NOBODY: Partial<CallRules> = { ring: [], when_closed: 'voicemail' };

/** Returns the location and the rules of a call. @param via where the menus led to; undefined if no menu answered */
export function termsAt(book: OpenPhoneBook, number: string, via: string | undefined): Terms {
  const [location, own] = [book.locationOf(number), book.rulesFor(number)];
  if (via === undefined) return { location, rules: own };
  const place = readPlace(via);
  const target = place && targetAt(menusOf(book, number), place);
  const branch = locationIn(book, place, target);
  if (branch !== undefined)
    return { location: branch, rules: { ...rulesAt(book, branch.locationId), menu: null } };
  return { location, rules: { ...own, menu: null, ...rulesOf(target) } };
}

/** Returns the rules for a location, whatever number was called. */
function rulesAt({ book: { rules } }: OpenPhoneBook, id: string): CallRules {
  const own = Object.hasOwn(rules.locations, id) ? rules.locations[id] : {};
  return withDefaults({ ...rules.defaults, ...own });
}

/** Returns the location that a place leads to. */
function locationIn(
  book: OpenPhoneBook,
  place: MenuPlace | undefined,
  target: MenuTarget | undefined,
): BookLocation | undefined {
  const id = place?.locationId ?? (target !== undefined && 'location_id' in target ? target.location_id : '');
  return book.locations.get(id);
}

/** Returns the rules that a target sets. */
function rulesOf(target: MenuTarget | undefined): Partial<CallRules> {
  if (target === undefined) return {};
  if ('ring' in target) return { ring: target.ring };
  if ('message' in target) return { ...NOBODY, voicemail: false, apology: target.message };
  return 'voicemail' in target ? { ...NOBODY, voicemail: true } : {};
}

/** Returns what the first menu of a number says; undefined if none answers it. */
export function firstPrompt(book: OpenPhoneBook, called: Called): MenuPrompt | undefined {
  if (called.suspicion?.treatment === 'press_1')
    return promptAt(menusOf(book, called.number), { menu: SUSPECTS_MENU }, 0);
  const { menu } = book.rulesFor(called.number);
  const id = menu === null ? undefined : menuNow(book, menu, called);
  return id === undefined ? undefined : promptAt(menusOf(book, called.number), { menu: id }, 0);
}

/**
 * Returns what follows on a key. No key or a wrong one has the same said again, twice, then the default counts; so it does for a postal
 * code that is unknown. Each answer is one step deeper or one turn later, so that every way ends.
 */
export function stepAfter(book: OpenPhoneBook, press: KeyPress, called: Called): MenuStep {
  const place = readPlace(press.via);
  const menu = place && menuOf(menusOf(book, called.number), place.menu);
  // The menu has been removed meanwhile: the call goes on as without it.
  if (place === undefined || menu === undefined) return { leadsTo: press.via };
  if (place.key === undefined)
    return keyOf(menu, press.digits) === undefined
      ? againOrDefault(book, place, press, called)
      : follow(book, { ...place, key: press.digits as MenuKey }, called);
  const closest = closestTo(book, press);
  return closest === undefined
    ? againOrDefault(book, place, press, called)
    : { leadsTo: writePlace({ ...place, locationId: closest.locationId }) };
}

function againOrDefault(book: OpenPhoneBook, place: MenuPlace, { turn }: KeyPress, called: Called): MenuStep {
  const prompt = turn + 1 < MOST_TRIES ? promptAt(menusOf(book, called.number), place, turn + 1) : undefined;
  return prompt === undefined ? follow(book, { menu: place.menu, key: 'd' }, called) : { asks: prompt };
}

/** Follows a key to the next prompt, or to the end of the menus. */
function follow(book: OpenPhoneBook, place: MenuPlace, called: Called): MenuStep {
  const menus = menusOf(book, called.number);
  const target = targetAt(menus, place);
  const next =
    target !== undefined && 'menu_id' in target ? menuNow(book, target.menu_id, called) : undefined;
  const prompt = promptAt(menus, next === undefined ? place : { menu: next }, 0);
  return prompt === undefined ? { leadsTo: writePlace(place) } : { asks: prompt };
}

/** Returns what is spoken at a place; undefined if nothing asks for keys there. */
function promptAt(menus: Menus, place: MenuPlace, turn: number): MenuPrompt | undefined {
  const via = writePlace(place);
  if (place.key === undefined) {
    const text = menuOf(menus, place.menu)?.greeting;
    return text === undefined ? undefined : { via, turn, text, isPostalCode: false };
  }
  const target = targetAt(menus, place);
  const isPostalCode = target !== undefined && 'postal_code' in target;
  return isPostalCode ? { via, turn, text: target.postal_code, isPostalCode } : undefined;
}

/** Returns the menu that is spoken now, by the hours of the number's location; undefined if it does not exist. */
function menuNow(book: OpenPhoneBook, id: string, { number, now }: Called): string | undefined {
  const menus = menusOf(book, number);
  const location = book.locationOf(number);
  const isClosed = location !== undefined && !book.isOpen(location, now);
  const spoken = (isClosed ? menuOf(menus, id)?.closed_menu : undefined) ?? id;
  return menuOf(menus, spoken) === undefined ? undefined : spoken;
}

/**
 * Returns the location that is closest to a postal code: by its coordinates, else the one whose own code begins with the most of the
 * same digits, at least two, since postal codes of neighbours begin alike.
 */
function closestTo(book: OpenPhoneBook, { digits, coordinates }: KeyPress): BookLocation | undefined {
  const distance = (to: BookLocation): number =>
    coordinates === undefined ? -alike(digits, to.postalCode) : distanceInKm(coordinates, to);
  const [closest] = [...book.locations.values()].toSorted((left, right) => distance(left) - distance(right));
  const isNear = closest && (coordinates !== undefined || distance(closest) <= -LEAST_ALIKE);
  return isNear === true ? closest : undefined;
}

const LEAST_ALIKE = 2;

/** Counts the digits with which both codes begin; 0 if the location has a code with letters, or of another length. */
function alike(digits: string, postalCode = ''): number {
  const own = postalCode.replaceAll(/[\s-]/g, '');
  if (!/^\d{3,10}$/.test(own) || own.length !== digits.length) return 0;
  let same = 0;
  while (same < own.length && own[same] === digits[same]) same += 1;
  return same;
}

/** Returns where the menus had led to before an event, as its address says. */
export function placeIn(event: { kind: string; via?: string }): string | undefined {
  return event.kind === 'menu' ? undefined : event.via;
}

/** Returns the menus of a phone book, with the one for suspects who call a number. */
export function menusOf(book: OpenPhoneBook, number: string): Menus {
  return { ...book.book.menus, [SUSPECTS_MENU]: menuOfSuspects(book.rulesFor(number)) };
}

/** Returns all texts that a caller may hear in a menu and below it, at most: each menu by its longest way. @param secondsOf how long a prompt takes */
export function longestMenuSeconds(menus: Menus, id: string, secondsOf: (text: string) => number): number {
  const longest = alternatives(menus, id).map((each) => {
    const menu = menuOf(menus, each);
    return menu === undefined ? 0 : secondsOfMenu(menus, menu, secondsOf);
  });
  return Math.max(0, ...longest);
}

function secondsOfMenu(menus: Menus, menu: Menu, secondsOf: (text: string) => number): number {
  const below = targetsOf(menu).map(([, target]) =>
    'menu_id' in target
      ? longestMenuSeconds(menus, target.menu_id, secondsOf)
      : 'postal_code' in target
        ? MOST_TRIES * secondsOf(target.postal_code)
        : 0,
  );
  return MOST_TRIES * secondsOf(menu.greeting) + Math.max(...below);
}

/** Returns the names of a pressed key, or of the postal code; undefined if nothing was pressed. */
export function namesOfPress(
  book: OpenPhoneBook,
  number: string,
  { via, digits }: KeyPress,
): { menu: string; key: string; label?: string } | undefined {
  const place = readPlace(via);
  if (place === undefined || digits === '') return undefined;
  const menu = menuOf(menusOf(book, number), place.menu);
  const label = place.key === undefined && menu !== undefined ? keyOf(menu, digits)?.label : undefined;
  return { menu: menu?.name ?? place.menu, key: digits, ...onlyKnown({ label }) };
}

/** Returns what a place at the end of the menus leads to. */
export function endOfMenus(
  book: OpenPhoneBook,
  number: string,
  via: string,
): { leadsTo: 'ring' | 'location' | 'message' | 'voicemail'; locationId?: string } {
  const place = readPlace(via);
  const target = place && targetAt(menusOf(book, number), place);
  const location = locationIn(book, place, target);
  if (location !== undefined) return { leadsTo: 'location', locationId: location.locationId };
  if (target !== undefined && 'message' in target) return { leadsTo: 'message' };
  return { leadsTo: target !== undefined && 'voicemail' in target ? 'voicemail' : 'ring' };
}

/** A way through the menus to their end. */
interface MenuWay {
  /** The keys in their order; `d` for no key or a wrong one. */
  keys: readonly (MenuKey | 'd')[];
  label: string | undefined;
  via: string;
  /** Where the way does not end at a place: what the caller is asked for. */
  end?: string;
}

/** Returns all ways through a menu, in the order of the keys. */
export function waysOf(
  book: OpenPhoneBook,
  menu: string,
  called: Called,
  before: MenuWay['keys'] = [],
): MenuWay[] {
  const found = menuOf(menusOf(book, called.number), menu);
  if (found === undefined || before.length >= MOST_DEEP) return [];
  return targetsOf(found).flatMap(([key, target]): MenuWay[] => {
    const step = follow(book, { menu, key }, called);
    const way = { keys: [...before, key], label: target.label, via: writePlace({ menu, key }) };
    if ('leadsTo' in step) return [way];
    return step.asks.isPostalCode
      ? [{ ...way, end: 'the location closest to the postal code.' }]
      : waysOf(book, step.asks.via, called, way.keys);
  });
}
