/** The files of conversions that platforms fetch, where most of what waits has no line. */
import { expect, test } from 'vitest';
import { conversionFile } from '../../../../worker/core/conversions/outbox/files.ts';
import type { Platform } from '../../../../worker/core/conversions/platforms/facts.ts';
import { MortalCompany } from '../engine/context/mortal-company.ts';

const FORM = { platform: 'google_ads' as Platform, head: 'head\n', line: () => 'line\n' };

/** Makes a company in which conversions wait whose rule is gone. */
function companyWith(waiting: number): MortalCompany {
  const company = new MortalCompany(1, 0);
  company.database.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${waiting})
     INSERT INTO conversions (conversion_id, what, record_id, platform, rule_id, rule_version, status, event_time, created_time,
       changed_time, together)
     SELECT 'c' || n, 'call', 'call-' || n, 'google_ads', 'rule', 1, 'waiting', 0, ${Date.now()}, 0, 1 FROM numbers`,
  );
  return company;
}

function statusesOf({ database }: MortalCompany): unknown[] {
  return database.all('SELECT status, reason, count(*) AS count FROM conversions GROUP BY status, reason');
}

test.for([1, 199, 200, 201, 400, 1_000])(
  'the file of %s conversions without a line ends',
  async (waiting) => {
    const company = companyWith(waiting);

    const seen = await new Response(conversionFile(company.company, FORM, false)).text();
    expect(seen).toBe('head\n');
    expect(statusesOf(company)).toEqual([{ status: 'waiting', reason: null, count: waiting }]);

    const fetched = await new Response(conversionFile(company.company, FORM, true)).text();
    expect(fetched).toBe('head\n');
    expect(statusesOf(company)).toEqual([{ status: 'skipped', reason: 'rule_off', count: waiting }]);
  },
);
