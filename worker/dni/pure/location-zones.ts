/** Time zones of locations. Pure. */

interface ZonedSettings {
  default_location_id?: string | undefined;
  locations: readonly { location_id: string; timezone: string }[];
}

/** Returns the zone of the default location, else of the first location that has one; '' if none has. */
export function zoneOfLocations({ locations, default_location_id: defaultId }: ZonedSettings): string {
  const main = locations.find(({ location_id: id }) => id === defaultId);
  return main?.timezone || (locations.find(({ timezone }) => timezone !== '')?.timezone ?? '');
}

/**
 * Returns the zone of a company: the chosen one, else of its default location, else of the first location that has one, else UTC.
 * @param chosen in the options; null for none
 */
export function zoneOfCompany(chosen: string | null, settings: ZonedSettings): string {
  return chosen ?? (zoneOfLocations(settings) || 'UTC');
}

/** Returns a location with the company's zone if it has none of its own, so that the days of all locations are its days, too. */
export function withZone<Location extends { timezone: string }>(
  location: Location,
  ofCompany: string,
): Location {
  return location.timezone === '' ? { ...location, timezone: ofCompany } : location;
}
