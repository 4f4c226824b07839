import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import {
  createLead,
  eventTypes,
  getEvents,
  getLead,
  type LeadClient,
  sendLead,
} from '../../../harness/leads.ts';

interface Merged {
  status: string;
  merged_lead_id: string;
  secondary_lead_id: string;
  conflicts: { field: string; winner: string }[];
  preview?: unknown;
}

let company: PeopledCompany;
let client: LeadClient;
let phoneNumber = 5_125_550_100;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
  const field = { label: 'Field', sortable: false, field_facet: false, pinned: false, print_lines: 1 };
  const fields = [
    { ...field, name: 'budget', type: 'number', cardinality: 1, field_group: 'a' },
    { ...field, name: 'notes', type: 'text', cardinality: 0, field_group: 'a' },
    { ...field, name: 'few', type: 'text', cardinality: 2, field_group: 'a' },
    {
      ...field,
      name: 'likes',
      type: 'multiselect',
      cardinality: 1,
      field_group: 'a',
      choices: ['a', 'b', 'c'],
    },
  ];
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/fields`, fields));
});

function freshPhone(): string {
  phoneNumber += 1;
  return `+1${phoneNumber}`;
}

async function merge(primary: string, body: Record<string, unknown>, query = ''): Promise<Merged> {
  return answerOf<Merged>(await sendLead(client, 'POST', `/${primary}/merge${query}`, body));
}

async function refusal(primary: string, body: unknown): Promise<[number, string]> {
  const response = await sendLead(client, 'POST', `/${primary}/merge`, body);
  return [response.status, (await problemOf(response)).code];
}

/** All answers of the API about leads: full forms, summaries, timelines and matches of upsert. */
async function dump(leadIds: readonly string[]): Promise<unknown> {
  const ids = encodeURIComponent(JSON.stringify(leadIds));
  return Promise.all([
    ...leadIds.map(async (id) => (await sendLead(client, 'GET', `/${id}`)).text()),
    ...leadIds.map(async (id) => (await sendLead(client, 'GET', `/${id}/events?size=100`)).text()),
    sendLead(client, 'GET', `/search/ids?ids=${ids}`).then((response) => response.text()),
    sendLead(client, 'GET', '/recent_leads?relative=last_2_days').then(async (response) => {
      const { count, leads } = await answerOf<{ count: number; leads: unknown[] }>(response);
      return { count, leads };
    }),
  ]);
}

test('fields without a conflict are kept, and in a conflict the primary lead wins', async () => {
  const [phone, other] = [freshPhone(), freshPhone()];
  const primary = await createLead(client, { phone, name: 'Ann', source_tags: ['web'] });
  const secondary = await createLead(client, {
    phone: other,
    email: 'ann@merge.example',
    name: 'Anna',
    state: 'contacted',
    lead_fields: { budget: [5] },
  });

  const answer = await merge(primary, { with: secondary });

  expect(answer).toEqual({
    status: 'success',
    merged_lead_id: primary,
    secondary_lead_id: secondary,
    conflicts: [
      { field: 'name', primary: 'Ann', secondary: 'Anna', winner: 'primary' },
      {
        field: 'phones',
        primary: [{ phone, type: 'Work' }],
        secondary: [{ phone: other, type: 'Work' }],
        winner: 'primary',
      },
      { field: 'state', primary: 'open', secondary: 'contacted', winner: 'primary' },
    ],
  });
  expect(await getLead(client, primary)).toMatchObject({
    name: 'Ann',
    phones: [{ phone, type: 'Work' }],
    emails: [{ type: 'Work', email: 'ann@merge.example' }],
    source_tags: ['web'],
    state: 'open',
    lead_fields: { budget: ['5'] },
  });
});

test('retain_fields lets the secondary lead win and merge_fields keeps both values, as array or as string', async () => {
  const [phone, other] = [freshPhone(), freshPhone()];
  const primary = await createLead(client, {
    phone,
    name: 'Ann',
    source_tags: ['web', 'ads'],
    lead_fields: { notes: ['x', 'y'], likes: ['a', 'b'], budget: ['1.0'] },
  });
  const secondary = await createLead(client, {
    phone: other,
    name: 'Anna',
    source_tags: ['Ads', 'mail'],
    lead_fields: { notes: ['y', 'z'], likes: ['b', 'c'], budget: [1] },
  });

  const { conflicts } = await merge(primary, {
    with: secondary,
    retain_fields: 'name',
    merge_fields: ['phone', 'source_tags', 'notes', 'likes'],
  });

  expect(conflicts.map(({ field, winner }) => [field, winner])).toEqual([
    ['name', 'secondary'],
    ['phones', 'both'],
    ['source_tags', 'both'],
    ['lead_fields.notes', 'both'],
    ['lead_fields.likes', 'both'],
  ]);
  expect(await getLead(client, primary)).toMatchObject({
    name: 'Anna',
    phones: [{ phone }, { phone: other }],
    source_tags: ['web', 'ads', 'mail'],
    lead_fields: { notes: ['x', 'y', 'z'], likes: [['a', 'b', 'c']], budget: ['1.0'] },
  });
});

test('events move with their comments, and each moved event names its former lead', async () => {
  const primary = await createLead(client);
  const secondary = await createLead(client);
  const note = await answerOf<{ data: { event_id: string } }>(
    await sendLead(client, 'POST', `/${secondary}/note`, { message: 'Moved' }),
  );
  const comments = (lead: string): string => `/${lead}/events/note/${note.data.event_id}/comments`;
  await sendLead(client, 'POST', comments(secondary), { comment: 'Me too' });

  await merge(primary, { with: secondary });

  const events = await getEvents(client, primary);
  expect(events.map(({ type }) => type)).toEqual(['lead_merged', 'note', 'lead_created', 'lead_created']);
  expect(events.map(({ data }) => data['merged_from_lead_id'])).toEqual([
    undefined,
    secondary,
    secondary,
    undefined,
  ]);
  expect(events[1]?.data).toMatchObject({
    event_id: note.data.event_id,
    comment_count: 1,
    attached_entities: [{ type: 'lead', lead: { id: primary } }],
  });
  const answer = await answerOf<{ total_count: number }>(await sendLead(client, 'GET', comments(primary)));
  expect(answer.total_count).toBe(1);
});

test('the secondary lead is in no list, reading it answers the survivor, and writing to it is refused', async () => {
  const [first, second, third] = [
    await createLead(client),
    await createLead(client),
    await createLead(client, { name: 'Third' }),
  ];
  await merge(second, { with: first });
  await merge(third, { with: second });

  const read = await sendLead(client, 'GET', `/${first}`);
  const write = await sendLead(client, 'POST', `/${first}/modify`, { name: 'x' });
  const ids = encodeURIComponent(JSON.stringify([first, second, third]));
  const found = await answerOf<{ lead_id: string; allow_unmerge: boolean }[]>(
    await sendLead(client, 'GET', `/search/ids?ids=${ids}`),
  );

  expect(read.headers.get('Content-Location')).toBe(`${company.path}/leads/${third}`);
  expect((await answerOf<{ lead_id: string }>(read)).lead_id).toBe(third);
  expect(write.status).toBe(409);
  expect(await problemOf(write)).toMatchObject({ code: 'lead_merged', merged_into: third });
  expect(found.map(({ lead_id, allow_unmerge }) => [lead_id, allow_unmerge])).toEqual([[third, true]]);
});

test('an identifier that lost the conflict still finds the survivor', async () => {
  const [phone, other] = [freshPhone(), freshPhone()];
  const primary = await createLead(client, { phone, name: 'Ann' });
  const secondary = await createLead(client, { phone: other });
  await merge(primary, { with: secondary, retain_fields: ['phones'] });

  const upserted = await answerOf<Record<string, unknown>>(
    await sendLead(client, 'POST', '/upsert', { phone }),
  );

  expect(upserted).toMatchObject({ lead_ids: [primary], created: false, matched_on: 'phone' });
});

test('a repeated merge gets the same answer', async () => {
  const [primary, secondary] = [await createLead(client), await createLead(client)];
  const first = await merge(primary, { with: secondary });
  const before = await dump([primary]);

  expect(await merge(primary, { with: secondary })).toEqual(first);
  expect(await dump([primary])).toEqual(before);
});

test('a dry run shows the survivor and writes nothing', async () => {
  const primary = await createLead(client, { name: 'Ann' });
  const secondary = await createLead(client, { name: 'Anna', phone: freshPhone() });
  const before = await dump([primary, secondary]);

  const { preview, conflicts } = await merge(primary, { with: secondary }, '?dry_run=true');

  expect(await dump([primary, secondary])).toEqual(before);
  expect(conflicts).toHaveLength(1);
  await merge(primary, { with: secondary });
  const { last_event_time: _, lead_modification_time: __, ...survivor } = await getLead(client, primary);
  expect(preview).toMatchObject(survivor);
});

test.for([
  [
    'retain everything',
    { retain_fields: 'name,email,phone,source_tags,state,lead_group,assigned_to,budget' },
  ],
  ['unite what can be united', { merge_fields: ['emails', 'phones', 'source_tags', 'notes', 'likes'] }],
  ['choose nothing', {}],
] as const)('merge and unmerge leave everything as it was: %s', async ([, choice]) => {
  const primary = await createLead(client, {
    email: `p.${phoneNumber}@merge.example`,
    phone: freshPhone(),
    name: 'Ann',
    source_tags: ['web'],
    lead_fields: { budget: [1], notes: ['x'], likes: ['a'] },
  });
  const secondary = await createLead(client, {
    email: `s.${phoneNumber}@merge.example`,
    phone: freshPhone(),
    name: 'Anna',
    source_tags: ['ads'],
    state: 'contacted',
    lead_fields: { budget: [2], notes: ['y'], likes: ['b'] },
  });
  await sendLead(client, 'POST', `/${secondary}/assign`, { to_user_email: company.agent.email });
  await sendLead(client, 'POST', `/${secondary}/note`, { message: 'Hers' });
  const before = await dump([primary, secondary]);

  await merge(primary, { with: secondary, ...choice });
  const answer = await answerOf(
    await sendLead(client, 'POST', `/${primary}/unmerge`, { lead_id: secondary }),
  );

  expect(answer).toEqual({ status: 'success', lead_ids: [primary, secondary], kept: [] });
  expect(await dump([primary, secondary])).toEqual(before);
});

test('an unmerge keeps and names the fields that were edited since, and has an event', async () => {
  const primary = await createLead(client, { phone: freshPhone() });
  const secondary = await createLead(client, {
    phone: freshPhone(),
    name: 'Anna',
    lead_fields: { budget: [2] },
  });
  const before = await getLead(client, secondary);
  await merge(primary, { with: secondary });
  await sendLead(client, 'POST', `/${primary}/modify`, { name: 'Annabel' });

  const answer = await answerOf(
    await sendLead(client, 'POST', `/${primary}/unmerge`, { lead_id: secondary }),
  );

  expect(answer).toMatchObject({ kept: ['name'] });
  expect(await getLead(client, primary)).toMatchObject({ name: 'Annabel', lead_fields: {} });
  expect(await getLead(client, secondary)).toEqual(before);
  expect(await eventTypes(client, primary)).toEqual([
    'lead_unmerged',
    'lead_modified',
    'lead_merged',
    'lead_created',
  ]);
  expect(await eventTypes(client, secondary)).toEqual(['lead_created']);
});

test('a chain of merges is undone from its end, and each lead gets its own events back', async () => {
  const [first, second, third] = [
    await createLead(client, { name: 'One' }),
    await createLead(client, { name: 'Two' }),
    await createLead(client, { name: 'Three' }),
  ];
  const before = await dump([first, second, third]);
  await merge(second, { with: first });
  await merge(third, { with: second });

  const early = await sendLead(client, 'POST', `/${third}/unmerge`, { lead_id: first });
  await answerOf(await sendLead(client, 'POST', `/${third}/unmerge`, { lead_id: second }));
  const survivor = await answerOf<{ lead_id: string }>(await sendLead(client, 'GET', `/${first}`));
  await answerOf(await sendLead(client, 'POST', `/${second}/unmerge`, { lead_id: first }));

  expect(early.status).toBe(409);
  expect((await problemOf(early)).code).toBe('unmerge_unavailable');
  expect(survivor.lead_id).toBe(second);
  expect(await dump([first, second, third])).toEqual(before);
});

test('an impossible merge is refused, and nothing is written', async () => {
  const [primary, secondary] = [
    await createLead(client, { name: 'A', lead_fields: { few: ['1', '2'] } }),
    await createLead(client, { name: 'B', lead_fields: { few: ['3'] } }),
  ];
  const before = await dump([primary, secondary]);

  expect(await refusal(primary, { with: primary })).toEqual([400, 'cannot_merge_self']);
  expect(await refusal(primary, { with: crypto.randomUUID() })).toEqual([404, 'not_found']);
  expect(await refusal(primary, {})).toEqual([400, 'missing_parameter']);
  expect(await refusal(primary, { with: secondary, retain_fields: ['shoe'] })).toEqual([
    400,
    'unknown_lead_field',
  ]);
  expect(await refusal(primary, { with: secondary, merge_fields: 'name' })).toEqual([
    400,
    'field_not_mergeable',
  ]);
  expect(await refusal(primary, { with: secondary, merge_fields: 'email', retain_fields: 'emails' })).toEqual(
    [400, 'invalid_parameter'],
  );
  expect(await refusal(primary, { with: secondary, merge_fields: ['few'] })).toEqual([
    400,
    'cardinality_exceeded',
  ]);
  expect(await dump([primary, secondary])).toEqual(before);
});

test('a lead outside the caller’s scope cannot be merged', async () => {
  const [primary, secondary] = [await createLead(client), await createLead(client)];
  await sendLead(client, 'POST', `/${secondary}/assign`, { to_user_email: company.colleague.email });

  const response = await sendLead({ user: company.agent, path: company.path }, 'POST', `/${primary}/merge`, {
    with: secondary,
  });

  expect(response.status).toBe(403);
});

test('a lead that was not merged cannot be unmerged', async () => {
  const [lead, other] = [await createLead(client), await createLead(client)];

  const living = await sendLead(client, 'POST', `/${lead}/unmerge`, { lead_id: other });
  const unknown = await sendLead(client, 'POST', `/${lead}/unmerge`, { lead_id: crypto.randomUUID() });

  expect([living.status, (await problemOf(living)).code]).toEqual([409, 'unmerge_unavailable']);
  expect(unknown.status).toBe(404);
});

test('the survivor has the older creation time of the two, and gets its own back after an unmerge', async () => {
  const since = async (time: string): Promise<string> => {
    const leads = [{ lead: { email: `${crypto.randomUUID()}@merge.example` }, creation_time: time }];
    const made = await answerOf<{ lead_ids: [string] }>(
      await sendLead(client, 'POST', '/history', { leads }),
    );
    return made.lead_ids[0];
  };
  const ageOf = async (leadId: string): Promise<string | undefined> => {
    const ids = encodeURIComponent(JSON.stringify([leadId]));
    const found = await answerOf<{ lead_creation_time: string }[]>(
      await sendLead(client, 'GET', `/search/ids?ids=${ids}`),
    );
    return found[0]?.lead_creation_time;
  };
  const [older, younger] = ['2024-03-01T00:00:00.000Z', '2025-03-01T00:00:00.000Z'];

  for (const [primaryTime, secondaryTime] of [
    [older, younger],
    [younger, older],
  ] as const) {
    const [primary, secondary] = [await since(primaryTime), await since(secondaryTime)];
    await merge(primary, { with: secondary });
    expect(await ageOf(primary)).toBe(older);
    // An edit after the merge, so that it is undone member by member.
    await answerOf(await sendLead(client, 'POST', `/${primary}/modify`, { name: 'Edited' }));
    await answerOf(await sendLead(client, 'POST', `/${primary}/unmerge`, { lead_id: secondary }));
    expect([await ageOf(primary), await ageOf(secondary)]).toEqual([primaryTime, secondaryTime]);
  }
});
