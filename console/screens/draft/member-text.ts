/** Says what the members of the settings have as values, for a review. Pure. */
import { plural } from '../../components/text/values.tsx';
import { type DistanceUnit, distanceText } from '../../formats/distance.ts';
import { type NameOf, valueText } from './words.ts';

/** What visits may be used for that no consent tool asked about. The first is chosen if the settings have none. */
export const UNASKED = {
  ads: 'For ads, but not ads by interests',
  personalized_ads: 'For ads, including ads by interests',
  analytics: 'Not for ads',
} as const;

/** Members that are ids of locations. */
const LOCATIONS: ReadonlySet<string> = new Set(['location_id', 'default_location_id']);

/** Returns the value of a member as text; a distance with its unit. */
export function memberText(
  member: string,
  value: unknown,
  { unit, nameOf }: { unit: DistanceUnit; nameOf: NameOf },
): string {
  if (LOCATIONS.has(member) && typeof value === 'string') return nameOf(value);
  if (member === 'unasked_consent') return UNASKED[value as keyof typeof UNASKED] ?? UNASKED.ads;
  // Their ids say nothing to people.
  if (member === 'users' && Array.isArray(value)) return plural(value.length, 'person', 'people');
  return member === 'max_distance_km' && typeof value === 'number'
    ? distanceText(value, unit)
    : valueText(value);
}
