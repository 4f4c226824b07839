/** The fitted figures of the attribution, and how to read their tables. Pure. */

/** What is calibrated apart: calls without a former call, with its visit as the likeliest, and with another one. */
export const KINDS = ['first', 'again', 'other'] as const;
export type Kind = (typeof KINDS)[number];

/** First-time callers to the numbers of a pool lately: how many, and how many of them held the number when they called. */
export interface PromptCalls {
  calls: number;
  prompt: number;
}

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
  /** How likely a visit is one of somebody who has called this number before, beside anybody's. */
  newVisit: number;
  /** How likely a visit that somebody else called from brings another caller, beside one that nobody called from. */
  takenVisit: number;
  /**
   * The share of first-time callers who call while they hold the number: of the fitted sites together, how many calls a site needs
   * to count as much as these, and how much the logits of confidences change with the share.
   */
  prompt: { share: number; calls: number; slope: Readonly<Record<Kind, number>> };
  /**
   * How often a confidence was right, by the share of all rates. Between two points it is interpolated.
   */
  calibration: Readonly<Record<Kind, Calibration>>;
}

/** Shares of all rates, rising from 0 to 1, and how often the visits with such a share were right. */
export type Calibration = readonly (readonly [share: number, right: number])[];

/**
 * Returns a share of rates as it is on a site where callers are as prompt as this: where most call from the page, whoever holds the
 * number is likelier than where most call later.
 */
export function shareOnSite(
  share: number,
  { calls, prompt }: PromptCalls,
  { model, kind }: { model: Pick<Model, 'prompt'>; kind: Kind },
): number {
  if (share <= 0 || share >= 1) return share;
  const usual = model.prompt;
  const known = (prompt + usual.calls * usual.share) / (calls + usual.calls);
  const odds = (share / (1 - share)) * Math.exp(usual.slope[kind] * (known - usual.share));
  return odds / (1 + odds);
}

/** Returns how often a share was right. */
export function rightShare(calibration: Calibration, share: number): number {
  const next = calibration.findIndex(([point]) => point >= share);
  const [after, above] = calibration[next] ?? [1, 1];
  const [before, below] = calibration[next - 1] ?? [after, above];
  return after === before ? above : below + ((above - below) * (share - before)) / (after - before);
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
