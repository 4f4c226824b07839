/** The rates of calls between the points of a table. */
import { expect, test } from 'vitest';
import { MODEL } from '../../../../worker/core/attribution/fitted-model.ts';
import { callsAfter, rateAt, rightShare, shareOnSite } from '../../../../worker/core/attribution/model.ts';

const TABLE = [
  [100, 8],
  [400, 2],
  [1_600, 1],
] as const;

test.for([
  [-5_000, 8],
  [0, 8],
  [100, 8],
  // In the middle on a logarithmic scale.
  [200, 4],
  [400, 2],
  [800, Math.SQRT2],
  [1_600, 1],
  [9_999, 1],
] as const)('at %d ms the rate is %f', ([time, rate]) => {
  expect(rateAt(TABLE, time)).toBeCloseTo(rate, 9);
});

test.for([
  // (8 + 2) / 2 * 300 + (2 + 1) / 2 * 1,200
  [100, 3_300],
  [400, 1_800],
  [1_600, 0],
  [9_999, 0],
] as const)('after %d ms the calls are the area below the table', ([time, area]) => {
  expect(callsAfter(TABLE, time)).toBeCloseTo(area, 9);
});

test.for([
  [0, 0],
  [0.25, 0.1],
  [0.5, 0.2],
  [0.7, 0.52],
  [0.75, 0.6],
  [0.9, 0.834],
  [1, 0.99],
] as const)('a share of %f was right in %f of the fitted calls', ([share, right]) => {
  const calibration = [
    [0, 0],
    [0.5, 0.2],
    [0.75, 0.6],
    [1, 0.99],
  ] as const;

  expect(rightShare(calibration, share)).toBeCloseTo(right, 9);
});

test('where more callers than usual hold the number when they call, a share weighs more, and where fewer do, less', () => {
  const model = { prompt: { share: 0.5, calls: 50, slope: { first: 2, again: 0, other: 0 } } };
  const first = { model, kind: 'first' } as const;

  expect(shareOnSite(0.8, { calls: 0, prompt: 0 }, first)).toBeCloseTo(0.8, 9);
  expect(shareOnSite(0.8, { calls: 150, prompt: 75 }, first)).toBeCloseTo(0.8, 9);
  // Of 200 calls, with the 50 usual ones, three quarters: odds of 4 times e^(2 * 0.25).
  expect(shareOnSite(0.8, { calls: 150, prompt: 125 }, first)).toBeCloseTo(0.868, 3);
  expect(shareOnSite(0.8, { calls: 150, prompt: 25 }, first)).toBeCloseTo(0.708, 3);
  expect(shareOnSite(0.8, { calls: 150, prompt: 25 }, { model, kind: 'again' })).toBeCloseTo(0.8, 9);
  expect([0, 1].map((share) => shareOnSite(share, { calls: 9, prompt: 0 }, first))).toEqual([0, 1]);
});

test('the fitted calibrations rise from 0, and never to a certainty', () => {
  for (const calibration of Object.values(MODEL.calibration)) {
    const [shares, rights] = [0, 1].map((index) => calibration.map((point) => point[index] ?? 0)) as [
      number[],
      number[],
    ];
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(rights).toEqual(rights.toSorted((a, b) => a - b));
    expect([rights[0], (rights.at(-1) ?? 1) < 1]).toEqual([0, true]);
  }
});

test('the fitted rates are positive, their times rise, and after its peak each table falls', () => {
  const tables = [MODEL.visit, MODEL.tap, MODEL.again];

  expect(tables.map((table) => table.length > 10)).toEqual([true, true, true]);
  for (const table of tables) {
    const rates = table.map(([, rate]) => rate);
    const afterPeak = rates.slice(rates.indexOf(Math.max(...rates)));
    expect(Math.min(...rates)).toBeGreaterThan(0);
    expect(table.map(([time]) => time)).toEqual(table.map(([time]) => time).toSorted((a, b) => a - b));
    // A twentieth for chance.
    expect(afterPeak.filter((rate, index) => rate > (afterPeak[index - 1] ?? rate) * 1.05)).toEqual([]);
  }
});
