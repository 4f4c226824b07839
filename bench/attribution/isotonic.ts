/** Fits how often statements were right to what they state. Pure. */
import type { Calibration } from '../../worker/core/attribution/model.ts';
import { type Judged, mean } from './scores.ts';

/** Statements of a point, so that chance moves it by a few percent. */
const LEAST = 250;
/** Nothing is certain. */
const MOST = 0.999;

/**
 * Returns the rising function with the least squared error, in points of at least 250 statements: neighbours whose order is wrong
 * are put together. Source: Ayer and others, "An empirical distribution function for sampling with incomplete information", 1955.
 */
export function isotonic(judged: readonly Judged[]): Calibration {
  const sorted = judged.toSorted((a, b) => a.confidence - b.confidence);
  const points: Judged[][] = [];
  for (let index = 0; index < sorted.length; index += LEAST) {
    let point = sorted.slice(index, index + LEAST);
    for (
      let last = points.at(-1);
      last !== undefined && rightOf(last) >= rightOf(point);
      last = points.at(-1)
    ) {
      point = last.concat(point);
      points.pop();
    }
    points.push(point);
  }
  const table = points.map((point) => [statedBy(point), rightOf(point)] as const);
  return [[0, 0], ...table.filter(([stated]) => stated > 0 && stated < 1), [1, table.at(-1)?.[1] ?? 1]];
}

/** Half a statement is added to both sides, since no mistake in some hundred is no certainty. */
const rightOf = (judged: readonly Judged[]): number => {
  const rights = judged.filter(({ isRight }) => isRight).length;
  return rounded(Math.min(MOST, (rights + 0.5) / (judged.length + 1)));
};
const statedBy = (judged: readonly Judged[]): number =>
  rounded(mean(judged.map(({ confidence }) => confidence)));
const rounded = (value: number): number => Number(value.toFixed(4));
