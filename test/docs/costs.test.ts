import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measureCosts } from '../../bench/cost/bench.ts';

/** Enough for an average that the first of its kind does not change by more than rounding. */
const COUNTED = 40;
/** US dollars a million: a cent for what is rounded, and one for rows that the alarm reads in between, at a dollar a billion. */
const ROUNDING = 0.02;

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

  expect(rows.map((cells) => cells.slice(0, -1))).toEqual(
    Object.entries(costs).map(([name, cost]) => [
      name,
      ...[cost.requests, cost.kvReads, cost.kvWrites, cost.objectRequests, cost.rowsWritten].map((used) =>
        String(Math.round(used)),
      ),
    ]),
  );
  const dollars = rows.map((cells) => Number(cells.at(-1)));
  for (const [index, { dollarsAMillion }] of Object.values(costs).entries()) {
    expect(Math.abs(dollarsAMillion - (dollars[index] ?? NaN))).toBeLessThan(ROUNDING);
  }
});
