/** Words the reasons in the answer of `GET /dni/preview` as sentences. Pure. */
import { type DistanceUnit, distanceText } from '../../formats/distance.ts';
import { channelName } from '../../../worker/dni/pure/channels.ts';
import { countryName, withArticle } from './country-words.ts';
import type { NumberPool } from '../draft/dni-settings.ts';

/** Regions that people write as their code: those of the US and Canada. */
const WRITTEN_REGION = /^(?:US|CA)-(.+)$/;

export interface Explanation {
  place: {
    postal_code?: string | undefined;
    region?: string | undefined;
    country?: string | undefined;
    city?: string | undefined;
    latitude?: number;
    longitude?: number;
    found_by?: string;
  } | null;
  source: {
    name: string;
    channel: string;
    rule: { name: string } | null;
    evidence: Record<string, string>;
  };
  location: {
    location_id: string | null;
    reason: string;
    candidates: {
      location_id: string;
      name: string;
      country: string;
      distance_km: number | null;
      service_area: string | null;
      open: boolean | null;
    }[];
  };
  number: { phone_number: string; chosen: number | null; candidates: unknown[]; prefer: string };
  page: { swaps: { from: string; to: string }[] };
}

/** Describes the visitor's place. @param home the company's country, which a more exact place leaves out; undefined until it is known */
export function placeReason({ place }: Explanation, home: string | undefined): string {
  const { postal_code: code, city, region = '', country = '' } = place ?? {};
  const name = country === '' ? undefined : countryName(country);
  const exact = [[code, city].filter(Boolean).join(' '), WRITTEN_REGION.exec(region)?.[1]].filter(Boolean);
  if (exact.length === 0) {
    return name === undefined ? 'The visitor’s place is unknown.' : `The visitor is in ${withArticle(name)}.`;
  }
  const parts = home === undefined || country === home ? exact : [...exact, name].filter(Boolean);
  return `The visitor is in ${[...new Set(parts)].join(', ')}.`;
}

/** Describes the source of the visit and the reason. */
export function sourceReason({ source }: Explanation): string {
  const { evidence, rule } = source;
  if (rule !== null) return `The visit matches your source ${source.name}.`;
  const found = Object.entries(evidence).find(([member, value]) => value !== '' && member !== 'landing_page');
  if (found === undefined) return `${channelName(source.name)}: nothing shows where the visit came from.`;
  const [member, value] = found;
  return `${channelName(source.name)}: the ${member.replaceAll('_', ' ')} is ${value}.`;
}

/** The reasons for choosing a location. */
export const LOCATION_REASONS: Record<string, string> = {
  service_area: 'it serves this place',
  closest: 'it is the closest',
  place_unknown: 'it is the default for unknown places',
  too_far: 'all locations are too far away, so the default applies',
};

/** Describes why this location was chosen. */
export function locationReason(
  { location: { location_id: id, reason, candidates } }: Explanation,
  unit: DistanceUnit,
): string {
  const chosen = candidates.find(({ location_id: other }) => other === id);
  if (id === null) return 'There are no locations.';
  const why = LOCATION_REASONS[reason] ?? reason.replaceAll('_', ' ');
  const distance = chosen?.distance_km ?? undefined;
  return `${chosen?.name ?? id}: ${why}${distance === undefined ? '' : `, ${distanceText(distance, unit)} away`}.`;
}

/** Returns the pool from which the visit would lease its number; undefined if the number belongs to no pool. */
export function poolOf({ number: { chosen, candidates } }: Explanation): NumberPool | undefined {
  const entry = chosen === null ? undefined : candidates[chosen];
  return typeof entry === 'object' && entry !== null && 'overflow' in entry
    ? (entry as NumberPool)
    : undefined;
}

/** Describes what a visit would lease. @param free the number of free numbers; undefined or null if unknown */
export function leaseText({ phone_numbers: numbers }: NumberPool, free: number | null | undefined): string {
  const all = `Would lease one of ${numbers.length}`;
  return free === undefined || free === null ? all : `${all}; ${free} ${free === 1 ? 'is' : 'are'} free`;
}

/** Describes why this number was chosen. */
export function numberReason({ number: { chosen, candidates } }: Explanation): string {
  if (chosen === null) return 'No tracking number applies to this visit, so the printed one stays.';
  return candidates.length === 1
    ? 'It is the only number that applies to this visit.'
    : `Of the ${candidates.length} numbers that apply to this visit, it is the most specific.`;
}
