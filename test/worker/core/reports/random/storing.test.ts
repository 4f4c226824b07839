/** When changed facts are stored in the background. */
import { expect, test } from 'vitest';
import type { CompanyContext } from '../../../../../worker/core/engine/context/company-context.ts';
import type { WriteContext } from '../../../../../worker/core/engine/context/request-context.ts';
import { derivationRulesOf } from '../../../../../worker/core/reports/company-rules.ts';
import { storeWhenMany, storingFacts } from '../../../../../worker/core/reports/facts/storing.ts';
import { makeRandomCompany } from './random-company.ts';

test.each([
  { first: 2, isDue: false },
  { first: 1, isDue: true },
])(
  'the 1,000th change after the first that waits wakes the company, from number $first',
  ({ first, isDue }) => {
    const company = makeRandomCompany(1, 'UTC');
    const { database } = company;
    database.run('DELETE FROM report_changes');
    for (const sequence of [first, 1_001])
      database.run(`INSERT INTO report_changes (sequence, kind, item) VALUES (?, 'call', 1)`, sequence);
    const times: number[] = [];
    const context = company.context();
    const writing: unknown = { ...context, wakeBy: (time: number) => times.push(time) };

    storeWhenMany(writing as WriteContext);

    expect(times).toEqual(isDue ? [context.now] : []);
    const task = storingFacts(derivationRulesOf);
    expect(task.nextTime(writing as CompanyContext)).toBe(isDue ? 0 : undefined);
  },
);
