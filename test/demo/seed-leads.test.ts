/** The demo's leads are created once, even if starts are interrupted. */
import { expect, test } from 'vitest';
import { DEMO_LEAD_COUNT, demoLeads } from '../../demo/leads.ts';
import { seedLeads } from '../../demo/seed-leads.ts';
import type { Call } from '../../demo/seed-people.ts';

const LEADS = demoLeads(Date.parse('2026-03-02T16:00:00Z'));

test('a start continues an interrupted one', async () => {
  const made: unknown[] = [];
  let requestsLeft = 4;
  const call: Call = (method, path, body) => {
    if (method === 'GET') return Promise.resolve({ count: made.length + 1 });
    expect(path).toMatch(/\/leads\/history$/);
    if (requestsLeft === 0) return Promise.reject(new Error('The start was broken off.'));
    requestsLeft -= 1;
    made.push(...(body as { leads: unknown[] }).leads);
    return Promise.resolve({ lead_ids: [] });
  };

  await expect(seedLeads(call, LEADS)).rejects.toThrow('broken off');
  expect(made.length).toBeLessThan(DEMO_LEAD_COUNT);
  requestsLeft = Infinity;
  await seedLeads(call, LEADS);

  expect(made).toHaveLength(DEMO_LEAD_COUNT);
  expect(new Set(made.map((lead) => JSON.stringify(lead)))).toHaveLength(DEMO_LEAD_COUNT);
  await seedLeads(call, LEADS);
  expect(made).toHaveLength(DEMO_LEAD_COUNT);
});

test('few leads are likely somebody who has asked before', () => {
  const people = LEADS.filter(({ lead }) => lead.name !== null).map(
    ({ lead }) => `${lead.name} of ${lead.lead_group}`,
  );
  expect(people.length - new Set(people).size).toBe(3);
});
