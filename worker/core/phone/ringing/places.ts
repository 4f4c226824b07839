/** What the locations and sources are called that calls have: names alone, which everybody in the company may know. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';

export interface CallPlaces {
  locations: { location_id: string; name: string }[];
  /** Each once, by name. */
  sources: string[];
}

/** The names in the DNI settings, in their order; none where there are no settings yet. */
export function callPlaces(context: RequestContext): CallPlaces {
  const dni = dniSettingsOf(context);
  const { locations = [], numbers = [] } = dni.read()?.settings ?? {};
  return {
    locations: locations.map(({ location_id, name }) => ({ location_id, name })),
    sources: [...new Set(numbers.flatMap(({ source }) => source ?? []))].toSorted(),
  };
}
