/** The rates of calls between the points of a table. */
import { expect, test } from 'vitest';
import { MODEL } from '../../../../worker/core/attribution/fitted-model.ts';
import { callsAfter, rateAt } from '../../../../worker/core/attribution/model.ts';

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
