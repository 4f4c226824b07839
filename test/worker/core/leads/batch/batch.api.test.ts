import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { problemOf, type ProblemBody, sendAs, type TestUser } from '../../../../harness/client.ts';
import {
  createLead,
  freshEmail,
  getEvents,
  getLead,
  type LeadClient,
  sendLead,
} from '../../../../harness/leads.ts';

interface Result {
  status: number;
  body?: { lead_ids: [string]; created?: boolean; possible_duplicates?: unknown[] };
  problem?: ProblemBody;
}

interface BatchAnswer {
  succeeded: number;
  failed: number;
  results: Result[];
}

async function runBatch(client: LeadClient, operations: unknown[]): Promise<BatchAnswer> {
  return answerOf<BatchAnswer>(await sendLead(client, 'POST', '/batch', { operations }));
}

/** The codes of the results: `ok`, or the problem's. */
function codes({ results }: BatchAnswer): string[] {
  return results.map(({ problem }) => problem?.code ?? 'ok');
}

test('operations run in order, each with the result of a request of its own', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  const leadId = await createLead(client, { name: 'Old' });
  const lead = { email: freshEmail(), name: 'Ann' };

  const answer = await runBatch(client, [
    { op: 'create', lead },
    { op: 'upsert', lead: { ...lead, name: 'Ann Lee' } },
    { op: 'upsert', lead: { email: freshEmail() } },
    { op: 'modify', lead_id: leadId, lead: { name: 'New' } },
  ]);

  expect(answer).toMatchObject({ succeeded: 4, failed: 0 });
  const [made, found, other, changed] = answer.results;
  expect(made).toEqual({ status: 200, body: { lead_ids: [expect.any(String)], possible_duplicates: [] } });
  const annId = made?.body?.lead_ids[0] ?? '';
  expect(found?.body).toMatchObject({ lead_ids: [annId], created: false, matched_on: 'email' });
  expect(other?.body).toMatchObject({ created: true });
  expect(changed).toEqual({ status: 200, body: { lead_ids: [leadId] } });
  expect(await getLead(client, annId)).toMatchObject({ name: 'Ann Lee' });
  expect(await getLead(client, leadId)).toMatchObject({ name: 'New' });
});

