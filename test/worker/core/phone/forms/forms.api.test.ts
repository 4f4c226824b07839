/** Forms that visitors send become leads: the lane, the lead, its timeline, spam, notifications, erasure. */
import { expect, test, vi } from 'vitest';
import { answerOf, type PeopledCompany } from '../../../../harness/builders.ts';
import { freshIp, sendAs } from '../../../../harness/client.ts';
import { putSettings, dniSettings } from '../../../../harness/dni-company.ts';
import { freshVisit, PLUMBER, view } from '../calls/visiting.ts';
import {
  emailField,
  type Field,
  formsOn,
  freshEmail,
  freshSubmission,
  leadOf,
  leadsWith,
  makeFormCompany,
  sendForm,
  textField,
} from './sending.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };
const NAME: Field = ['Your name', 'Jo Doe', 'text', '', 'fullname'];
const PHONE: Field = ['Mobile', '(512) 555-0199', 'tel', 'tel', 'mobile'];

const notified = async ({ manager, path }: PeopledCompany): Promise<string[]> => {
  const { notifications } = await answerOf<{ notifications: { type: string }[] }>(
    await sendAs(manager, 'GET', `${path}/notifications?size=50`),
  );
  return notifications.map(({ type }) => type);
};

/** Waits until all former forms are saved: the object takes one after the other. */
async function settle(company: PeopledCompany): Promise<void> {
  const email = freshEmail();
  await sendForm(company.companyId, { fields: [emailField(email)] });
  await leadOf(company, email);
}

test('a form becomes a lead with its source and answers, and the managers hear of it', async () => {
  const company = await makeFormCompany();
  const email = freshEmail();
  const fields = [NAME, emailField(email), PHONE, textField('What is leaking?', 'The roof.')];

  expect(await sendForm(company.companyId, { fields })).toBe(204);

  const lead = await leadOf(company, email);
  expect(lead).toMatchObject({
    name: 'Jo Doe',
    phones: [{ phone: '+15125550199' }],
    source_tags: ['organic_search'],
  });
  const [form, ...others] = await formsOn(company, lead);
  expect(others).toEqual([]);
  expect(form).toMatchObject({
    online: true,
    inbound: true,
    data: {
      form: 'contact',
      page: '/contact',
      source: 'organic_search',
      confirmed: true,
      spam: [],
      name: 'Jo Doe',
      email,
      phone: '+15125550199',
      answers: [{ label: 'What is leaking?', value: 'The roof.' }],
    },
  });
  expect(await notified(company)).toEqual(['form.received']);
});

test('a form that comes again is the same one: repeated, corrected, or from the page loaded again', async () => {
  const company = await makeFormCompany();
  const [wrong, email] = [freshEmail(), freshEmail()];
  const [id, visit] = [freshSubmission(), freshVisit()];
  const first = { id, visit, sent: false, fields: [emailField(wrong), textField('Text', 'Hello')] };
  await sendForm(company.companyId, first);
  await leadOf(company, wrong);
  await sendForm(company.companyId, first);
  await sendForm(company.companyId, { id, visit, fields: [emailField(email), textField('Text', 'Hello!')] });
  const lead = await leadOf(company, email);
  await sendForm(company.companyId, { visit, fields: [emailField(email), textField('Text', 'Hello again')] });
  await settle(company);

  expect(await leadsWith(company, wrong)).toEqual([]);
  const forms = await formsOn(company, lead);
  expect(forms).toHaveLength(1);
  expect(forms[0]?.data).toMatchObject({
    confirmed: true,
    answers: [{ label: 'Text', value: 'Hello again' }],
  });
  // The other one is of `settle`.
  expect(await notified(company)).toEqual(['form.received', 'form.received']);
});

test.for([
  ['another visit', freshVisit(), freshVisit(), '/contact'],
  ['a visit without an id', freshVisit(), null, '/contact'],
  ['visits without ids', null, null, '/contact'],
  ['another page', 'own', 'own', '/offer'],
] as const)(
  'what somebody wrote stays beside what %s writes with their address',
  async ([, own, other, page]) => {
    const company = await makeFormCompany();
    const email = freshEmail();
    const same = freshVisit();
    const idOf = (visit: string | null): string | null => (visit === 'own' ? same : visit);
    const message = (text: string): Field[] => [emailField(email), textField('Text', text)];
    await sendForm(company.companyId, { visit: idOf(own), fields: message('Please come on Monday') });
    const lead = await leadOf(company, email);
    const url = `https://example.com${page}`;
    await sendForm(company.companyId, { visit: idOf(other), url, fields: message('Do not come') });
    await settle(company);

    expect((await formsOn(company, lead)).map(({ data }) => data['answers'])).toEqual([
      [{ label: 'Text', value: 'Do not come' }],
      [{ label: 'Text', value: 'Please come on Monday' }],
    ]);
    // The third one is of `settle`.
    expect(await notified(company)).toHaveLength(3);
  },
);

