/** The DNI settings of a company, as in the API. Pure. */

type Day = 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';

/** A line of opening hours. */
export interface OpeningHours {
  duration: number;
  from_time: string;
  to_time: string;
  day_of_week: Day | 'weekdays' | 'weekends' | 'everyday';
}

/** A day on which a location is closed, or open at other hours. */
export type SpecialDay =
  | { date: string; closed: true }
  | { date: string; closed?: never; from_time: string; to_time: string };

/** A location of a company. */
export interface DniLocation {
  location_id: string;
  name: string;
  city: string;
  state: string;
  country: string;
  address: string;
  postal_code: string;
  timezone: string;
  /** Decimal degrees. */
  latitude: string;
  longitude: string;
  hours?: OpeningHours[];
  special_hours?: SpecialDay[];
  service_area?: { postal_codes: string[]; regions: string[] };
  /** The phones that ring. */
  numbers?: RingingNumber[];
  /** The people who answer. */
  users?: RingingUser[];
}

/** A phone of a location: a text, or an object with one, as the settings allow. */
export type RingingNumber = string | { number?: string; phone_number?: string; phone?: string };

/** The id of a user, or an object with one. */
export type RingingUser = string | { user_id: string };

/** The visits to which a number or a pool applies. */
interface NumberUse {
  source?: string;
  location_id?: string;
  target?: string;
  sms: boolean;
}

/** A tracking number, which visitors see instead of a printed one. */
export interface TrackingNumber extends NumberUse {
  phone_number: string;
  pool?: never;
}

/** A pool of numbers. Each visitor leases one. */
export interface NumberPool extends NumberUse {
  /** The name of the pool. */
  pool: string;
  phone_numbers: string[];
  hold_minutes: number;
  /** Shown while all numbers are leased. */
  overflow: string;
}

export type DniNumber = TrackingNumber | NumberPool;

/** A custom source. The first whose conditions match wins. */
export interface SourceRule {
  name: string;
  when: Record<string, string>;
}

/** A number printed on the pages. */
export interface DniTarget {
  number: string;
  location_id?: string;
}

export interface DniSettings {
  default_number: string;
  default_location_id?: string;
  domains: string[];
  targets: DniTarget[];
  /** On the pages, and not the company's to track. */
  other_numbers?: string[];
  sources: SourceRule[];
  locations: DniLocation[];
  /** Of all locations. */
  special_hours?: SpecialDay[];
  numbers: DniNumber[];
  prefer: 'source' | 'location';
  prefer_open: boolean;
  max_distance_km: number | null;
  cache_days: number;
  visits: boolean;
  forms: boolean;
  unasked_consent?: 'analytics' | 'ads' | 'personalized_ads';
}

/** The members of the settings that are lists. */
export type ListName = 'locations' | 'numbers' | 'sources' | 'targets' | 'domains';
export type Entry<List extends ListName> = DniSettings[List][number];

export const LISTS: readonly ListName[] = ['locations', 'numbers', 'sources', 'targets', 'domains'];

/** The settings that are not lists. */
export const OPTIONS = [
  'default_number',
  'default_location_id',
  'prefer',
  'prefer_open',
  'max_distance_km',
  'cache_days',
  'visits',
  'forms',
  'unasked_consent',
  'other_numbers',
  'special_hours',
] as const satisfies readonly (keyof DniSettings)[];

/** The settings of a new company. */
export const NO_SETTINGS: DniSettings = {
  default_number: '',
  domains: [],
  targets: [],
  sources: [],
  locations: [],
  numbers: [],
  prefer: 'source',
  prefer_open: false,
  max_distance_km: null,
  cache_days: 30,
  visits: true,
  forms: false,
};

/** Tells whether an entry of `numbers` is a pool. */
export function isPool(entry: DniNumber): entry is NumberPool {
  return entry.pool !== undefined;
}

/** Returns the id of an entry, which stays the same when its other members change. */
function idOf(entry: Entry<ListName>): string {
  if (typeof entry === 'string') return entry;
  if ('location_id' in entry && 'latitude' in entry) return entry.location_id;
  if ('phone_numbers' in entry) return entry.pool;
  if ('phone_number' in entry) return entry.phone_number;
  return 'when' in entry ? entry.name : entry.number;
}

/** Maps the entries of a list by key. The key is the id; further entries with the same id get a number after it. */
export function byKey<Item extends Entry<ListName>>(entries: readonly Item[]): Map<string, Item> {
  const keyed = new Map<string, Item>();
  for (const entry of entries) {
    const id = idOf(entry);
    let key = id;
    for (let number = 2; keyed.has(key); number += 1) key = `${id} (${number})`;
    keyed.set(key, entry);
  }
  return keyed;
}

/** Returns the settings with an entry replaced, appended, or (undefined) removed. */
export function withEntry<List extends ListName>(
  settings: DniSettings,
  list: List,
  { key, entry }: { key: string | undefined; entry: Entry<List> | undefined },
): DniSettings {
  const keyed = byKey<Entry<ListName>>(settings[list]);
  const entries: Entry<ListName>[] = [];
  for (const [present, item] of keyed) {
    if (present !== key) entries.push(item);
    else if (entry !== undefined) entries.push(entry);
  }
  if (entry !== undefined && (key === undefined || !keyed.has(key))) entries.push(entry);
  return { ...settings, [list]: entries };
}

/** Makes an unused id from a name: `Austin North` becomes `austin-north`. */
export function idFrom(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 90);
  const id = plain === '' ? 'location' : plain;
  let free = id;
  for (let number = 2; taken.has(free); number += 1) free = `${id}-${number}`;
  return free;
}

/** Returns the name of a location; its id if it no longer exists. */
export function locationName({ locations }: Pick<DniSettings, 'locations'>, id: string): string {
  return locations.find(({ location_id: other }) => other === id)?.name ?? id;
}

/** Returns the number of a phone that rings, as it was written; '' if it has none. */
export function ringingNumberOf(entry: RingingNumber): string {
  if (typeof entry === 'string') return entry;
  return entry.number ?? entry.phone_number ?? entry.phone ?? '';
}

/** Tells whether two values are the same, whatever the order of their members. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

/** Sorts the members of a value, since their order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
