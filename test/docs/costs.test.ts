/** @module-tag full: counts what many visits and leads use */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measureCosts } from '../../bench/cost/bench.ts';

/** Enough that the first item changes the average by no more than rounding. */
const COUNTED = 40;

test('the costs of visitors and leads in README are current', async () => {
  const rows = readFileSync('README.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| (?:new|returning|call)[ ,]/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const costs = await measureCosts(COUNTED);

  expect(rows).toEqual(
    Object.entries(costs).map(([name, cost]) => [
      name,
      ...[cost.requests, cost.kvReads, cost.kvWrites, cost.objectRequests, cost.rowsWritten].map((used) =>
        String(Math.round(used)),
      ),
      cost.dollarsAMillion.toFixed(2),
    ]),
  );
});
