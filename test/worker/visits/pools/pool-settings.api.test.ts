import { describe, expect, test } from 'vitest';
import { makeCompany } from '../../../harness/builders.ts';
import { problemOf, sendAsOperator } from '../../../harness/client.ts';
import { makeDniCompany, putSettings } from '../../../harness/dni-company.ts';

const ADS = {
  pool: 'ads',
  source: 'paid_search',
  phone_numbers: ['+18005550191', '+18005550192'],
  overflow: '+18005550190',
};
const SAVED = { ...ADS, hold_minutes: 20, sms: false };

async function faultsOf(...numbers: unknown[]): Promise<string[]> {
  const response = await putSettings(await makeCompany(), { default_number: '+18005550100', numbers });
  expect(response.status).toBe(400);
  return (await problemOf(response)).errors.map(({ pointer, code }) => `${pointer} ${code}`);
}

async function warningsOf(settings: object): Promise<string[]> {
  const response = await putSettings(await makeCompany(), { default_number: '+18005550100', ...settings });
  expect(response.status).toBe(200);
  const { warnings } = (await response.json()) as { warnings: { pointer: string; code: string }[] };
  return warnings.map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('a pool in the settings', () => {
  test('is saved with its defaults, beside numbers', async () => {
    const numbers = [{ phone_number: '+18005550101' }, ADS];

    const response = await putSettings(await makeCompany(), { default_number: '+18005550100', numbers });

    expect(await response.json()).toMatchObject({
      numbers: [{ phone_number: '+18005550101', sms: false }, SAVED],
      warnings: [],
    });
  });

  test.for([
    [{ ...ADS, phone_numbers: [] }, '/numbers/0/phone_numbers'],
    [{ ...ADS, phone_numbers: ['911'] }, '/numbers/0/phone_numbers/0'],
    [{ ...ADS, hold_minutes: 4 }, '/numbers/0/hold_minutes'],
    [{ ...ADS, hold_minutes: 1_441 }, '/numbers/0/hold_minutes'],
    [{ ...ADS, hold_minutes: 5.5 }, '/numbers/0/hold_minutes'],
    [{ ...ADS, overflow: undefined }, '/numbers/0/overflow'],
    [{ ...ADS, pool: 'a b' }, '/numbers/0/pool'],
    [{ ...ADS, pool: '2026' }, '/numbers/0/pool'],
    [{ ...ADS, phone_number: '+18005550101' }, '/numbers/0/phone_number'],
    [{ ...ADS, source: 'nobody' }, '/numbers/0/source'],
    [{ ...ADS, location_id: 'nowhere' }, '/numbers/0/location_id'],
  ] as const)('%j is refused at %s', async ([pool, pointer]) => {
    const faults = await faultsOf(pool);

    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([pointer]);
  });

  test('with the name of another, or a number that is there already, is refused', async () => {
    const social = { ...ADS, pool: 'social', source: 'paid_social', phone_numbers: ['+18005550193'] };

    expect(await faultsOf(ADS, { ...social, pool: 'ads' })).toEqual(['/numbers/1/pool duplicate_id']);
    expect(await faultsOf(ADS, { ...social, phone_numbers: ['+18005550193', '+18005550192'] })).toEqual([
      '/numbers/1/phone_numbers/1 duplicate_id',
    ]);
    expect(await faultsOf({ ...ADS, phone_numbers: ['+18005550191', '+18005550191'] })).toEqual([
      '/numbers/0/phone_numbers/1 duplicate_id',
    ]);
  });

  test('is warned of while visits are turned off', async () => {
    expect(await warningsOf({ numbers: [ADS], visits: false })).toEqual(['/numbers/0 unused_pool']);
  });

  test('is warned of if a number of it is also a number, an overflow number, printed or the default', async () => {
    const own = { phone_number: '+18005550192', source: 'direct' };
    const targets = [{ number: '+18005550192' }];

    expect(await warningsOf({ numbers: [ADS] })).toEqual([]);
    expect(await warningsOf({ numbers: [ADS, own] })).toEqual(['/numbers/1/phone_number shared_pool_number']);
    expect(await warningsOf({ numbers: [own, ADS] })).toEqual([
      '/numbers/1/phone_numbers/1 shared_pool_number',
    ]);
    expect(await warningsOf({ numbers: [{ ...ADS, overflow: '+18005550191' }] })).toEqual([
      '/numbers/0/phone_numbers/0 shared_pool_number',
    ]);
    expect(await warningsOf({ numbers: [ADS], targets })).toEqual([
      '/numbers/0/phone_numbers/1 shared_pool_number',
    ]);
    expect(await warningsOf({ numbers: [ADS], default_number: '+18005550191' })).toEqual([
      '/numbers/0/phone_numbers/0 shared_pool_number',
    ]);
  });

  test('has an address of its own, by its name', async () => {
    const companyId = await makeDniCompany({ numbers: [] });
    const path = `/dni/api/companies/${companyId}/settings/numbers/ads`;
    const { pool: _name, ...unnamed } = ADS;

    const made = await sendAsOperator('PUT', path, unnamed);
    const changed = await sendAsOperator('PATCH', path, { hold_minutes: 30 });
    const read = await sendAsOperator('GET', path);
    const renamed = await sendAsOperator('PATCH', path, { pool: 'other' });
    const removed = await sendAsOperator('DELETE', path);

    expect([made.status, changed.status, renamed.status]).toEqual([200, 200, 400]);
    expect(await read.json()).toEqual([{ ...SAVED, hold_minutes: 30 }]);
    expect(removed.status).toBe(200);
    expect((await sendAsOperator('GET', path)).status).toBe(404);
  });

  test('is one entry among the changes of a dry run', async () => {
    const companyId = await makeDniCompany({ numbers: [ADS] });
    const numbers = [{ ...ADS, hold_minutes: 30 }];

    const response = await sendAsOperator('PATCH', `/dni/api/companies/${companyId}/settings?dry_run=1`, {
      numbers,
    });

    expect(((await response.json()) as { changes: unknown }).changes).toEqual([
      {
        member: 'numbers',
        entry: 'ads paid_search',
        change: 'changed',
        before: SAVED,
        after: { ...SAVED, hold_minutes: 30 },
      },
    ]);
  });
});
