/** Names of the parts of the settings. Pure. */
import type { DniSettings, ListName } from './dni-settings.ts';
import { channelName } from '../../../worker/dni/pure/channels.ts';
import { formatPhone } from '../../components/text/values.tsx';

/** The name of one entry of each list. */
export const ENTRY_NAMES: Record<ListName | 'options', string> = {
  locations: 'Location',
  numbers: 'Tracking number',
  sources: 'Source',
  targets: 'Printed number',
  domains: 'Domain',
  options: 'Option',
};

const MEMBER_NAMES: Record<string, string> = {
  location_id: 'Location',
  default_number: 'Default number',
  other_numbers: 'Numbers that stay as they are',
  default_location_id: 'Location for unknown places',
  phone_number: 'Number',
  phone_numbers: 'Numbers',
  numbers: 'Phones that ring',
  printed: 'Number on the site',
  of_source: 'Numbers of this source',
  hold_minutes: 'Hold, in minutes',
  overflow: 'Overflow number',
  number: 'Number',
  target: 'Replaces',
  sms: 'Receives texts',
  prefer: 'Source or location first',
  prefer_open: 'Open locations first',
  max_distance_km: 'Maximum distance',
  cache_days: 'Days a visitor keeps the same number',
  visits: 'Keep visits and taps',
  forms: 'Forms become leads',
  unasked_consent: 'Visitors whom no consent tool asked',
  postal_code: 'Postal code',
  service_area: 'Serves',
  when: 'When',
  hours: 'Hours',
  special_hours: 'Special days',
  users: 'People who answer',
};

/** Returns the name of a location by its id; the id if none of the settings has it. */
export type NameOf = (locationId: string) => string;

/** Returns the names of the locations of some settings; of two names, that of the first. */
export function namesIn(...versions: readonly Pick<DniSettings, 'locations'>[]): NameOf {
  const all = versions.toReversed().flatMap(({ locations }) => locations);
  const names = new Map(all.map(({ location_id: id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

/** Returns the name of an entry: `Tracking number (512) 555-0101`, `Pool ads`. @param key as `byKey` makes it */
export function entryTitle(list: ListName, key: string, nameOf: NameOf): string {
  if (list === 'locations') return `${ENTRY_NAMES[list]} ${nameOf(key)}`;
  if (list === 'numbers' && !key.startsWith('+')) return `Pool ${key}`;
  return `${ENTRY_NAMES[list]} ${valueText(key)}`;
}

/** Returns the name of a member: `Postal code` for `postal_code`. */
export function memberName(member: string): string {
  const words = member.replace(/^utm_/, 'UTM ').replaceAll('_', ' ');
  return MEMBER_NAMES[member] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a value of the settings as text. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value.startsWith('+') ? formatPhone(value) : channelName(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.map((item) => textOf(item)).join(', ');
  return Object.entries(value)
    .filter(([, item]) => !Array.isArray(item) || item.length > 0)
    .map(([name, item]) => `${memberName(name).toLowerCase()} ${valueText(item)}`)
    .join(', ');
}

function textOf(item: unknown): string {
  if (typeof item === 'string') return formatPhone(item);
  if (typeof item !== 'object' || item === null) return JSON.stringify(item);
  return hoursText(item as Record<string, unknown>) ?? valueText(item);
}

/** Returns opening hours or a special day: `weekdays 09:00–17:00`, `2026-12-25 closed`. */
function hoursText({
  day_of_week: days,
  date,
  closed,
  from_time: from,
  to_time: to,
}: Record<string, unknown>): string | undefined {
  const day = days ?? date;
  if (typeof day !== 'string') return undefined;
  return closed === true ? `${day} closed` : `${day} ${String(from)}–${String(to)}`;
}
