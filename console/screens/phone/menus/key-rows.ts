/** The keys of a menu as they are edited: one row each, and one for no key or a wrong one. Pure. */
import {
  faultsOfMenus,
  MENU_KEYS,
  type MenuKey,
  type MenuTarget,
  targetsOf,
} from '../../../../worker/core/phone/rules/menus.ts';
import { type Menu, menusIn, type PhoneSettings } from '../phone-settings.ts';
import { ringFaults, type RingReading, type RingRow, rowsOf, targetsOf as ringOf } from '../ring-fields.tsx';

/** What a key can do, and its words. */
export const KINDS = [
  ['location', 'rings the location of the number called'],
  ['people', 'rings these people and phones'],
  ['branch', 'rings another location'],
  ['menu', 'leads to another menu'],
  ['postal_code', 'asks for the postal code and rings the closest location'],
  ['message', 'speaks a message and hangs up'],
  ['voicemail', 'takes a voicemail'],
] as const;
export type Kind = (typeof KINDS)[number][0];

/** A row: a key, and where it leads. Texts of other kinds are kept while one is tried. */
export interface KeyRow {
  /** `d`: no key, or a wrong one. */
  key: MenuKey | 'd';
  kind: Kind;
  label: string;
  /** The id of a location, or of a menu. */
  to: string;
  /** What is spoken. */
  text: string;
  rings: readonly RingRow[];
}

/** The rows of a new menu. */
const NEW_ROWS: readonly KeyRow[] = [
  { key: '1', kind: 'location', label: '', to: '', text: '', rings: [] },
  { key: 'd', kind: 'location', label: '', to: '', text: '', rings: [] },
];

/** Returns the rows of a menu, the one for no key last. */
export function rowsOfMenu(menu: Menu | undefined): readonly KeyRow[] {
  if (menu === undefined) return NEW_ROWS;
  return targetsOf(menu).map(([key, target]) => {
    const { label = '' } = target;
    const row = { key, label, to: '', text: '', rings: [] };
    if ('ring' in target)
      return target.ring === 'location'
        ? { ...row, kind: 'location' }
        : { ...row, kind: 'people', rings: rowsOf(target.ring) };
    if ('location_id' in target) return { ...row, kind: 'branch', to: target.location_id };
    if ('menu_id' in target) return { ...row, kind: 'menu', to: target.menu_id };
    if ('message' in target) return { ...row, kind: 'message', text: target.message };
    return 'voicemail' in target
      ? { ...row, kind: 'voicemail' }
      : { ...row, kind: 'postal_code', text: target.postal_code };
  });
}

/** Returns the rows with another key, the first that is free. */
export function withKey(rows: readonly KeyRow[]): KeyRow[] {
  const key = MENU_KEYS.find((each) => rows.every((row) => row.key !== each)) ?? '1';
  const row: KeyRow = { key, kind: 'location', label: '', to: '', text: '', rings: [] };
  return [...rows.filter((each) => each.key !== 'd'), row, ...rows.filter((each) => each.key === 'd')];
}

/** Returns the pointer of a row. */
export function pointerOf({ key }: KeyRow): string {
  return key === 'd' ? '/default' : `/keys/${key}`;
}

/** Returns where a row leads. */
function targetOf(row: KeyRow, reading: RingReading): MenuTarget {
  const label = row.label.trim();
  const named = label === '' ? {} : { label };
  switch (row.kind) {
    case 'location':
      return { ...named, ring: 'location' };
    case 'people':
      return { ...named, ring: ringOf(row.rings, reading) };
    case 'branch':
      return { ...named, location_id: row.to };
    case 'menu':
      return { ...named, menu_id: row.to };
    case 'message':
      return { ...named, message: row.text.trim() };
    case 'voicemail':
      return { ...named, voicemail: true };
    default:
      return { ...named, postal_code: row.text.trim() };
  }
}

/** Returns the keys and the default of a menu. */
export function keysOf(rows: readonly KeyRow[], reading: RingReading): Pick<Menu, 'keys' | 'default'> {
  const targets = rows.map((row) => [row.key, targetOf(row, reading)] as const);
  const otherwise = targets.find(([key]) => key === 'd')?.[1] ?? { ring: 'location' };
  return {
    keys: Object.fromEntries(targets.filter(([key]) => key !== 'd')) as Menu['keys'],
    default: otherwise as Menu['default'],
  };
}

interface FormFault {
  pointer: string;
  code: string;
  detail: string;
}

/** Returns the faults of the rows alone. */
export function faultsOfRows(rows: readonly KeyRow[], reading: RingReading): FormFault[] {
  const none = { pointer: '/keys', code: 'invalid', detail: 'Add a key.' };
  const faults = rows.flatMap((row): FormFault[] => {
    const pointer = pointerOf(row);
    const missing = (member: string, detail: string): FormFault[] => [
      { pointer: `${pointer}/${member}`, code: 'invalid', detail },
    ];
    if (row.kind === 'people')
      return ringFaults('list', row.rings, reading).map((fault) => ({
        ...fault,
        pointer: fault.pointer === '/ring' ? `${pointer}/kind` : pointer + fault.pointer,
      }));
    if (row.kind === 'branch' && row.to === '') return missing('to', 'Choose a location.');
    if (row.kind === 'menu' && row.to === '') return missing('to', 'Choose a menu.');
    const isSpoken = row.kind === 'message' || row.kind === 'postal_code';
    return isSpoken && row.text.trim() === '' ? missing('text', 'Write what is spoken.') : [];
  });
  return rows.length < 2 ? [none, ...faults] : faults;
}

const REASONS = {
  unknown: 'This menu was removed. Choose another one.',
  circle: 'This menu leads back here, so a caller could go round for ever. Choose something else.',
  deep: 'A caller would go through more than three menus in a row. Choose something else.',
} as const;

/** Returns the faults of the ways from a menu to others. */
export function faultsOfWays(settings: PhoneSettings, id: string, menu: Menu): FormFault[] {
  const menus = { ...menusIn(settings), [id]: menu };
  return faultsOfMenus(menus).flatMap(({ path: [at, member, key], reason }) => {
    const place =
      member === 'keys' ? `/keys/${key}/to` : member === 'default' ? '/default/to' : '/closed_menu';
    const pointer = at === id ? place : '/name';
    const detail =
      at === id
        ? REASONS[reason]
        : `The menu “${menus[at ?? '']?.name ?? ''}” could not be reached any more.`;
    return at === id || reason !== 'unknown' ? [{ pointer, code: 'invalid', detail }] : [];
  });
}

/** Returns a new id that begins as the name does. */
export function newMenuId(name: string, settings: PhoneSettings): string {
  const words =
    name
      .normalize('NFD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const base = `menu-${words.join('-')}`.slice(0, 30).replace(/-$/, '');
  const menus = menusIn(settings);
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!Object.hasOwn(menus, id)) return id;
  }
}
