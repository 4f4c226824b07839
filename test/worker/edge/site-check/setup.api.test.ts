/** The progress of the set-up, by the evidence for each step. */
import { expect, test, vi } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { dniSettings } from '../../../harness/dni-company.ts';
import { askForSwaps } from '../lookup/ask.ts';

test('each step is complete when its data exists', async () => {
  const { companyId, manager, agent, superadmin, path } = await makeCompanyWithUsers();
  const setup = `/dni/api/companies/${companyId}/setup`;
  const facts = async (): Promise<Record<string, unknown>> => answerOf(await sendAs(manager, 'GET', setup));

  expect((await sendAs(agent, 'GET', setup)).status).toBe(403);
  expect(await facts()).toEqual({
    settings_version: 0,
    carriers: [],
    default_number: null,
    domains: [],
    locations: 0,
    numbers: 0,
    last_seen: null,
    first_call: null,
    has_leads: false,
    configuration: [],
  });

  await answerOf(
    await sendAs(
      superadmin,
      'PUT',
      `/dni/api/companies/${companyId}/settings`,
      dniSettings({ domains: ['acme.example'] }),
    ),
  );
  const visitor = { origin: 'https://acme.example' };
  await answerOf(await askForSwaps(companyId, { visitor, body: { url: 'https://acme.example/contact' } }));
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/calls`, {
      number: '+15125550101',
      from: '+14155550100',
      carrier_call_id: 'call-1',
      started_at: '2026-03-02T18:00:00Z',
    }),
  );

  await vi.waitFor(
    async () =>
      expect(await facts()).toEqual({
        settings_version: 1,
        carriers: [],
        default_number: '+18005550100',
        domains: ['acme.example'],
        locations: 4,
        numbers: 8,
        last_seen: {
          site: 'https://acme.example',
          path: '/contact',
          seen_time: expect.any(String) as string,
          swaps: 1,
        },
        first_call: {
          call_id: expect.any(String) as string,
          lead_id: expect.any(String) as string,
          number: '+15125550101',
          time: '2026-03-02T18:00:00.000Z',
        },
        has_leads: true,
        configuration: [],
      }),
    { timeout: 30_000 },
  );
});
