/** Callers in former and odd formats have a lead, and both forms of a number are one person, whoever writes them. */
import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from './call-company.ts';

interface Call {
  from: string;
  lead_id: string;
  first_time: boolean;
  prior_calls: number;
}
interface Lead {
  lead_id: string;
  phones: { phone: string }[];
}

let company: CallCompany;
let times = 0;
beforeAll(async () => {
  company = await makeCallCompany();
});

const post = async <Answer>(path: string, body: object): Promise<Answer> =>
  answerOf<Answer>(await sendAs(company.superadmin, 'POST', `${company.path}${path}`, body));
const read = async <Answer>(path: string): Promise<Answer> =>
  answerOf<Answer>(await sendAs(company.superadmin, 'GET', `${company.path}${path}`));

const call = (from: string): Promise<Call> => {
  times += 1;
  return post('/calls', {
    carrier_call_id: crypto.randomUUID(),
    number: AUSTIN,
    from,
    started_at: new Date(Date.UTC(2026, 2, 2, 16, times)).toISOString(),
    outcome: 'missed',
  });
};

test.for([
  ['+5215512345601', '+525512345601'],
  ['+22507080911', '+2250707080911'],
  ['+22997123411', '+2290197123411'],
  ['+541123456711', '+5491123456711'],
  ['+551187654311', '+5511987654311'],
] as const)('%s and %s are one person', async ([former, present]) => {
  const first = await call(former);
  const second = await call(present);
  const upserted = await post<{ lead_ids: string[]; created: boolean }>('/leads/upsert', { phone: present });
  const again = await post<{ lead_ids: string[]; created: boolean }>('/leads/upsert', { phone: former });
  const lead = await read<Lead>(`/leads/${first.lead_id}`);
  const found = await Promise.all(
    [former, present].map((q) => read<{ lead_id: string }[]>(`/leads/search?q=${encodeURIComponent(q)}`)),
  );
  const { reminders } = await read<{ reminders: { lead_id?: string; lead?: { lead_id: string } }[] }>(
    '/reminders',
  );

  expect(first).toMatchObject({ from: former, first_time: true, prior_calls: 0 });
  expect(second).toMatchObject({ from: present, lead_id: first.lead_id, first_time: false, prior_calls: 1 });
  expect([upserted, again]).toMatchObject([
    { lead_ids: [first.lead_id], created: false },
    { lead_ids: [first.lead_id], created: false },
  ]);
  expect(lead.phones.map(({ phone }) => phone)).toEqual([former]);
  expect(found.map((hits) => hits.map(({ lead_id: id }) => id))).toEqual([[first.lead_id], [first.lead_id]]);
  expect(JSON.stringify(reminders).split(first.lead_id).length - 1).toBeGreaterThan(0);
});

test('a number that no country has is kept as it came, and can be created and sent back', async () => {
  const { from, lead_id: leadId } = await call('+1242555012');
  const { phones } = await read<Lead>(`/leads/${leadId}`);
  await post(`/leads/${leadId}/modify`, { phones });
  const created = await post<{ possible_duplicates: { lead_id: string }[] }>('/leads/create', {
    phone: '+1 242 555 012',
  });

  expect(from).toBe('+1242555012');
  expect(created.possible_duplicates).toMatchObject([{ lead_id: leadId }]);
});

test('who opts out with one form gets no message with the other', async () => {
  await post('/opt_outs', { phone: '+5215512345699' });
  const { lead_ids: ids } = await post<{ lead_ids: string[] }>('/leads/create', { phone: '+525512345699' });

  const { opt_outs: listed } = await read<{ opt_outs: { phone: string }[] }>(
    `/opt_outs?phone=${encodeURIComponent('+525512345699')}`,
  );
  const text = await sendAs(company.superadmin, 'POST', `${company.path}/leads/${ids[0] ?? ''}/text`, {
    message: 'Hello',
    number: AUSTIN,
  });

  expect(listed.map(({ phone }) => phone)).toEqual(['+5215512345699']);
  expect(text.status).toBe(409);
});
