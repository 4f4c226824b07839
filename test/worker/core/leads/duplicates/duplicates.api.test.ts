/** The list of likely duplicates: who sees which pairs, and what takes them out of it. */
import { beforeEach, expect, test } from 'vitest';
import {
  answerOf,
  makeCompanyWithUsers,
  makeUser,
  type PeopledCompany,
} from '../../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import { createLead, type LeadClient, sendLead } from '../../../../harness/leads.ts';

interface Pair {
  leads: { lead_id: string; name?: string }[];
  reasons: string[];
  postal_code?: string;
  dismissed_time?: string;
}

interface List {
  pairs: Pair[];
  next_cursor?: string;
  is_complete: boolean;
}

let company: PeopledCompany;
let client: LeadClient;

beforeEach(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
});

async function list(query = '', user: TestUser = company.superadmin): Promise<List> {
  return answerOf<List>(await sendAs(user, 'GET', `${company.path}/leads/duplicates${query}`));
}

async function pairs(query = '', user?: TestUser): Promise<[string[], string][]> {
  const { pairs: listed } = await list(query, user);
  return listed.map(({ leads, reasons }) => [leads.map(({ lead_id: id }) => id), reasons.join(' ')]);
}

function decide(
  verb: 'dismiss' | 'restore',
  leadIds: readonly string[],
  user: TestUser = company.superadmin,
): Promise<Response> {
  return sendAs(user, 'POST', `${company.path}/leads/duplicates/${verb}`, { lead_ids: leadIds });
}

async function assign(leadId: string, { email }: TestUser): Promise<void> {
  const answer = await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: email });
  expect(answer.status).toBe(200);
}

/** Creates two leads of one mailbox. */
async function createPair(): Promise<[string, string]> {
  const mark = crypto.randomUUID().slice(0, 8);
  return [
    await createLead(client, { email: `jo.${mark}@gmail.com`, name: 'Jo Lee' }),
    await createLead(client, { email: `JO${mark}+ads@googlemail.com`, name: 'J. Lee' }),
  ];
}

test('two leads of one mailbox are a pair at once, with the older lead first', async () => {
  const pair = await createPair();

  expect(await list()).toMatchObject({
    pairs: [{ leads: [{ lead_id: pair[0], name: 'Jo Lee' }, { lead_id: pair[1] }], reasons: ['email'] }],
    is_complete: true,
  });
});

test('a field with postal codes makes a pair of two leads with one name, also when it comes later', async () => {
  const field = { sortable: false, field_facet: false, pinned: false, print_lines: 1, cardinality: 1 };
  const withField = async (label: string): Promise<void> => {
    const fields = [{ ...field, name: 'code', label, type: 'text', field_group: 'deal' }];
    await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/fields`, fields));
  };
  await withField('Code');
  const pair = [
    await createLead(client, { name: 'Zoë Lee', lead_fields: { code: ['78701'] } }),
    await createLead(client, { name: 'LEE, Zoe', lead_fields: { code: ['78701-1234'] } }),
  ];
  expect(await pairs()).toEqual([]);

  await withField('Postal code');

  expect(await pairs()).toEqual([[pair, 'name_and_postal_code']]);
  expect((await list()).pairs[0]?.postal_code).toBe('78701');
});

test('two people leave the list, and come back when that is taken back', async () => {
  const [one, other] = await createPair();
  await pairs();

  const dismissed = await answerOf<Pair>(await decide('dismiss', [other, one]));
  expect(dismissed.leads.map(({ lead_id: id }) => id)).toEqual([one, other]);
  expect(await pairs()).toEqual([]);
  expect((await list('?dismissed=true')).pairs).toEqual([dismissed]);
  // A second press changes nothing.
  expect(await answerOf(await decide('dismiss', [one, other]))).toEqual(dismissed);

  expect((await answerOf<Pair>(await decide('restore', [one, other]))).dismissed_time).toBeUndefined();
  expect(await pairs()).toEqual([[[one, other], 'email']]);
  expect(await pairs('?dismissed=true')).toEqual([]);
  const log = await sendAs(company.superadmin, 'GET', `${company.path}/audit?action=lead.duplicate`);
  expect((await answerOf<{ entries: object[] }>(log)).entries).toMatchObject([
    { action: 'lead.duplicate_restored', subject: `lead:${one}`, detail: { other_lead: other } },
    { action: 'lead.duplicate_dismissed', subject: `lead:${one}` },
  ]);
});

test('a pair vanishes when its leads are merged, and is back when they are unmerged', async () => {
  const [one, other] = await createPair();
  expect(await pairs()).toHaveLength(1);

  await answerOf(await sendLead(client, 'POST', `/${one}/merge`, { with: other, merge_fields: ['emails'] }));
  expect(await pairs()).toEqual([]);
  const late = await decide('dismiss', [one, other]);
  expect([late.status, (await problemOf(late)).code]).toEqual([409, 'lead_merged']);

  await answerOf(await sendLead(client, 'POST', `/${one}/unmerge`, { lead_id: other }));
  expect(await pairs()).toEqual([[[one, other], 'email']]);
});

test.for(['remove', 'erase'])('a pair vanishes with a lead on %s', async (verb) => {
  const [one, other] = await createPair();
  expect(await pairs()).toHaveLength(1);

  await answerOf(await sendLead(client, 'POST', `/${other}/${verb}`));

  expect(await pairs()).toEqual([]);
  expect((await decide('dismiss', [one, other])).status).toBe(404);
});

test('an agent sees and decides the pairs of which both leads are theirs, a viewer decides none', async () => {
  const [one, other] = await createPair();
  await assign(one, company.agent);
  await assign(other, company.colleague);
  expect(await pairs()).toHaveLength(1);
  expect(await pairs('', company.agent)).toEqual([]);
  expect((await decide('dismiss', [one, other], company.agent)).status).toBe(403);

  await sendLead(client, 'POST', `/${other}/unassign`, { from_user_email: company.colleague.email });
  await assign(other, company.agent);
  expect(await pairs('', company.agent)).toHaveLength(1);

  const viewer = await makeUser(company.superadmin, company.path, { role_id: 'viewer' });
  const refused = await decide('dismiss', [one, other], viewer);
  expect([refused.status, (await problemOf(refused)).code]).toEqual([403, 'permission_denied']);
  expect((await decide('dismiss', [one, other], company.agent)).status).toBe(200);
});

test('what is no pair is refused clearly', async () => {
  const [one] = await createPair();
  const other = await createLead(client);
  for (const [leadIds, status, code] of [
    [[one, other], 404, 'not_found'],
    [[one, one], 404, 'not_found'],
    [[one, 'nobody'], 404, 'not_found'],
    [[one], 400, 'invalid_parameter'],
    [[one, other, one], 400, 'invalid_parameter'],
  ] as const) {
    const answer = await decide('dismiss', leadIds);
    expect([answer.status, (await problemOf(answer)).code]).toEqual([status, code]);
  }
  const cursor = await sendAs(company.superadmin, 'GET', `${company.path}/leads/duplicates?cursor=1.2`);
  expect([cursor.status, (await problemOf(cursor)).code]).toEqual([400, 'invalid_parameter']);
});

test('pages follow each other without a gap', async () => {
  await createPair();
  await createPair();
  const all = await pairs();
  const first = await list('?size=1');
  const second = await list(`?size=1&cursor=${first.next_cursor ?? ''}`);

  expect([...first.pairs, ...second.pairs].map(({ leads }) => leads.map(({ lead_id: id }) => id))).toEqual(
    all.map(([ids]) => ids),
  );
  expect(second.next_cursor).toBeUndefined();
});
