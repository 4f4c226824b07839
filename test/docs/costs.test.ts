import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measureCosts } from '../../bench/cost/bench.ts';

/** Enough for an average that the first of its kind does not change by more than rounding. */
const COUNTED = 40;
/** How the work ends after this, the alarm decides: how many rows that reads, at a dollar a billion, depends on when it comes. */
const ENDED_BY_THE_ALARM = 'call that nobody answered, its end';

test('what README says that visitors and leads use and cost is what they use now', async () => {
  const rows = readFileSync('README.md', 'utf8')
    .split('\n')
    .filter(
      (line) => line.startsWith('| new ') || line.startsWith('| returning ') || line.startsWith('| call'),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const costs = await measureCosts(COUNTED);

  const expected = Object.entries(costs).map(([name, cost]) => [
    name,
    ...[cost.requests, cost.kvReads, cost.kvWrites, cost.objectRequests, cost.rowsWritten].map((used) =>
      String(Math.round(used)),
    ),
    name === ENDED_BY_THE_ALARM ? expect.any(String) : cost.dollarsAMillion.toFixed(2),
  ]);
  expect(rows).toEqual(expected);
  const cents = Math.round(100 * (costs[ENDED_BY_THE_ALARM]?.dollarsAMillion ?? NaN));
  const stated = Math.round(100 * Number(rows.find(([name]) => name === ENDED_BY_THE_ALARM)?.at(-1)));
  expect(Math.abs(cents - stated)).toBeLessThanOrEqual(1);
});
