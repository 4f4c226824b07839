/** The codes of warnings about DNI settings, with their meanings. */
export const WARNINGS = {
  outside_area: 'The coordinates are outside the country or state of the location.',
  shared_number:
    'One tracking number is used for two sources or two locations, so its calls cannot be attributed.',
  shared_pool_number:
    'A number of a pool is also shown to other visits, so its calls cannot be attributed to a visit.',
  small_pool: 'A pool has too few numbers for the visitors of its busiest hour, by what it has counted.',
  unused_pool: '`visits` is false, so the pool leases nothing and everybody sees its overflow number.',
  never_matches: 'An earlier rule has the same conditions, so this one never matches.',
  no_hours: 'prefer_open is set, but no location has opening hours.',
} as const;

/** A likely mistake, and its place in the settings. */
export interface Warning {
  /** RFC 6901, into the settings. */
  pointer: string;
  code: keyof typeof WARNINGS;
  detail: string;
}
