/** Writes counts for people, in American English, without Intl, whose first use in a browser is slow. Pure. */

/** Formats `2400` as `2,400`. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