test('a known person keeps their lead and name; another form is another event', async () => {
  const company = await makeFormCompany();
  const email = freshEmail();
  await sendForm(company.companyId, { fields: [NAME, emailField(email)] });
  const lead = await leadOf(company, email);
  const forged: Field = ['Name', 'Somebody Else', 'text', 'name', 'name'];
  await sendForm(company.companyId, {
    form: 'offer',
    fields: [forged, emailField(email.toUpperCase()), PHONE],
  });
  await settle(company);

  const [known, ...others] = await leadsWith(company, email);
  expect(others).toEqual([]);
  expect(known).toMatchObject({ lead_id: lead.lead_id, name: 'Jo Doe', phones: [{ phone: '+15125550199' }] });
  expect((await formsOn(company, lead)).map(({ data }) => data['form'])).toEqual(['offer', 'contact']);
});

test('secrets are not kept, whatever the sender says of the field', async () => {
  const company = await makeFormCompany();
  const email = freshEmail();
  const fields: Field[] = [
    emailField(email),
    ['Password', 'hunter2', 'text', '', 'login'],
    ['Code', '123', 'text', 'cc-csc', 'code'],
    [
      'Text',
      'My card is 4111 1111 1111 1111, my number 078-05-1120, my order 1234567890128.',
      'textarea',
      '',
      '',
    ],
  ];
  await sendForm(company.companyId, { fields });

  const [form] = await formsOn(company, await leadOf(company, email));
  expect(form?.data['answers']).toEqual([
    { label: 'Text', value: 'My card is [removed], my number [removed], my order 1234567890128.' },
  ]);
});

test.for([
  ['hidden_field', { trap: true }],
  ['too_fast', { time: 20 }],
  ['links', { fields: [textField('Text', 'https://a.example https://b.example www.c.example')] }],
  ['markup', { fields: [textField('Text', 'See <a href="x">this</a>')] }],
] as const)('spam (%s) is marked, and nobody is told', async ([reason, members]) => {
  const company = await makeFormCompany();
  const email = freshEmail();
  const fields = [emailField(email), ...('fields' in members ? members.fields : [])];
  await sendForm(company.companyId, { ...members, fields });

  const lead = await leadOf(company, email);
  expect(lead.tags).toEqual(['spam']);
  expect((await formsOn(company, lead))[0]?.data['spam']).toEqual([reason]);
  expect(await notified(company)).toEqual([]);
});

test('a form that looked like spam and comes again without it is told of', async () => {
  const company = await makeFormCompany();
  const email = freshEmail();
  const id = freshSubmission();
  await sendForm(company.companyId, { id, time: 20, fields: [emailField(email)] });
  await leadOf(company, email);
  expect(await notified(company)).toEqual([]);

  await sendForm(company.companyId, { id, fields: [emailField(email)] });

  await vi.waitUntil(async () => (await notified(company)).length > 0, PATIENCE);
  expect(await notified(company)).toEqual(['form.received']);
  expect((await leadOf(company, email)).tags ?? []).toEqual([]);
});

test('a flood of a network is spam first, and then nothing is kept', async () => {
  const company = await makeFormCompany();
  const ip = freshIp();
  const emails = Array.from({ length: 64 }, freshEmail);
  for (const email of emails) {
    expect(await sendForm(company.companyId, { fields: [emailField(email)] }, { ip })).toBe(204);
  }
  await settle(company);

  const all = await Promise.all(
    [0, 19, 20, 59, 60, 63].map(async (at) => leadsWith(company, emails[at] ?? '')),
  );
  expect(all.map((found) => found.map(({ tags = [] }) => tags))).toEqual([
    [[]],
    [[]],
    [['spam']],
    [['spam']],
    [],
    [],
  ]);
});

