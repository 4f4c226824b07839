/** What the parts of the settings are called. Pure. */
import type { DniSettings, ListName } from './dni-settings.ts';
import { type DistanceUnit, distanceText } from '../../distance.ts';
import { formatPhone } from '../../components/values.tsx';

/** One entry of each list. */
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
  default_location_id: 'Location for unknown places',
  phone_number: 'Number',
  number: 'Number',
  target: 'Replaces',
  sms: 'Receives texts',
  prefer: 'Source or location first',
  prefer_open: 'Open locations first',
  max_distance_km: 'Maximum distance',
  cache_days: 'Days a visitor keeps the same number',
  postal_code: 'Postal code',
  service_area: 'Serves',
  when: 'When',
  hours: 'Hours',
};

/** `postal_code` is `Postal code`. */
export function memberName(member: string): string {
  const words = member.replace(/^utm_/, 'UTM ').replaceAll('_', ' ');
  return MEMBER_NAMES[member] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of the settings as one reads it. */
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

/** The value of a member as one reads it: of a distance with its unit. */
export function memberText(member: string, value: unknown, unit: DistanceUnit): string {
  return member === 'max_distance_km' && typeof value === 'number'
    ? distanceText(value, unit)
    : valueText(value);
}

/** `paid_search` as `Paid search`; a name of the company's own as it is. */
export function channelName(source: string): string {
  if (!/^[a-z]+(?:_[a-z]+)*$/.test(source)) return source;
  const words = source.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a location is called; its id when there is none of this id. */
export function locationName({ locations }: Pick<DniSettings, 'locations'>, id: string): string {
  return locations.find(({ location_id: other }) => other === id)?.name ?? id;
}

function textOf(item: unknown): string {
  return typeof item === 'string' ? item : JSON.stringify(item);
}
