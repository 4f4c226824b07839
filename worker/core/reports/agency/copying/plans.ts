/** What copying settings changes in a company. Pure. */
import { isObject } from '../../../../shared/http/input.ts';

/** The kinds of settings that can be copied. Each is written after those that it refers to. */
export const SECTIONS = [
  'fields',
  'states',
  'groups',
  'currencies',
  'templates',
  'options',
  'retention',
  'smart_views',
  'sources',
  'special_hours',
  'calls',
  'contact_rules',
  'brand',
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Why an item is not copied. */
export const REASONS = [
  /** The text has a phone number, or the name of the company that it comes from. */
  'has_number',
  'has_name',
  /** A view that selects leads by their assignees. */
  'has_users',
  /** A field whose name has another type there. */
  'other_type',
  /** A view about something that the company does not have. */
  'not_there',
  /** The company has no DNI settings yet, of which it would be a part. */
  'no_numbers',
] as const;
export type Reason = (typeof REASONS)[number];

/** One entry of a section, with the key by which companies compare it. */
export interface Item {
  key: string;
  label: string;
  value: unknown;
  /** Why no company can take it. */
  reason?: Reason;
}

/** An item that the company gets in another form. */
export interface ChangedItem {
  label: string;
  before: unknown;
  after: unknown;
  /** How many numbers of the company are for this source. */
  numbers?: number;
}

/** What becomes of a section. */
export interface Plan {
  section: SectionName;
  /** The items that the section then has, in their order. */
  items: Item[];
  added: string[];
  changed: ChangedItem[];
  /** The items that the other company does not have; they stay. */
  kept: string[];
  left: { label: string; reason: Reason }[];
  /** Whether the items of the company come in another order. */
  isReordered: boolean;
  isChanged: boolean;
}

/** What the company says to the items. */
export interface Rules {
  /** Returns the value that the company would have. @param own undefined if it does not have the item */
  merge: (given: unknown, own: unknown) => unknown;
  /** Returns why the company cannot take it. */
  reasonAgainst: (item: Item) => Reason | undefined;
  numbersFor: (item: Item) => number;
  /** Whether the given items come first, in their order; else the company's do. */
  isGivenOrder: boolean;
  /** Whether items that only the company has go: for one that was just made. */
  isReplaced: boolean;
}

/** Compares the items of two companies. */
export function planOf(
  section: SectionName,
  { given, own }: { given: readonly Item[]; own: readonly Item[] },
  rules: Rules,
): Plan {
  const present = new Map(own.map((item) => [item.key, item]));
  const isGiven = new Set(given.map(({ key }) => key));
  const { taken, added, changed, left } = taking(given, present, rules);
  const others = rules.isReplaced && taken.size > 0 ? [] : own.filter(({ key }) => !taken.has(key));
  const inOwnOrder = [...(rules.isReplaced ? others : own), ...taken.values()];
  const items = rules.isGivenOrder
    ? [...taken.values(), ...others]
    : [...new Map(inOwnOrder.map((item) => [item.key, item])).values()];
  const order = items.filter(({ key }) => present.has(key));
  const former = own.filter((item) => order.some(({ key }) => key === item.key));
  return {
    section,
    items,
    added,
    changed,
    kept: others.filter(({ key }) => !isGiven.has(key)).map(({ label }) => label),
    left,
    isReordered: keysOf(order) !== keysOf(former),
    isChanged: stateOf(items) !== stateOf(own),
  };
}

function taking(
  given: readonly Item[],
  present: ReadonlyMap<string, Item>,
  rules: Rules,
): Pick<Plan, 'added' | 'changed' | 'left'> & { taken: Map<string, Item> } {
  const taken = new Map<string, Item>();
  const added: string[] = [];
  const changed: ChangedItem[] = [];
  const left: Plan['left'] = [];
  for (const item of given) {
    const { key, label, reason = rules.reasonAgainst(item) } = item;
    if (reason !== undefined) {
      left.push({ label, reason });
      continue;
    }
    const before = present.get(key)?.value;
    const after = rules.merge(item.value, before);
    taken.set(key, { key, label, value: after });
    if (!present.has(key)) added.push(label);
    else if (canonical(after) !== canonical(before)) {
      const numbers = rules.numbersFor(item);
      changed.push({ label, before, after, ...(numbers > 0 ? { numbers } : {}) });
    }
  }
  return { taken, added, changed, left };
}

function keysOf(items: readonly Item[]): string {
  return JSON.stringify(items.map(({ key }) => key));
}

/** Writes what a section has, to compare it. */
export function stateOf(items: readonly Item[]): string {
  return canonical(items.map(({ key, value }) => [key, value])) ?? '';
}

/** Numbers items with the same name, so that each has a key: `spring`, `spring (2)`. */
export function withKeys(
  items: readonly { label: string; value: unknown; reason?: Reason | undefined }[],
): Item[] {
  const counts = new Map<string, number>();
  return items.map(({ reason, ...item }) => {
    const count = (counts.get(item.label) ?? 0) + 1;
    counts.set(item.label, count);
    const key = count === 1 ? item.label : `${item.label} (${count})`;
    return { ...item, key, label: key, ...(reason === undefined ? {} : { reason }) };
  });
}

/** Matches what may be a phone number. */
const NUMBER = /(?:\d[\s().+/-]*){7}/;
/** Matches ids, whose digits are no number. */
const IDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** Returns why a text of a company cannot be copied to others. */
export function reasonAgainstText(text: unknown, companyName: string): Reason | undefined {
  if (typeof text !== 'string') return undefined;
  if (NUMBER.test(text.replaceAll(IDS, ''))) return 'has_number';
  const isNamed = companyName !== '' && text.toLowerCase().includes(companyName.toLowerCase());
  return isNamed ? 'has_name' : undefined;
}

/** Writes JSON in which the order of members does not matter. */
export function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
