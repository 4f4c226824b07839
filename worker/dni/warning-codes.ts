/** Every kind of warning about DNI settings, and what it means. */
export const WARNINGS = {
  outside_area: 'The coordinates lie outside of the country or state of the location.',
  shared_number: 'One tracking number stands for two sources or two locations: a call to it tells neither.',
  never_matches: 'An earlier rule has the same conditions, so this one never names a visit.',
  no_hours: 'prefer_open is set, and no location has opening hours.',
} as const;

/** One thing that is unwise, at its place in the settings. */
export interface Warning {
  /** RFC 6901, into the settings. */
  pointer: string;
  code: keyof typeof WARNINGS;
  detail: string;
}
