/** The fitted figures of the attribution, and how to read their tables. Pure. */

/** Rates at the given times: milliseconds and calls a minute. Between two points the logarithms are interpolated. */
export type RateTable = readonly (readonly [time: number, perMinute: number])[];

/** How often people call. All rates are calls a minute. */
export interface Model {
  /** Changes with the figures. */
  version: string;
  /** Of a visitor, by the time since the visit was seen last. */
  visit: RateTable;
  /** Of somebody who has tapped the number, by the time since then. */
  tap: RateTable;
  /** Of somebody who has called, by the time since that call. */
  again: RateTable;
  /** Of everybody who was never on the site, to one number. */
  unknown: number;
  /** Of visitors who are not known, beside the rates of other visits: where several see one number at a time, these do too. */
  unknownBesideOthers: number;
  /** How likely a visit is one of somebody who has called before, beside anybody's. */
  newVisit: number;
  /** How likely a visit that somebody else called from brings another caller, beside one that nobody called from. */
  takenVisit: number;
}

/** Returns the rate at a time; before the first point and after the last one theirs. */
export function rateAt(table: RateTable, time: number): number {
  let next = 0;
  while (next < table.length && (table[next]?.[0] ?? 0) <= time) next += 1;
  const [after, above] = table[Math.min(next, table.length - 1)] ?? [0, 0];
  if (next === 0 || next === table.length) return above;
  const [before, below] = table[next - 1] ?? [after, above];
  return below * (above / below) ** (Math.log(time / before) / Math.log(after / before));
}

/** Returns how many calls, times a minute, come after a time until the end of the table: the area below it, in milliseconds. */
export function callsAfter(table: RateTable, time: number): number {
  const points = [[time, rateAt(table, time)] as const, ...table.filter(([point]) => point > time)];
  return points.slice(1).reduce((sum, [point, rate], index) => {
    const [before, former] = points[index] ?? [point, rate];
    return sum + ((former + rate) / 2) * (point - before);
  }, 0);
}
