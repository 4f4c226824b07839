/** The time zone of a country. Pure. */

/**
 * Returns the time zone (IANA) of a country whose clocks all show the same; undefined for others, as the US, and where the browser
 * does not know.
 * @param country ISO 3166-1 alpha-2
 */
export function zoneOfCountry(country: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  // TypeScript does not know the method yet.
  const locale = new Intl.Locale('und', { region: country }) as { getTimeZones?: () => string[] | undefined };
  const [first, ...others] = locale.getTimeZones?.() ?? [];
  return first !== undefined && others.every((zone) => offsetIn(zone) === offsetIn(first))
    ? first
    : undefined;
}

function offsetIn(timeZone: string): string | undefined {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value;
}
