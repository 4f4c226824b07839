/** The bounds of a lead hold for requests, imports and merges. */
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { exportFile, importFile } from '../../../harness/csv.ts';
import { createLead, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';

let client: LeadClient;

beforeAll(async () => {
  const company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
});

const tags = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `tag ${from + index}`);
const emails = (from: number, count: number): { email: string; type: string }[] =>
  Array.from({ length: count }, (_, index) => ({ email: `p${from + index}@full.example`, type: 'Work' }));
const phones = (from: number, count: number): { phone: string; type: string }[] =>
  Array.from({ length: count }, (_, index) => ({ phone: `+1415555${1000 + from + index}`, type: 'Work' }));

let made = 0;
const freshEmail = (): string => `lead.${(made += 1)}@bounds.example`;

describe('a full lead', () => {
  const full = async (): Promise<{ leadId: string; email: string }> => {
    const email = freshEmail();
    const leadId = await createLead(client, {
      emails: [{ email, type: 'Work' }, ...emails(made * 1_000, 49)],
      phones: phones(made * 50, 50),
      source_tags: tags(0, 50),
      tags: tags(0, 50),
    });
    return { leadId, email };
  };

  test.each([
    ['source_tags', { source_tags: ['one more'] }],
    ['tags', { tags: ['one more'] }],
    ['emails', { phone: '+14155550001' }],
    ['phones', { phone: '+14155559999' }],
  ])('refuses an upsert that adds one more of %s, and stays unchanged', async (list, extra) => {
    const { leadId, email } = await full();
    const before = await getLead(client, leadId);
    const more =
      list === 'emails' ? { email: freshEmail(), phone: before.phones[0]?.phone } : { email, ...extra };

    const refused = await sendLead(client, 'POST', '/upsert', { ...more, name: 'Changed' });

    expect(refused.status).toBe(409);
    expect(await problemOf(refused)).toMatchObject({
      code: 'too_many_values',
      errors: [{ pointer: `/${list}`, code: 'too_many_values' }],
      limit: 50,
      count: 51,
    });
    expect(await getLead(client, leadId)).toEqual(before);
  });

  test('refuses a longer list by modify, and accepts the list of its own answer', async () => {
    const { leadId } = await full();
    const { emails: own, phones: numbers, source_tags } = await getLead(client, leadId);

    const refused = await sendLead(client, 'POST', `/${leadId}/modify`, { source_tags: tags(0, 51) });
    const taken = await sendLead(client, 'POST', `/${leadId}/modify`, {
      emails: own,
      phones: numbers,
      source_tags,
    });

    expect((await problemOf(refused)).code).toBe('too_many_values');
    expect(taken.status).toBe(200);
  });

  test('makes an imported row fail with the reason, and the following rows are imported', async () => {
    const { email } = await full();
    const file = `email,source_tags\r\n${email},One more\r\n${freshEmail()},Web\r\n`;

    const { rows } = await importFile(client, file);

    expect(rows).toMatchObject([
      { status: 'failed', errors: [{ code: 'too_many_values' }] },
      { status: 'created' },
    ]);
  });

  test('keeps the primary’s lists in a merge, and refuses a union beyond a bound', async () => {
    const { leadId } = await full();
    const second = await createLead(client, { email: freshEmail(), source_tags: ['another tag'] });
    const merge = (body: object): Promise<Response> =>
      sendLead(client, 'POST', `/${leadId}/merge`, { with: second, ...body });

    const refused = await merge({ merge_fields: ['source_tags'] });
    expect(refused.status).toBe(409);
    expect(await problemOf(refused)).toMatchObject({ code: 'too_many_values', limit: 50, count: 51 });
    expect((await sendLead(client, 'GET', `/${second}`)).headers.has('Content-Location')).toBe(false);

    expect((await merge({})).status).toBe(200);
  });

  test('can be imported from its line in an export', async () => {
    const { email } = await full();
    const file = await exportFile(client, `?q=${email}`);

    const { rows } = await importFile(client, file);

    expect(rows).toMatchObject([{ status: 'updated' }]);
  });
});

