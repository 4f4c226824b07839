/** The same integration with the functions that oazapfts makes. */
import * as api from '../generated/oazapfts.ts';
import type { Outcome, Site } from './scenario.ts';

/** Makes two leads, merges them, finds the one that stays, and follows what happened. */
export async function run({ baseUrl, key, company }: Site): Promise<Outcome> {
  const options = { baseUrl, headers: { Authorization: `Bearer ${key}` } };
  const input: api.LeadInput = { email: 'ann@example.com', name: 'Ann Lee', source_tags: ['Website'] };
  const once = { idempotencyKey: 'first-import-1' };
  const made = taken(await api.createLead(company, input, once, options));
  const again = taken(await api.createLead(company, input, once, options));
  const other = taken(await api.upsertLead(company, { phone: '512 555 0101', name: 'Bob' }, {}, options));
  const [lead = ''] = made.lead_ids;
  const [secondary = ''] = other.lead_ids;

  const body = { with: secondary, merge_fields: ['phones'] };
  const merged = taken(await api.mergeLead(company, lead, body, { dryRun: false }, options));
  const twice = await api.mergeLead(company, lead, { with: lead }, {}, options);

  const [view] = taken(await api.listSmartViews(company, options));
  const filters: api.Filters = { state: ['open'], lead_creation_time: { from: '2020-01-01' } };
  const query = { filters: JSON.stringify(filters), count: 10 };
  const found = taken(await api.getSmartView(company, view?.smart_view_id ?? '', query, options));
  const { changes } = taken(await api.listChanges(company, { limit: 1000 }, options));
  return {
    isSameLead: again.lead_ids[0] === lead,
    winner: merged.conflicts.find(({ field }) => field === 'name')?.winner,
    refusal: twice.status === 400 ? twice.data.code : undefined,
    found: found.leads.map(({ name = '' }) => name),
    merges: changes.flatMap((change) =>
      change.type === 'lead.merged' ? [change.data.lead?.name ?? ''] : [],
    ),
  };
}

/** The answer of an operation that succeeded. */
function taken<Answer extends { status: number; data?: unknown }>(
  answer: Answer,
): Extract<Answer, { status: 200 }>['data'] {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.data)}`);
  return (answer as Extract<Answer, { status: 200 }>).data;
}
