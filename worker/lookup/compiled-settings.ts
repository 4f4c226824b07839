/** The settings as the lookup uses them: everything that each request would otherwise work out again. Pure. */
import type { DniLocation, DniSettings, VersionedDniSettings } from '../dni/schema.ts';
import type { Coordinates } from './distance.ts';

/** A location, its coordinates as numbers, and its place in the settings. */
export interface CompiledLocation {
  location: DniLocation;
  coordinates: Coordinates;
  index: number;
}

export interface CompiledSettings {
  version: number;
  settings: DniSettings;
  locations: readonly CompiledLocation[];
  locationsById: ReadonlyMap<string, DniLocation>;
  /** `default_location_id`, else the first location; undefined when the company has none. */
  defaultLocation: DniLocation | undefined;
  /** Every number that an answer may name. */
  phoneNumbers: ReadonlySet<string>;
}

export function compileSettings({ version, settings }: VersionedDniSettings): CompiledSettings {
  const locationsById = new Map(settings.locations.map((location) => [location.location_id, location]));
  return {
    version,
    settings,
    locations: settings.locations.map((location, index) => ({
      location,
      coordinates: { latitude: Number(location.latitude), longitude: Number(location.longitude) },
      index,
    })),
    locationsById,
    defaultLocation: locationsById.get(settings.default_location_id ?? '') ?? settings.locations[0],
    phoneNumbers: new Set([
      settings.default_number,
      ...settings.numbers.map((number) => number.phone_number),
    ]),
  };
}

/**
 * Whether a site belongs to the company: any does when the settings name no domains, else one of them or a subdomain.
 * @param host lower case, without a port
 */
export function isOwnDomain(settings: DniSettings, host: string): boolean {
  return (
    settings.domains.length === 0 || settings.domains.some((own) => host === own || host.endsWith(`.${own}`))
  );
}