test('a union of two lists within the bound that exceeds it is refused without losing a tag', async () => {
  const first = await createLead(client, { email: freshEmail(), source_tags: tags(0, 40) });
  const second = await createLead(client, { email: freshEmail(), source_tags: tags(100, 40) });

  const refused = await sendLead(client, 'POST', `/${first}/merge`, {
    with: second,
    merge_fields: 'source_tags',
  });

  expect((await problemOf(refused)).code).toBe('too_many_values');
  expect((await getLead(client, first)).source_tags).toEqual(tags(0, 40));
  expect((await getLead(client, second)).source_tags).toEqual(tags(100, 40));
});

test('an event names the added and removed values of a list, not the whole list', async () => {
  const email = freshEmail();
  const leadId = await createLead(client, { email, source_tags: tags(0, 48) });

  await sendLead(client, 'POST', '/upsert', { email, source_tags: ['late'], phone: '+14155550123' });
  await sendLead(client, 'POST', `/${leadId}/modify`, { source_tags: [...tags(0, 48).toReversed(), 'late'] });
  await sendLead(client, 'POST', `/${leadId}/modify`, { source_tags: tags(0, 48) });

  const timeline = await answerOf<{ events: { type: string; data: Record<string, unknown> }[] }>(
    await sendLead(client, 'GET', `/${leadId}/events`),
  );
  const changes = timeline.events
    .filter(({ type }) => type === 'lead_modified')
    .map(({ data }) => data['changes']);
  expect(changes).toEqual([
    [{ field: 'source_tags', added: [], removed: ['late'], reordered: true }],
    [{ field: 'source_tags', added: [], removed: [], reordered: true }],
    [
      { field: 'phones', added: [{ phone: '+14155550123', type: 'Work' }], removed: [] },
      { field: 'source_tags', added: ['late'], removed: [] },
    ],
  ]);
});

test('a lead stays within its bounds after 300 upserts with a new address each', async () => {
  const phone = '+14155550177';
  const answers: number[] = [];
  for (let start = 0; start < 300; start += 50) {
    const batch = Array.from({ length: 50 }, (_, index) =>
      sendLead(client, 'POST', '/upsert', { phone, email: `many.${start + index}@bounds.example` }),
    );
    answers.push(...(await Promise.all(batch)).map(({ status }) => status));
  }

  expect(answers.filter((status) => status === 200)).toHaveLength(50);
  expect(answers.filter((status) => status === 409)).toHaveLength(250);
  const { lead_ids: ids } = await answerOf<{ lead_ids: [string] }>(
    await sendLead(client, 'POST', '/upsert', { phone }),
  );
  expect((await getLead(client, ids[0])).emails).toHaveLength(50);
});

describe('a body that is too large for a row of the database', () => {
  const megabyte = 'x'.repeat(65_000);

  test('is refused with 413, and nothing of it is stored', async () => {
    const company = await makeCompanyWithUsers();
    const big: LeadClient = { user: company.superadmin, path: company.path };
    const fields = Array.from({ length: 40 }, (_, index) => ({
      name: `text_${index}`,
      label: `Text ${index}`,
      type: 'text',
    }));
    const put = await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/fields`, fields);
    expect(put.status).toBe(200);
    const leadId = await createLead(big, { email: 'big@bounds.example' });
    const modify = (from: number): Promise<Response> =>
      sendLead(big, 'POST', `/${leadId}/modify`, {
        lead_fields: Object.fromEntries(
          Array.from({ length: 15 }, (_, index) => [`text_${from + index}`, [megabyte]]),
        ),
      });

    expect((await modify(0)).status).toBe(200);
    expect((await modify(15)).status).toBe(200);
    const before = await getLead(big, leadId);
    const refused = await modify(25);

    expect(refused.status).toBe(413);
    expect((await problemOf(refused)).code).toBe('value_too_large');
    expect(await getLead(big, leadId)).toEqual(before);
  });
});
