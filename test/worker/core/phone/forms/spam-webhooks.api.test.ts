/** A lead whose form looks like spam says so to webhooks, and a webhook may leave such leads out. */
import { expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { startReceiver } from '../../../../harness/receiver.ts';
import { emailField, freshEmail, leadOf, makeFormCompany, sendForm } from './sending.ts';

interface Message {
  type: string;
  data: { lead_id: string; spam?: unknown };
}

test('a lead of spam says so, and a webhook that leaves spam out gets nothing of it until its tag is gone', async () => {
  const company = await makeFormCompany();
  const { superadmin, path, companyId } = company;
  const [all, clean] = [await startReceiver(204), await startReceiver(204)];
  const subscribe = async (url: string, more: object): Promise<{ leave_out_spam: boolean }> =>
    answerOf(await sendAs(superadmin, 'POST', `${path}/webhooks`, { url, ...more }));
  const answers = [await subscribe(all.url, {}), await subscribe(clean.url, { leave_out_spam: true })];
  const [bad, good] = [freshEmail(), freshEmail()];
  await sendForm(companyId, { trap: true, fields: [emailField(bad)] });
  const { lead_id: spam } = await leadOf(company, bad);
  await sendForm(companyId, { fields: [emailField(good)] });
  const { lead_id: lead } = await leadOf(company, good);

  const ofLead = ({ deliveries }: typeof all, id: string): Message[] =>
    deliveries.map(({ body }) => JSON.parse(body) as Message).filter(({ data }) => data.lead_id === id);
  const typesOf = (receiver: typeof all, id: string): string[] =>
    ofLead(receiver, id)
      .map(({ type }) => type)
      .toSorted();
  const whole: unknown = expect.arrayContaining(['form.received', 'lead.created']);
  for (const receiver of [clean, all]) {
    await expect.poll(() => typesOf(receiver, lead), { timeout: 30_000 }).toEqual(whole);
  }

  expect(answers.map(({ leave_out_spam: isLeftOut }) => isLeftOut)).toEqual([false, true]);
  expect(ofLead(all, spam).map(({ type, data }) => [type, data.spam])).toEqual(
    expect.arrayContaining([
      ['lead.created', true],
      ['form.received', ['hidden_field']],
    ]),
  );
  expect(ofLead(all, lead).find(({ type }) => type === 'lead.created')?.data).not.toHaveProperty('spam');
  expect(ofLead(clean, spam)).toEqual([]);

  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${spam}/modify`, { tags: [] }));
  await expect.poll(() => typesOf(clean, spam), { timeout: 30_000 }).toEqual(['lead.changed']);
});
