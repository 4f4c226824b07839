/** Forms as conversions: the visit that sent them, spam, corrections, the preview and the file. */
import { expect, test } from 'vitest';
import type { OutboxPage, PreviewBody } from '../../../../worker/core/conversions/answer-schema.ts';
import { answerOf, type PeopledCompany } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { freshVisit, view } from '../phone/calls/visiting.ts';
import {
  emailField,
  freshEmail,
  freshSubmission,
  leadOf,
  makeFormCompany,
  sendForm,
} from '../phone/forms/sending.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };
const KEYS = 'utm_source=google&utm_medium=cpc&gclid=Cj0KCQiA_abcdefghijklmnop';
const RULE = {
  name: 'Forms',
  when: { what: 'form', first_time: true },
  value: { unit: 'EUR', value: 25 },
  platforms: ['google_ads'],
};

async function withFormRule(): Promise<PeopledCompany> {
  const company = await makeFormCompany();
  const { superadmin, path } = company;
  const platform = { enabled: true, settings: { conversion_name: 'Form' } };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/conversions/platforms/google_ads`, platform));
  await answerOf(await sendAs(superadmin, 'POST', `${path}/conversions/rules`, RULE));
  return company;
}

async function logOf({ superadmin, path }: PeopledCompany): Promise<OutboxPage['conversions']> {
  const page = await answerOf<OutboxPage>(await sendAs(superadmin, 'GET', `${path}/conversions/outbox`));
  return page.conversions;
}

async function statusesOf(company: PeopledCompany): Promise<unknown[]> {
  return (await logOf(company)).map(({ status, reason }) => [status, reason]);
}

test('a form with consent is reported once for the visit that sent it, and others are not, with the reason', async () => {
  const company = await withFormRule();
  const { companyId, superadmin, path } = company;
  const [email, spammer] = [freshEmail(), freshEmail()];
  const others = { visit: freshVisit(), touch: [KEYS, ''], cookies: [] };
  const fields = [emailField(email)];
  await sendForm(companyId, { fields: [emailField(spammer)], time: 100 });
  await leadOf(company, spammer);
  await sendForm(companyId, { ...others, fields, cookies: undefined, form: 'first' });
  await leadOf(company, email);
  await sendForm(companyId, { ...others, fields });
  await expect
    .poll(() => statusesOf(company), PATIENCE)
    .toEqual([
      ['skipped', 'not_first_time'],
      ['skipped', 'no_consent'],
      ['skipped', 'unwanted'],
    ]);

  const other = freshEmail();
  const sent = { ...others, id: freshSubmission(), fields: [emailField(other)] };
  await sendForm(companyId, sent);
  await leadOf(company, other);
  // Sent again, it is the same form.
  await sendForm(companyId, sent);
  const [form, ...rest] = await logOf(company);

  expect(rest).toHaveLength(3);
  expect(form).toMatchObject({ what: 'form', status: 'waiting', value: { unit: 'EUR', value: 25 } });
  const preview = await answerOf<PreviewBody>(await sendAs(superadmin, 'GET', `${path}/conversions/preview`));
  expect(preview.rules[0]?.platforms[0]).toMatchObject({ sent: 1, not_sent: 3 });
  const file = await sendAs(superadmin, 'GET', `${path}/conversions/google_ads.csv`);
  const lines = (await file.text()).trim().split('\n');
  expect(lines.filter((line) => line.startsWith('Cj0KCQiA_abcdefghijklmnop,Form,'))).toHaveLength(1);
});

test.for([
  ['given before it was sent', undefined, [], [], 'waiting', null],
  ['given after it was sent', undefined, undefined, [], 'skipped', 'no_consent'],
  ['withdrawn before it was sent', [], undefined, undefined, 'skipped', 'no_consent'],
  ['withdrawn after it was sent', [], [], undefined, 'waiting', null],
] as const)(
  'a form counts by the consent with which it was sent: %s',
  async ([, ofVisit, ofForm, later, status, reason]) => {
    const company = await withFormRule();
    const { companyId, superadmin, path } = company;
    const consentBy = (cookies: readonly never[] | undefined): { cookies?: string[] } =>
      cookies ? { cookies: [] } : {};
    const visitor = { origin: 'https://example.com' };
    const visit = await view(company, KEYS, { visitor, ...consentBy(ofVisit) });
    const email = freshEmail();
    await sendForm(companyId, {
      visit,
      touch: [KEYS, ''],
      fields: [emailField(email)],
      ...consentBy(ofForm),
    });
    const { lead_id: lead } = await leadOf(company, email);
    await view(company, KEYS, { visitor, id: visit, ...consentBy(later) });
    // The visit is found some seconds after the form.
    const found = async (): Promise<unknown[]> => {
      const { forms } = await answerOf<{ forms: { visit: { visit_id: string | null } }[] }>(
        await sendAs(superadmin, 'GET', `${path}/leads/${lead}/everything`),
      );
      return forms.map((form) => form.visit.visit_id);
    };
    await expect.poll(found, PATIENCE).toEqual([visit]);

    await expect.poll(() => statusesOf(company), PATIENCE).toEqual([[status, reason]]);
  },
);

test.each([
  { talk_seconds: 60 },
  { outcomes: ['answered'] },
  { locations: ['austin'] },
  { lead_status: 'good' },
])('a rule about forms takes no %o', async (condition) => {
  const { superadmin, path } = await makeFormCompany();
  const rule = { ...RULE, when: { what: 'form', ...condition } };

  const problem = await problemOf(await sendAs(superadmin, 'POST', `${path}/conversions/rules`, rule));

  expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '/when' }] });
});

test.each(['text', 'form'])(
  'a rule about a %s names an amount, since nobody enters its value',
  async (what) => {
    const { superadmin, path } = await makeFormCompany();
    const send = (to: string, body: object): Promise<Response> =>
      sendAs(superadmin, 'POST', `${path}/conversions/rules${to}`, body);
    const valueless = await problemOf(await send('', { ...RULE, when: { what }, value: 'lead' }));
    const call = await answerOf<{ rule_id: string }>(
      await send('', { ...RULE, when: { what: 'call' }, value: 'lead' }),
    );
    const moved = await problemOf(await send(`/${call.rule_id}/modify`, { when: { what } }));

    for (const problem of [valueless, moved]) {
      expect(problem).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
        errors: [{ pointer: '/value' }],
      });
    }
  },
);

test('an erased person leaves no conversion of their forms', async () => {
  const company = await withFormRule();
  const { superadmin, path } = company;
  const email = freshEmail();
  await sendForm(company.companyId, { fields: [emailField(email)] });
  const lead = await leadOf(company, email);
  expect(await logOf(company)).toHaveLength(1);

  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${lead.lead_id}/erase`, {}));

  expect(await logOf(company)).toEqual([]);
});

test.for(['QQQ', 'eur', 'EURO', ''])(
  'the currency %j of a rule is refused, since there is none',
  async (unit) => {
    const { superadmin, path } = await makeFormCompany();
    const rules = `${path}/conversions/rules`;
    const saved = await answerOf<{ rule_id: string }>(await sendAs(superadmin, 'POST', rules, RULE));
    const value = { unit, value: 50 };
    for (const [rest, body] of [
      ['', { ...RULE, value }],
      [`/${saved.rule_id}/modify`, { value }],
    ] as const) {
      const problem = await problemOf(await sendAs(superadmin, 'POST', rules + rest, body));
      expect(problem).toMatchObject({
        status: 400,
        errors: [{ pointer: '/value/unit', detail: expect.stringContaining('ISO 4217') as string }],
      });
    }
  },
);
