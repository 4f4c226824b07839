/** Scores of stated confidences against the truth. Pure. */

import type { Kind, PromptCalls } from '../../worker/core/attribution/model.ts';

/** A statement and whether it was right. */
export interface Judged {
  /** The stated probability of being right, 0 to 1. */
  confidence: number;
  isRight: boolean;
  /** Whether the caller has called before. */
  isRepeated?: boolean;
  /** What it is calibrated as. */
  kind?: Kind;
  promptCalls?: PromptCalls;
}

/** The calls whose confidence is in one tenth. */
export interface Bin {
  /** The lower end of the tenth, 0 to 0.9. */
  from: number;
  count: number;
  /** The mean of the stated confidences. */
  stated: number;
  /** The share that was right, and its Wilson interval. */
  right: number;
  interval: readonly [low: number, high: number];
  /** Whether the mean is in the interval. */
  isReliable: boolean;
}

/** The 97.5 % quantile of the normal distribution, for intervals of 95 %. */
const QUANTILE = 1.959964;
/** Log loss counts no confidence as surer than this, since one wrong certainty would be infinitely bad. */
const LEAST_DOUBT = 0.001;

/**
 * Returns the Wilson score interval (95 %) of a share.
 * Source: Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
 */
export function wilsonInterval(successes: number, count: number): readonly [low: number, high: number] {
  if (count === 0) return [0, 1];
  const share = successes / count;
  const square = QUANTILE ** 2 / count;
  const middle = (share + square / 2) / (1 + square);
  const half = (QUANTILE / (1 + square)) * Math.sqrt((share * (1 - share)) / count + square / (4 * count));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** Returns the mean squared difference between confidence and result. 0 is best. */
export const brierScore = (judged: readonly Judged[]): number =>
  mean(judged.map(({ confidence, isRight }) => (confidence - (isRight ? 1 : 0)) ** 2));

/** Returns the mean negative logarithm of the probability stated for the result. 0 is best. */
export const logLoss = (judged: readonly Judged[]): number =>
  mean(
    judged.map(({ confidence, isRight }) => {
      const bounded = Math.min(1 - LEAST_DOUBT, Math.max(LEAST_DOUBT, confidence));
      return -Math.log(isRight ? bounded : 1 - bounded);
    }),
  );

/** Returns the share that was right. */
export const shareRight = (judged: readonly Judged[]): number =>
  mean(judged.map(({ isRight }) => (isRight ? 1 : 0)));

/** Groups statements by tenths of their confidence; empty tenths are left out. */
export function reliability(judged: readonly Judged[]): Bin[] {
  return Array.from({ length: 10 }, (_, tenth) => ({
    from: tenth / 10,
    members: judged.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === tenth),
  })).flatMap(({ from, members }) => {
    if (members.length === 0) return [];
    const stated = mean(members.map(({ confidence }) => confidence));
    const rightCount = members.filter(({ isRight }) => isRight).length;
    const interval = wilsonInterval(rightCount, members.length);
    return [
      {
        from,
        count: members.length,
        stated,
        right: rightCount / members.length,
        interval,
        isReliable: stated >= interval[0] && stated <= interval[1],
      },
    ];
  });
}

/** Returns the mean; 0 of nothing. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
