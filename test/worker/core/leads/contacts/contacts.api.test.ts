/** A lead's contacts with the company at a glance. */
import { expect, test } from 'vitest';
import { answerOf, makeUser } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { createLead } from '../../../../harness/leads.ts';
import { AUSTIN, freshCaller, makeCallCompany } from '../../phone/calls/call-company.ts';
import { call, PATIENCE, PLUMBER, tap, TARGET, view } from '../../phone/calls/visiting.ts';

interface Contacts {
  first_visit: { source: string; campaign: string | null } | null;
  call_counts: { received: number; missed: number; placed: number };
  text_counts: { received: number; sent: number };
  form_count: number;
  values: { unit: string; value: number }[];
  is_complete: boolean;
}

test('calls, texts, forms, their value and the first visit are summed up', async () => {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  const from = freshCaller();
  const visit = await view(company, PLUMBER, { query: '' });
  await tap(company, { visit, number: AUSTIN, target: TARGET });
  const begun = await call(company, from);
  const { lead_id: leadId } = begun;
  const report = async (id: string, members: object): Promise<{ call_id: string }> =>
    answerOf(
      await sendAs(superadmin, 'POST', `${path}/calls`, {
        carrier_call_id: id,
        number: AUSTIN,
        from,
        started_at: '2026-03-02T16:00:00Z',
        ...members,
      }),
    );
  await report('missed', { outcome: 'missed' });
  await report('voicemail', { outcome: 'voicemail' });
  const sold = [];
  for (const id of ['first', 'second', 'abroad']) sold.push(await report(id, { outcome: 'answered' }));
  for (const [index, value] of [
    { unit: 'USD', value: 80.5 },
    { unit: 'USD', value: 40 },
    { unit: 'EUR', value: 10 },
  ].entries()) {
    await answerOf(
      await sendAs(superadmin, 'POST', `${path}/calls/${sold[index]?.call_id}/modify`, { value }),
    );
  }
  const text = { carrier_text_id: 'text', number: AUSTIN, from, message: 'Hello' };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/texts`, text));

  const contacts = `${path}/leads/${leadId}/contacts`;
  await expect
    .poll(
      async () => (await answerOf<Contacts>(await sendAs(superadmin, 'GET', contacts))).first_visit,
      PATIENCE,
    )
    .toMatchObject({ source: 'paid_search', campaign: 'Plumber Denver' });
  const answer = await goldenFiles('calls')<Contacts>('contacts', await sendAs(superadmin, 'GET', contacts));
  expect(answer).toMatchObject({
    // A call that was not reported as answered counts as missed.
    call_counts: { received: 6, missed: 3, placed: 0 },
    text_counts: { received: 1, sent: 0 },
    form_count: 0,
    values: [
      { unit: 'EUR', value: 10 },
      { unit: 'USD', value: 120.5 },
    ],
    is_complete: true,
  });
  // An agent who neither answers for its branch nor has the lead does not see them.
  const to = { to_user_email: superadmin.email };
  expect((await sendAs(superadmin, 'POST', `${path}/leads/${leadId}/assign`, to)).status).toBe(200);
  const stranger = await makeUser(superadmin, path, { role_id: 'agent' });
  expect((await sendAs(stranger, 'GET', contacts)).status).toBe(403);
});

test('a lead without contacts has none', async () => {
  const { superadmin, path } = await makeCallCompany();
  const leadId = await createLead({ user: superadmin, path }, { name: 'Ann' });

  expect(await answerOf(await sendAs(superadmin, 'GET', `${path}/leads/${leadId}/contacts`))).toEqual({
    first_visit: null,
    call_counts: { received: 0, missed: 0, placed: 0 },
    text_counts: { received: 0, sent: 0 },
    form_count: 0,
    values: [],
    is_complete: true,
  });
});