test('a refused operation does not stop the others, its faults point into the batch, and it changes and reports nothing', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  const options = { name: 'Acme', default_region: 'US', upsert_conflict: 'reject' };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/settings`, options));
  const [ann, bob] = [freshEmail(), '+15125550111'];
  const annId = await createLead(client, { email: ann });
  const bobId = await createLead(client, { phone: bob });
  const merged = await createLead(client);
  await answerOf(await sendLead(client, 'POST', `/${bobId}/merge`, { with: merged }));
  const { next } = await answerOf<{ next: string }>(
    await sendAs(superadmin, 'GET', `${path}/changes?after=now`),
  );

  const answer = await runBatch(client, [
    { op: 'create', lead: { email: freshEmail() } },
    { op: 'create', lead: { email: 'x', state: 'nowhere' } },
    { op: 'create', lead: 'Ann' },
    { op: 'upsert', lead: { email: ann, phone: bob } },
    { op: 'modify', lead_id: annId, lead: { email: null } },
    { op: 'modify', lead_id: merged, lead: { name: 'x' } },
    { op: 'modify', lead_id: crypto.randomUUID(), lead: { email: 'x' } },
    { op: 'modify', lead_id: 'nothing', lead: {} },
    { op: 'modify', lead_id: annId, lead: { name: 'Ann' }, if_match: '"0"' },
    { op: 'upsert', lead: { email: ann, name: 'Ann' } },
  ]);

  expect(codes(answer)).toEqual([
    'ok',
    'invalid_email',
    'invalid_parameter',
    'ambiguous_match',
    'last_identifier',
    'lead_merged',
    'not_found',
    'not_found',
    'precondition_failed',
    'ok',
  ]);
  expect(answer).toMatchObject({ succeeded: 2, failed: 8 });
  const [, faulty] = answer.results;
  expect(faulty?.status).toBe(400);
  expect(faulty?.problem).toMatchObject({ status: 400, instance: `${path}/leads/batch` });
  expect(faulty?.problem?.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/operations/1/lead/email', 'invalid_email'],
    ['/operations/1/lead/state', 'unknown_state'],
  ]);
  expect(answer.results[3]?.problem?.['lead_ids']).toEqual([annId, bobId]);
  const { changes } = await answerOf<{ changes: { type: string; data: { event_id: string } }[] }>(
    await sendAs(superadmin, 'GET', `${path}/changes?after=${next}`),
  );
  expect(changes.map(({ type }) => type)).toEqual(['lead.created', 'lead.changed']);
  const events = await getEvents(client, annId);
  expect(events.map(({ type }) => type)).toEqual(['lead_modified', 'lead_created']);
  expect(changes[1]?.data.event_id).toBe(events[0]?.data.event_id);
});

test('if_match names the version for its operation, and the header If-Match is refused', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  const leadId = await createLead(client);
  const { headers } = await sendLead(client, 'GET', `/${leadId}`);
  const tag = headers.get('ETag') ?? '';
  const modify = (name: string): object => ({ op: 'modify', lead_id: leadId, lead: { name }, if_match: tag });

  expect(codes(await runBatch(client, [modify('A'), modify('B')]))).toEqual(['ok', 'precondition_failed']);
  const operations = [{ op: 'modify', lead_id: leadId, lead: { name: 'C' } }];
  const refused = await sendAs(
    superadmin,
    'POST',
    `${path}/leads/batch`,
    { operations },
    { 'If-Match': tag },
  );
  expect(refused.status).toBe(400);
  expect((await getLead(client, leadId)).name).toBe('A');
});

test('each operation has the rights of a request of its own', async () => {
  const { superadmin, agent, colleague, path } = await makeCompanyWithUsers();
  const all = { user: superadmin, path };
  const client = { user: agent, path };
  const [theirs, email] = [await createLead(all), freshEmail()];
  const hidden = await createLead(all, { email });
  for (const leadId of [theirs, hidden]) {
    const to = leadId === theirs ? agent : colleague;
    await sendLead(all, 'POST', `/${leadId}/assign`, { to_user_email: to.email });
  }

  const answer = await runBatch(client, [
    { op: 'modify', lead_id: theirs, lead: { name: 'Mine' } },
    { op: 'modify', lead_id: hidden, lead: { nonsense: true } },
    { op: 'upsert', lead: { email, name: 'x' } },
    { op: 'create', lead: { email: freshEmail() } },
  ]);

  expect(codes(answer)).toEqual(['ok', 'permission_denied', 'permission_denied', 'ok']);
  const key = await answerOf<{ key: string }>(
    await sendAs(superadmin, 'POST', `${path}/api_keys`, { name: 'Reader', scopes: ['read'] }),
  );
  const reader: Pick<TestUser, 'authorization'> = { authorization: `Bearer ${key.key}` };
  const refused = await sendAs(reader, 'POST', `${path}/leads/batch`, { operations: [] });
  expect([refused.status, (await problemOf(refused)).code]).toEqual([403, 'insufficient_scope']);
});

test('a batch that is sent again with its Idempotency-Key runs once, even with failed operations', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const operations = [
    { op: 'create', lead: { email: freshEmail() } },
    { op: 'create', lead: {} },
  ];
  const sendOnce = (body: object): Promise<Response> =>
    sendAs(superadmin, 'POST', `${path}/leads/batch`, body, { 'Idempotency-Key': 'batch-1' });

  const first = await sendOnce({ operations });
  const again = await sendOnce({ operations });
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  const answer = await answerOf<BatchAnswer>(first);
  expect(codes(answer)).toEqual(['ok', 'identifier_required']);
  expect(await answerOf(again)).toEqual(answer);
  const other = await sendOnce({ operations: operations.slice(0, 1) });
  expect((await problemOf(other)).code).toBe('idempotency_key_reused');
  const { count } = await answerOf<{ count: number }>(
    await sendAs(superadmin, 'GET', `${path}/leads/recent_leads?relative=last_2_days`),
  );
  expect(count).toBe(1);
});

test('a batch may have 100 operations, and an invalid batch is refused as a whole with all its faults', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  const many = (count: number): unknown[] =>
    Array.from({ length: count }, () => ({ op: 'create', lead: { email: freshEmail() } }));

  expect(await runBatch(client, many(100))).toMatchObject({ succeeded: 100 });
  const refused: [unknown, string[]][] = [
    [{ operations: many(101) }, ['/operations']],
    [{ operations: [] }, ['/operations']],
    [{}, ['/operations']],
    [[], ['']],
    [
      {
        operations: [
          { op: 'remove', lead: {} },
          { op: 'modify', lead: {} },
          { op: 'create', lead: {}, lead_id: 'x' },
        ],
      },
      ['/operations/0/op', '/operations/1/lead_id', '/operations/2/lead_id'],
    ],
  ];
  for (const [body, pointers] of refused) {
    const response = await sendLead(client, 'POST', '/batch', body);
    expect(response.status).toBe(400);
    expect((await problemOf(response)).errors.map(({ pointer }) => pointer)).toEqual(pointers);
  }
});
