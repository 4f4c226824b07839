/**
 * The weights of the attribution. They are assumptions, not yet fitted to a simulation; `version` changes with them. Pure.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How the weight of a visit or lease falls with its age. */
export interface Decay {
  /** Falls to 1/e in this time. */
  soonMs: number;
  /** The part that stays for days, and the time in which it falls to 1/e. */
  rest: number;
  restMs: number;
}

/** Weights and confidences. Confidences are probabilities from 0 to 1; times are milliseconds. */
export interface Model {
  version: string;
  /** Confidence of a tap without a competitor at the moment of the call, and after two minutes. */
  tapAtOnce: number;
  tapLate: number;
  /** The weight of a tap falls to 1/e in this time. */
  tapDecayMs: number;
  /** Weight of a tap that has led to another call already. */
  takenTap: number;
  /** Confidence that a person's next call belongs to the visit of the former one. */
  samePerson: number;
  /** Weight of a lease by the time since it ended; a live one has the age 0. */
  lease: Decay;
  /** Factor for each time that the number was leased again since. */
  leasedAgain: number;
  /** Weight of a caller who never leased the number. */
  unknownLease: number;
  /** Weight of a visit that was shown the number, by the time since it was seen. */
  visit: Decay;
  /** Weight of all callers without a known visit: no consent, no visit, a number from elsewhere. */
  unknownVisit: number;
}

export const MODEL: Model = {
  version: '1',
  tapAtOnce: 0.95,
  tapLate: 0.8,
  tapDecayMs: 30_000,
  takenTap: 0.05,
  samePerson: 0.8,
  lease: { soonMs: 20 * MINUTE_MS, rest: 0.05, restMs: 3 * DAY_MS },
  leasedAgain: 0.5,
  unknownLease: 0.15,
  visit: { soonMs: 20 * MINUTE_MS, rest: 0.02, restMs: 3 * DAY_MS },
  unknownVisit: 0.5,
};

/** Returns the weight at an age in milliseconds. */
export function weightAt({ soonMs, rest, restMs }: Decay, age: number): number {
  return Math.exp(-age / soonMs) + rest * Math.exp(-age / restMs);
}
