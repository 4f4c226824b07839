/** The call settings: rules for all calls, by location and by number, and lists of callers. Pure. */
import type { CallSettingsBody } from '../../../worker/core/phone/ringing/answer-schema.ts';
import type { CallRules } from '../../../worker/core/phone/rules/rules.ts';
import { isSame as isSameValue } from '../draft/dni-settings.ts';

export type PhoneSettings = CallSettingsBody;
export type Account = PhoneSettings['carriers'][number];
/** The rules of one level. What is left out is inherited. */
export type Rules = PhoneSettings['defaults'];
export type RuleName = keyof CallRules;
export type Menu = PhoneSettings['menus'][string];
export type { CallRules } from '../../../worker/core/phone/rules/rules.ts';

/** The settings of a new company. */
export const NO_PHONE_SETTINGS: PhoneSettings = {
  carriers: [],
  defaults: {},
  locations: {},
  numbers: {},
  menus: {},
  blocked: [],
  unlisted_numbers: [],
};

/** Where rules hold: for all calls, those of a location, or those to a number. */
export interface Scope {
  kind: 'defaults' | 'locations' | 'numbers';
  /** The id of the location, or the number; empty for all calls. */
  id: string;
}

type List = 'blocked' | 'unlisted_numbers';

/** A rule of a scope, a menu, or the presence of a number in a list. */
export type Part = { scope: Scope; rule: RuleName } | { menu: string } | { list: List; number: string };

/** A part that differs between two versions. Undefined: it is not set. */
export interface PartChange {
  part: Part;
  before: unknown;
  after: unknown;
}

/** A part that two users have changed differently. `mine` is kept. */
export interface PartConflict {
  part: Part;
  theirs: unknown;
}

/** Returns the key of a scope in the URL: `defaults`, `locations/austin`, `numbers/+1512…`. */
export function scopeKey({ kind, id }: Scope): string {
  return kind === 'defaults' ? kind : `${kind}/${id}`;
}

/** Reads a key of the URL. */
export function scopeOf(key: string): Scope | undefined {
  const [, kind, id = ''] = /^(defaults|locations|numbers)(?:\/(.+))?$/.exec(key) ?? [];
  return kind === undefined || (kind === 'defaults') !== (id === '') ? undefined : ({ kind, id } as Scope);
}

/** Returns the rules of a scope alone. */
export function rulesIn(settings: PhoneSettings, { kind, id }: Scope): Rules {
  if (kind === 'defaults') return settings.defaults;
  return Object.hasOwn(settings[kind], id) ? (settings[kind][id] ?? {}) : {};
}

/** Returns the settings with other rules in a scope; without rules, the scope is left out. */
export function withRules(settings: PhoneSettings, { kind, id }: Scope, rules: Rules): PhoneSettings {
  if (kind === 'defaults') return { ...settings, defaults: rules };
  const { [id]: _, ...others } = settings[kind];
  return { ...settings, [kind]: Object.keys(rules).length === 0 ? others : { ...others, [id]: rules } };
}

/** Returns the menus. A draft that was begun before there were menus has none. */
export function menusIn(settings: PhoneSettings): PhoneSettings['menus'] {
  return (settings as Partial<PhoneSettings>).menus ?? {};
}

/** Returns the settings with another menu; undefined removes it. */
export function withMenu(settings: PhoneSettings, id: string, menu: Menu | undefined): PhoneSettings {
  const { [id]: _, ...others } = menusIn(settings);
  return { ...settings, menus: menu === undefined ? others : { ...others, [id]: menu } };
}

/** Returns all differences except those of the accounts, which are saved at once. */
export function changesOf(before: PhoneSettings, after: PhoneSettings): PartChange[] {
  const [former, present] = [partsOf(before), partsOf(after)];
  return [...new Set([...former.keys(), ...present.keys()])]
    .filter((key) => !isSamePart(former, present, key))
    .map((key) => ({
      part: JSON.parse(key) as Part,
      before: former.get(key),
      after: present.get(key),
    }));
}

export function isSamePhone(left: PhoneSettings, right: PhoneSettings): boolean {
  return changesOf(left, right).length === 0;
}

/** Merges the changes of two users, rule by rule. The accounts are theirs. */
export function mergePhone(
  base: PhoneSettings,
  mine: PhoneSettings,
  theirs: PhoneSettings,
): { settings: PhoneSettings; conflicts: PartConflict[] } {
  const conflicts: PartConflict[] = [];
  const [was, their] = [partsOf(base), partsOf(theirs)];
  let settings = theirs;
  for (const { part, after } of changesOf(base, mine)) {
    const key = JSON.stringify(part);
    const isTheirs = !isSamePart(was, their, key);
    if (isTheirs && !isSameValue(their.get(key), after)) conflicts.push({ part, theirs: their.get(key) });
    settings = withPart(settings, part, after);
  }
  return { settings, conflicts };
}

/** Tells whether a part is the same in two versions. Null is no absence: it says nothing where something is inherited. */
function isSamePart(
  left: ReadonlyMap<string, unknown>,
  right: ReadonlyMap<string, unknown>,
  key: string,
): boolean {
  return left.has(key) === right.has(key) && isSameValue(left.get(key), right.get(key));
}

function withPart(settings: PhoneSettings, part: Part, value: unknown): PhoneSettings {
  if ('list' in part) {
    const others = settings[part.list].filter((number) => number !== part.number);
    return { ...settings, [part.list]: value === undefined ? others : [...others, part.number] };
  }
  if ('menu' in part) return withMenu(settings, part.menu, value as Menu | undefined);
  const { [part.rule]: _, ...others } = rulesIn(settings, part.scope);
  const rules = value === undefined ? others : { ...others, [part.rule]: value };
  return withRules(settings, part.scope, rules);
}

/** Maps each part to its value, by the JSON of the part. */
function partsOf(settings: PhoneSettings): Map<string, unknown> {
  const scopes: Scope[] = [
    { kind: 'defaults', id: '' },
    ...(['locations', 'numbers'] as const).flatMap((kind) =>
      Object.keys(settings[kind]).map((id) => ({ kind, id })),
    ),
  ];
  const rules = scopes.flatMap((scope) =>
    Object.entries(rulesIn(settings, scope)).map(
      ([rule, value]) => [JSON.stringify({ scope, rule }), value] as const,
    ),
  );
  const lists = (['blocked', 'unlisted_numbers'] as const).flatMap((list) =>
    settings[list].map((number) => [JSON.stringify({ list, number }), true] as const),
  );
  const menus = Object.entries(menusIn(settings)).map(
    ([menu, value]) => [JSON.stringify({ menu }), value] as const,
  );
  return new Map<string, unknown>([...rules, ...menus, ...lists]);
}