test.for([
  ['of another site', {}, { origin: 'https://evil.example' }],
  ['that names another page', { url: 'https://evil.example/contact' }, {}],
  ['of a crawler', {}, { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
  [
    'that is too large',
    { fields: Array.from({ length: 20 }, () => textField('Text', 'x'.repeat(1_000))) },
    {},
  ],
  ['with too many fields', { fields: Array.from({ length: 5_000 }, () => textField('', '')) }, {}],
  ['with an id of another form', { id: 'x' }, {}],
  ['whose fields are no list', { fields: 'x' }, {}],
] as const)('nothing is kept of a form %s', async ([, members, visitor]) => {
  const company = await makeFormCompany();
  const email = freshEmail();
  const fields = 'fields' in members ? members.fields : [];
  const sent = Array.isArray(fields) ? [emailField(email), ...fields] : fields;

  expect(await sendForm(company.companyId, { ...members, fields: sent }, visitor)).toBe(204);

  await settle(company);
  expect(await leadsWith(company, email)).toEqual([]);
});

test('nothing is kept while the settings say nothing of forms', async () => {
  const company = await makeFormCompany({ forms: false });
  const [early, late] = [freshEmail(), freshEmail()];
  expect(await sendForm(company.companyId, { fields: [emailField(early)] })).toBe(204);
  expect(await sendForm(company.companyId, 'no JSON')).toBe(204);
  await answerOf(await putSettings(company.companyId, dniSettings({ forms: true })));
  await vi.waitUntil(async () => {
    await sendForm(company.companyId, { fields: [emailField(late)] });
    return (await leadsWith(company, late)).length > 0;
  }, PATIENCE);

  expect(await leadsWith(company, early)).toEqual([]);
});

test('a form without an e-mail address and a phone number makes no lead', async () => {
  const company = await makeFormCompany();
  await sendForm(company.companyId, { fields: [NAME, textField('Text', 'Call me never')] });
  await settle(company);

  const { leads } = await answerOf<{ leads: unknown[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/leads/recent_leads?relative=last_7_days`),
  );
  expect(leads).toHaveLength(1);
});

test('a form belongs to the visit that sent it', async () => {
  const company = await makeFormCompany();
  const email = freshEmail();
  const visit = freshVisit();
  await sendForm(company.companyId, { visit, touch: [PLUMBER, ''], fields: [emailField(email)] });
  const lead = await leadOf(company, email);
  expect((await formsOn(company, lead))[0]?.data).toMatchObject({ campaign: 'Plumber Denver' });
  await view(company, PLUMBER, { id: visit });

  const events = await vi.waitUntil(async () => {
    const page = await answerOf<{ events: { type: string; data: Record<string, unknown> }[] }>(
      await sendAs(company.superadmin, 'GET', `${company.path}/leads/${lead.lead_id}/events`),
    );
    return page.events.find(({ type }) => type === 'visit');
  }, PATIENCE);
  expect(events.data).toMatchObject({
    visit_id: visit,
    campaign: 'Plumber Denver',
    method: 'form',
    confidence: 1,
  });
});

test('erasing a person takes their forms along, and the copy of their data has them', async () => {
  const company = await makeFormCompany();
  const email = freshEmail();
  await sendForm(company.companyId, {
    fields: [NAME, emailField(email), textField('Text', 'Private matters')],
  });
  const { lead_id: leadId } = await leadOf(company, email);
  const { superadmin, path } = company;

  const copy = await answerOf<{ forms: { page: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/leads/${leadId}/everything`),
  );
  expect(copy.forms).toMatchObject([{ page: '/contact', lead_id: leadId, source: 'organic_search' }]);
  const erased = await answerOf<{ erased: Record<string, number> }>(
    await sendAs(superadmin, 'POST', `${path}/leads/${leadId}/erase`, {}),
  );
  expect(erased).toMatchObject({ erased: { forms: 1 } });
});

test('the page of a form is in the stream until the person is erased', async () => {
  const company = await makeFormCompany();
  const email = freshEmail();
  await sendForm(company.companyId, {
    url: 'https://example.com/private-matter',
    fields: [emailField(email)],
  });
  const { lead_id: leadId } = await leadOf(company, email);
  const { superadmin, path } = company;
  const stream = async (): Promise<string> =>
    (await sendAs(superadmin, 'GET', `${path}/changes?types=form.received,form.changed`)).text();
  const before = await stream();
  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${leadId}/erase`, {}));

  expect(JSON.parse(before)).toMatchObject({ changes: [{ data: { page: '/private-matter' } }] });
  const after = await stream();
  expect(after).toContain('form.received');
  expect(after).not.toContain('private-matter');
});

test('what is not kept of a flood is counted, and the super admins are told', async () => {
  const company = await makeFormCompany();
  const ip = freshIp();
  for (let sent = 0; sent < 63; sent += 1) {
    await sendForm(company.companyId, { fields: [emailField(freshEmail())] }, { ip });
  }

  const told = await vi.waitUntil(async () => {
    const { notifications } = await answerOf<{ notifications: { type: string; data: object }[] }>(
      await sendAs(company.superadmin, 'GET', `${company.path}/notifications`),
    );
    return notifications.find(({ type }) => type === 'forms.dropped');
  }, PATIENCE);

  expect(told).toMatchObject({ data: { count: 3 } });
});
