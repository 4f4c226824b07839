/** The time zone of a country. Pure. */

/** In one winter. */
const MOMENT = new Date(1.8e12);

/**
 * Returns the time zone (IANA) of a country whose clocks all show the same; '' for others, as the US, and where the browser does not
 * know.
 * @param country ISO 3166-1 alpha-2
 */
export function zoneOfCountry(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return '';
  // TypeScript does not know the method yet.
  const locale = new Intl.Locale('und', { region: country }) as { getTimeZones?: () => string[] | undefined };
  const zones = locale.getTimeZones?.() ?? [];
  const clocks = new Set(zones.map((timeZone) => MOMENT.toLocaleString('en', { timeZone })));
  return (clocks.size === 1 && zones[0]) || '';
}
