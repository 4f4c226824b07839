/** Special days of locations without a zone: they begin in the company's own zone, which the edge gets with the settings. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { settingsKey } from '../../../../worker/shared/cache-keys.ts';
import { answerOf } from '../../../harness/builders.ts';
import { basic, freshIp } from '../../../harness/client.ts';
import { dniSettings, location } from '../../../harness/dni-company.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';

const CHRISTMAS = [{ date: '2026-12-25', closed: true }];
const PATIENCE = { timeout: 30_000, interval: 100 };

let leadline: FaultyLeadline;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());

async function makeCompany(timeZone: string | null): Promise<{ companyId: string; email: string }> {
  const email = `sue.${crypto.randomUUID()}@acme.test`;
  const { company_id: companyId } = await answerOf<{ company_id: string }>(
    await leadline.sendAsOperator('POST', '/operator/companies', {
      name: 'Acme',
      default_region: 'NZ',
      time_zone: timeZone,
      superadmin: { name: 'Sue', email },
    }),
  );
  const settings = dniSettings({
    locations: [location('north', { timezone: '' }), location('south', { timezone: '' })],
    special_hours: CHRISTMAS,
    numbers: [],
  });
  await answerOf(await leadline.sendAsOperator('PUT', `/dni/api/companies/${companyId}/settings`, settings));
  return { companyId, email };
}

/** Tells whether the locations are open at a time. */
async function openAt(companyId: string, time: string): Promise<(boolean | null)[]> {
  const path = `/dni/preview/${companyId}?${new URLSearchParams({ zip: '80302', time })}`;
  const { location: chosen } = await answerOf<{ location: { candidates: { open: boolean | null }[] } }>(
    await leadline.sendAsOperator('GET', path),
  );
  return chosen.candidates.map(({ open }) => open);
}

test.for([
  // It is 25 December from 11:00 UTC of the day before.
  ['Pacific/Auckland', '2026-12-24T10:59:00Z', true],
  ['Pacific/Auckland', '2026-12-24T11:00:00Z', false],
  ['Pacific/Auckland', '2026-12-25T11:00:00Z', true],
  // Nobody has said where the company is.
  [null, '2026-12-24T23:59:00Z', true],
  [null, '2026-12-25T00:00:00Z', false],
] as const)('a company in %s has open locations at %s: %s', async ([zone, time, isOpen]) => {
  const { companyId } = await makeCompany(zone);

  expect(await openAt(companyId, time)).toEqual([isOpen, isOpen]);
});

test('a zone that is chosen later is published, and edges that know these settings take it', async () => {
  const { companyId, email } = await makeCompany('Pacific/Auckland');
  const noon = '2026-12-25T12:00:00Z';
  expect(await openAt(companyId, noon)).toEqual([true, true]);

  const token = await answerOf<string>(await leadline.sendAsOperator('POST', '/operator/tokens', { email }));
  const changed = await leadline.send(`/companies/${companyId}/settings`, {
    method: 'PUT',
    headers: {
      Authorization: basic(email, token),
      'Content-Type': 'application/json',
      'CF-Connecting-IP': freshIp(),
    },
    body: JSON.stringify({ name: 'Acme', default_region: 'US', time_zone: 'America/Denver' }),
  });
  expect(changed.status).toBe(200);
  const cache = await leadline.cache();
  await vi.waitFor(
    async () =>
      expect(await cache.get(settingsKey(companyId), 'json')).toMatchObject({
        version: 1,
        zone: 'America/Denver',
      }),
    PATIENCE,
  );
  // What an isolate knows is checked after 30 seconds.
  await leadline.set({ ahead: 60_000 });

  await vi.waitFor(async () => expect(await openAt(companyId, noon)).toEqual([false, false]), PATIENCE);
});
