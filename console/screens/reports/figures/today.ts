/** The current day in a time zone. */

/** Returns the day, as `2026-11-23`. Temporal costs nothing; the first use of Intl is slow (components/text/english.ts). */
export function todayIn(timeZone: string): string {
  if ('Temporal' in globalThis) return Temporal.Now.plainDateISO(timeZone).toString();
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
}
