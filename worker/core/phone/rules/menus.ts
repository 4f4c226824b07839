/**
 * Menus: what a caller hears and where the keys lead. A place in the menus is written as `<menu>`, as `<menu>.<key>`, or, once a postal
 * code is known, as `<menu>.<key>.<location>`; in it `s` stands for the star, `d` for the default. Pure.
 */
import type { RingTarget } from './rules.ts';

/** The keys that can lead somewhere. */
export const MENU_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*'] as const;
export type MenuKey = (typeof MENU_KEYS)[number];

/** How many menus a caller can go through. */
export const MOST_DEEP = 3;
/** How often a menu is spoken before its default counts. */
export const MOST_TRIES = 3;

/** Where a key leads. */
export type MenuTarget = { label?: string } & (
  | { ring: 'location' | RingTarget[] }
  | { location_id: string }
  | { menu_id: string }
  | { message: string }
  | { voicemail: true }
  /** What is spoken to ask for the postal code, which leads to the closest location. */
  | { postal_code: string }
);

/** A menu, under the names of the settings. */
export interface Menu {
  name: string;
  /** Spoken to the caller: says which key leads where. */
  greeting: string;
  keys: Partial<Record<MenuKey, MenuTarget>>;
  /** Where no key or a wrong one leads, after the last try. */
  default: MenuTarget;
  /** The menu that is spoken instead while the location is closed. */
  closed_menu?: string | null;
}

/** The menus of a company by their ids. */
export type Menus = Readonly<Record<string, Menu>>;

/** A place in the menus. */
export interface MenuPlace {
  menu: string;
  /** `d`: the default. Absent: the caller is to press a key. */
  key?: MenuKey | 'd' | undefined;
  /** The location that a postal code led to. */
  locationId?: string | undefined;
}

/** The colon is of a menu that no company wrote, see `suspects.ts`. */
const PLACE = /^([a-z][a-z0-9_-]{0,39}:?)(?:\.([\dds])(?:\.([\w.:-]{1,100}))?)?$/;

/** Writes a place. */
export function writePlace({ menu, key, locationId }: MenuPlace): string {
  const parts = [menu, key === '*' ? 's' : key, locationId];
  return parts.filter((part) => part !== undefined).join('.');
}

/** Reads a place; undefined if it is none. */
export function readPlace(text: string): MenuPlace | undefined {
  const [, menu, key, locationId] = PLACE.exec(text) ?? [];
  if (menu === undefined) return undefined;
  return { menu, key: (key === 's' ? '*' : key) as MenuPlace['key'], locationId };
}

/** Returns where a key leads; undefined if the menu or the key is gone. */
export function targetAt(menus: Menus, { menu: id, key }: MenuPlace): MenuTarget | undefined {
  const menu = menuOf(menus, id);
  if (menu === undefined || key === undefined) return undefined;
  return key === 'd' ? menu.default : keyOf(menu, key);
}

/** Returns a menu; undefined if there is none with this id. */
export function menuOf(menus: Menus, id: string): Menu | undefined {
  return Object.hasOwn(menus, id) ? menus[id] : undefined;
}

/** Returns where a pressed key leads; undefined for any other text. */
export function keyOf({ keys }: Menu, digits: string): MenuTarget | undefined {
  return Object.hasOwn(keys, digits) ? keys[digits as MenuKey] : undefined;
}

/** Returns all targets of a menu with their keys in the order of a phone, the default last. */
export function targetsOf({ keys, default: otherwise }: Menu): [key: MenuKey | 'd', target: MenuTarget][] {
  const pressed = MENU_KEYS.flatMap((key): [MenuKey, MenuTarget][] => {
    const target = keys[key];
    return target === undefined ? [] : [[key, target]];
  });
  return [...pressed, ['d', otherwise]];
}

/** A key that leads to a menu that does not exist, back to where the caller came from, or too deep. */
export interface MenuFault {
  /** The names of the members down to the fault. */
  path: string[];
  reason: 'unknown' | 'circle' | 'deep';
  /** The id of the menu that it leads to. */
  to: string;
}

/** Returns the faults of the ways between menus, each once. */
export function faultsOfMenus(menus: Menus): MenuFault[] {
  const found = new Map<string, MenuFault>();
  const add = (fault: MenuFault): void => {
    const place = fault.path.join('/');
    if (!found.has(place)) found.set(place, fault);
  };
  for (const [id, { closed_menu: closed }] of Object.entries(menus)) {
    if (typeof closed === 'string' && menuOf(menus, closed) === undefined)
      add({ path: [id, 'closed_menu'], reason: 'unknown', to: closed });
    walk(menus, [id], add);
  }
  return [...found.values()];
}

/** Follows all ways from the last menu of a way. */
function walk(menus: Menus, way: readonly string[], add: (fault: MenuFault) => void): void {
  const id = way.at(-1) ?? '';
  const menu = menuOf(menus, id);
  if (menu === undefined) return;
  for (const [key, target] of targetsOf(menu)) {
    if (!('menu_id' in target)) continue;
    const to = target.menu_id;
    const path = key === 'd' ? [id, 'default', 'menu_id'] : [id, 'keys', key, 'menu_id'];
    if (menuOf(menus, to) === undefined) add({ path, reason: 'unknown', to });
    else if (alternatives(menus, to).some((next) => way.includes(next))) add({ path, reason: 'circle', to });
    else if (way.length >= MOST_DEEP) add({ path, reason: 'deep', to });
    else for (const next of alternatives(menus, to)) walk(menus, [...way, next], add);
  }
}

/** Returns a menu and the one that is spoken instead while the location is closed. */
export function alternatives(menus: Menus, id: string): string[] {
  const closed = menuOf(menus, id)?.closed_menu;
  return typeof closed === 'string' && closed !== id ? [id, closed] : [id];
}
