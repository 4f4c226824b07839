import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measureCosts } from '../../bench/cost/bench.ts';

/** Enough for an average that the first of its kind does not change by more than rounding. */
const COUNTED = 40;
/** The alarm works on after this: how many rows it reads, at a dollar a billion, depends on when it comes, and may be a cent. */
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

  const stated = new Map(rows.map((cells) => [cells[0], cells.at(-1)]));

  expect(rows).toEqual(
    Object.entries(costs).map(([name, cost]) => [
      name,
      ...[cost.requests, cost.kvReads, cost.kvWrites, cost.objectRequests, cost.rowsWritten].map((used) =>
        String(Math.round(used)),
      ),
      dollarsOf(name, cost.dollarsAMillion, stated.get(name) ?? ''),
    ]),
  );
});

/** What README has to say: what was measured, or of the work that the alarm ends what it says, when that is a cent off. */
function dollarsOf(name: string, measured: number, stated: string): string {
  const isCentOff = Math.round(Math.abs(measured - Number(stated)) * 100) <= 1;
  return name === ENDED_BY_THE_ALARM && isCentOff ? stated : measured.toFixed(2);
}
