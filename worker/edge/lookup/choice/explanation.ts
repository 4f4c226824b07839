/** Explains why a visitor gets a location and a number: the decision with its candidates, as plain data. Pure. */
import { shownNumber } from '../../../dni/pure/number-entries.ts';
import type { DniNumber, SourceRule } from '../../../dni/schema.ts';
import type { CompiledSettings } from './compiled-settings.ts';
import { decide, type Decision, locationCandidates, type LocationReason } from './decision.ts';
import { applies } from './choose-number.ts';
import type { Place } from '../place/place.ts';
import type { VisitEvidence, VisitSource } from '../source/source.ts';

/** Most locations in an explanation. */
const LISTED_LOCATIONS = 20;

const FOUND_BY = {
  zip: 'forced postal code',
  network: 'network of the request',
  resolver: 'resolver',
  named: 'named coordinates',
} as const;

/** The explanation of a decision in the preview. */
export interface Explanation {
  /** Null when the visitor's place is unknown. */
  place: ExplainedPlace | null;
  source: {
    name: string;
    channel: string;
    source: string;
    rule: SourceRule | null;
    evidence: VisitEvidence;
  };
  location: {
    location_id: string | null;
    reason: LocationReason;
    prefer_open: boolean;
    max_distance_km: number | null;
    /** The closest, at most 20. */
    candidates: {
      location_id: string;
      name: string;
      /** As in the settings. */
      country: string;
      distance_km: number | null;
      service_area: 'postal_code' | 'region' | null;
      /** Null: it has no hours, and counts as open. */
      open: boolean | null;
    }[];
  };
  number: {
    phone_number: string;
    target: string;
    /** Index among `candidates`. Null: no number applies, so the default number stays. */
    chosen: number | null;
    /** The numbers that could replace the default number. */
    candidates: DniNumber[];
    prefer: 'source' | 'location';
  };
}

export interface ExplainedPlace extends Omit<Place, 'coordinates' | 'origin'> {
  found_by: string;
  latitude?: number;
  longitude?: number;
}

/** Decides about a visit from a place, and explains it. @param now milliseconds since the epoch */
export function explainVisit(
  compiled: CompiledSettings,
  visit: { place: Place | undefined; source: VisitSource },
  now: number,
): { decision: Decision; explanation: Explanation } {
  const decision = decide(compiled, visit, now);
  const explanation = {
    place: visit.place === undefined ? null : explainPlace(visit.place),
    source: explainSource(visit.source, compiled),
    location: explainLocation(decision, compiled, { place: visit.place, now }),
    number: explainNumber(decision, compiled),
  };
  return { decision, explanation };
}

/** Returns a place with its origin in words. */
export function explainPlace({ origin, coordinates, ...rest }: Place): ExplainedPlace {
  return { ...rest, found_by: FOUND_BY[origin], ...coordinates };
}

function explainSource(source: VisitSource, { settings }: CompiledSettings): Explanation['source'] {
  const rule = source.rule === undefined ? null : settings.sources[source.rule];
  return {
    name: source.name,
    channel: source.channel,
    source: source.source,
    rule: rule ?? null,
    evidence: source.evidence,
  };
}

function explainLocation(
  decision: Decision,
  compiled: CompiledSettings,
  { place, now }: { place: Place | undefined; now: number },
): Explanation['location'] {
  const { settings } = compiled;
  const candidates = locationCandidates(compiled, place, now)
    .sort((a, b) => (a.distanceKm ?? Infinity) - (b.distanceKm ?? Infinity) || a.index - b.index)
    .slice(0, LISTED_LOCATIONS);
  return {
    location_id: decision.location_id,
    reason: decision.reason,
    prefer_open: settings.prefer_open,
    max_distance_km: settings.max_distance_km,
    candidates: candidates.map(({ location, distanceKm, covers, open }) => ({
      location_id: location.location_id,
      name: location.name,
      country: location.country,
      distance_km: distanceKm === undefined ? null : Math.round(distanceKm * 10) / 10,
      service_area: covers ?? null,
      open: open ?? null,
    })),
  };
}

function explainNumber(
  { source, location_id }: Decision,
  { settings, numbers }: CompiledSettings,
): Explanation['number'] {
  const question = { source, locationId: location_id ?? undefined };
  const target = { number: settings.default_number };
  const candidates = settings.numbers.filter((number) => applies(number, question, target));
  const chosen = numbers.choose(question, target);
  return {
    phone_number: chosen === undefined ? settings.default_number : shownNumber(chosen),
    target: settings.default_number,
    chosen: chosen === undefined ? null : candidates.indexOf(chosen),
    candidates,
    prefer: settings.prefer,
  };
}
