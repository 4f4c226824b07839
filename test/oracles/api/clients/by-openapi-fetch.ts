/** An integration with the types of openapi-typescript and openapi-fetch. */
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript.ts';
import type { Outcome, Site } from './scenario.ts';

type Change = components['schemas']['Change'];
type Filters = components['schemas']['Filters'];

/** Creates two leads, merges them, finds the survivor, and reads the changes. */
export async function run({ baseUrl, key, company }: Site): Promise<Outcome> {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const path = { company };
  const idempotent = { 'Idempotency-Key': 'first-import-1' };
  const make = () =>
    api.POST('/companies/{company}/leads/create', {
      params: { path, header: idempotent },
      body: { email: 'ann@example.com', name: 'Ann Lee', source_tags: ['Website'] },
    });
  const made = taken(await make());
  const again = taken(await make());
  const other = taken(
    await api.POST('/companies/{company}/leads/upsert', {
      params: { path },
      body: { phone: '512 555 0101', name: 'Bob', lead_fields: {} },
    }),
  );
  const [lead = ''] = made.lead_ids;
  const [secondary = ''] = other.lead_ids;

  const merged = taken(
    await api.POST('/companies/{company}/leads/{lead}/merge', {
      params: { path: { company, lead }, query: { dry_run: false } },
      body: { with: secondary, merge_fields: ['phones'] },
    }),
  );
  const twice = await api.POST('/companies/{company}/leads/{lead}/merge', {
    params: { path: { company, lead } },
    body: { with: lead },
  });

  const [view] = taken(await api.GET('/companies/{company}/smart_views', { params: { path } }));
  const filters: Filters = { state: ['open'], lead_creation_time: { from: '2020-01-01' } };
  const found = taken(
    await api.GET('/companies/{company}/smart_views/{view}', {
      params: {
        path: { company, view: view?.smart_view_id ?? '' },
        query: { filters: JSON.stringify(filters), count: 10 },
      },
    }),
  );
  const stream = await api.GET('/companies/{company}/changes', { params: { path, query: { limit: 1000 } } });
  return {
    isSameLead: again.lead_ids[0] === lead,
    winner: merged.conflicts.find(({ field }) => field === 'name')?.winner,
    refusal: twice.error?.code,
    found: found.leads.map(({ name = '' }) => name),
    merges: taken(stream).changes.flatMap(mergedLeads),
  };
}

/** Returns the answer of a successful operation. */
function taken<Data>({ data, response }: { data?: Data; response: Response }): Data {
  if (data === undefined) throw new Error(`Status ${response.status}`);
  return data;
}

function mergedLeads(change: Change): string[] {
  return change.type === 'lead.merged' ? [change.data.lead?.name ?? ''] : [];
}
