/** Searches and views of a company whose columns do not fit into memory together, against a plain list of its leads. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../../harness/faulty-leadline.ts';
import { type FaultyCallCompany, makeFaultyCallCompany } from '../../phone/calls/faulty-call-company.ts';

/** Two chunks of the columns and a part of a third. */
const LEADS = 4_500;
const BATCH = 500;
/** More changed leads in a chunk than are applied one by one when it is loaded again. */
const MANY = 300;
/** The stored chunks of the three columns that a search reads, one row each. */
const ALL_CHUNKS = 9;

interface Known {
  name: string;
  state: string;
}

let leadline: FaultyLeadline;
let company: FaultyCallCompany;
let view: string;
/** The leads that were neither removed nor merged, by id. */
const known = new Map<string, Known>();

beforeAll(async () => {
  leadline = await startFaultyLeadline();
  await leadline.set({ faults: ['little-memory'] });
  company = await makeFaultyCallCompany(leadline);
  for (let start = 0; start < LEADS; start += BATCH) {
    const leads = Array.from({ length: BATCH }, (_, place) => ({
      lead: { email: `p${start + place}x@example.com`, name: `Lead ${start + place}` },
      creation_time: '2026-01-01T00:00:00.000Z',
    }));
    const { lead_ids: ids } = await write<{ lead_ids: string[] }>('/leads/history', { leads });
    ids.forEach((id, place) => known.set(id, { name: `Lead ${start + place}`, state: 'open' }));
  }
  const [first] = await answerOf<{ smart_view_id: string }[]>(await read('/smart_views'));
  view = `/smart_views/${first?.smart_view_id}?count=0`;
  await leadline.rowsRead();
}, 120_000);
afterAll(() => leadline.close());

/** `path` follows `/companies/<uuid>`. */
function read(path: string): Promise<Response> {
  return company.askAs(company.superadmin, 'GET', path);
}

async function write<Answer>(path: string, body: unknown): Promise<Answer> {
  return answerOf<Answer>(await company.askAs(company.superadmin, 'POST', path, body));
}

async function countFound(q: string): Promise<number> {
  const response = await read(`/leads/search?limit=1&q=${q}`);
  await answerOf(response);
  return Number(response.headers.get('X-Total-Count'));
}

async function countByState(): Promise<Record<string, number>> {
  const { facets } = await answerOf<{
    facets: { id: string; values: { id: string; count: number }[] }[];
  }>(await read(view));
  const values = facets.find(({ id }) => id === 'state')?.values ?? [];
  return Object.fromEntries(values.filter(({ count }) => count > 0).map(({ id, count }) => [id, count]));
}

/** Checks that all answers from the columns agree with the list. */
async function compare(): Promise<void> {
  const leads = [...known.values()];
  expect(await countFound('example')).toBe(leads.length);
  const states = leads.map(({ state }) => state);
  expect(await countByState()).toEqual(
    Object.fromEntries(
      [...new Set(states)].map((state) => [state, states.filter((other) => other === state).length]),
    ),
  );
  expect(await countFound('lead')).toBe(leads.filter(({ name }) => name.startsWith('Lead')).length);
}

async function change(leadId: string, to: Partial<Known>): Promise<void> {
  const { state, ...rest } = to;
  if (state !== undefined) await write(`/leads/${leadId}/change_state`, { state });
  if (rest.name !== undefined) await write(`/leads/${leadId}/modify`, rest);
  const before = known.get(leadId);
  if (before !== undefined) known.set(leadId, { ...before, ...to });
}

test(
  'answers include all changes, few or many, to leads whose columns were dropped from memory',
  { tags: ['full'], timeout: 120_000 },
  async () => {
    await compare();
    const ids = [...known.keys()];
    for (const [turn, lead] of [10, 2_100, 4_200].map((place) => ids[place] ?? '').entries()) {
      await change(lead, { name: `Renamed ${turn}`, state: 'contacted' });
      const { lead_ids: made } = await write<{ lead_ids: [string] }>('/leads/create', {
        email: `new${turn}@example.com`,
        name: `Lead new ${turn}`,
      });
      known.set(made[0], { name: `Lead new ${turn}`, state: 'open' });
      await compare();
      const merged = ids[1_000 + turn] ?? '';
      await write(`/leads/${lead}/merge`, { with: merged });
      known.delete(merged);
      await compare();
    }
    for (const lead of ids.slice(100, 100 + MANY)) await change(lead, { state: 'contacted' });
    await compare();
    await change(ids[101] ?? '', { name: 'Renamed', state: 'open' });
    await compare();
    // As many leads were created as were merged.
    expect(await countFound('example')).toBe(LEADS);
  },
);

test('memory drops no more chunks than necessary, and reads them from the stored chunks', async () => {
  const rowsOf = async (ask: () => Promise<unknown>): Promise<number> => {
    await leadline.rowsRead();
    await ask();
    return leadline.rowsRead();
  };
  // Reads once more after the changes of the previous test, so that every chunk is stored in its current state.
  await compare();
  await compare();

  const search = (): Promise<number> => rowsOf(() => countFound('example'));
  // What still runs in the background reads rows, too, now and then: the least of several searches is its own.
  const several = async (): Promise<number[]> => [await search(), await search(), await search()];
  await expect.poll(async () => new Set(await several()).size).toBe(1);
  const rows = Math.min(...(await several()));
  await countByState();
  const rowsAfterView = await search();

  expect(rowsAfterView).toBeGreaterThan(rows);
  expect(rowsAfterView).toBeLessThan(rows + ALL_CHUNKS);
});
