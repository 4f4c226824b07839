/** Scores of stated confidences. */
import { describe, expect, test } from 'vitest';
import {
  brierScore,
  type Judged,
  logLoss,
  reliability,
  shareRight,
  wilsonInterval,
} from '../../../bench/attribution/scores.ts';

const said = (confidence: number, isRight: boolean): Judged => ({ confidence, isRight });
const times = (count: number, judged: Judged): Judged[] => Array.from({ length: count }, () => judged);

// Values of R: binom::binom.confint(x, n, methods = "wilson").
test.for([
  [0, 10, 0, 0.2775],
  [5, 10, 0.2366, 0.7634],
  [9, 10, 0.5958, 0.9821],
  [360, 400, 0.8668, 0.9257],
  [10, 10, 0.7225, 1],
])('%d of %d have the Wilson interval from %f to %f', ([successes, count, low, high]) => {
  const [from, to] = wilsonInterval(successes as number, count as number);

  expect([from, to]).toEqual([expect.closeTo(low as number, 3), expect.closeTo(high as number, 3)]);
});

test('the interval of nothing says nothing', () => {
  expect(wilsonInterval(0, 0)).toEqual([0, 1]);
});

describe('of two rules that are right equally often, the better one', () => {
  const doubtful = [...times(8, said(0.8, true)), ...times(2, said(0.8, false))];
  const knowing = [...times(8, said(0.9, true)), ...times(2, said(0.1, false))];
  const boasting = [...times(8, said(1, true)), ...times(2, said(1, false))];

  test('has the lower Brier score', () => {
    expect([knowing, doubtful, boasting].map((judged) => brierScore(judged).toFixed(3))).toEqual([
      '0.010',
      '0.160',
      '0.200',
    ]);
  });

  test('has the lower log loss; a wrong certainty is bad, not infinite', () => {
    expect([knowing, doubtful, boasting].map((judged) => logLoss(judged).toFixed(3))).toEqual([
      '0.105',
      '0.500',
      '1.382',
    ]);
  });

  test('has the same share', () => {
    expect([knowing, doubtful, boasting].map(shareRight)).toEqual([0.8, 0.8, 0.8]);
  });
});

test('reliability groups by tenths, the last with certainty, and leaves out empty ones', () => {
  const bins = reliability([
    ...times(300, said(0.25, true)),
    ...times(700, said(0.25, false)),
    ...times(50, said(0.95, true)),
    ...times(50, said(1, false)),
  ]);

  expect(bins).toMatchObject([
    { from: 0.2, count: 1_000, stated: expect.closeTo(0.25, 6), right: 0.3, isReliable: false },
    { from: 0.9, count: 100, stated: expect.closeTo(0.975, 6), right: 0.5, isReliable: false },
  ]);
  expect(reliability(times(100, said(0.5, true)).concat(times(100, said(0.5, false))))).toMatchObject([
    { from: 0.5, isReliable: true },
  ]);
});
