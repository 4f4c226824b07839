import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { sendAs, sendAsOperator } from '../../../harness/client.ts';
import { goldenFiles } from '../../../harness/golden.ts';
import { putSettings } from '../../../harness/dni-company.ts';
import { createLead } from '../../../harness/leads.ts';
import { AUSTIN, branches } from '../phone/calls/call-company.ts';

test('the answers about removed leads are those of the golden files', async () => {
  const { companyId, superadmin, agent, path } = await makeCompanyWithUsers();
  expect((await putSettings(companyId, branches(agent.userId))).status).toBe(200);
  const compare = goldenFiles('removal');
  const ask = async <Body>(name: string, method: string, rest: string): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, `${path}/leads${rest}`));
  const leadId = await createLead(
    { user: superadmin, path },
    { name: 'Ann Lee', email: 'ann@example.com', phone: '+12065550123' },
  );
  const person = { number: AUSTIN, from: '+12065550123' };
  const time = '2026-03-02T16:00:00Z';
  const recording = 'https://pbx.example.com/1.mp3';
  const call = {
    ...person,
    carrier_call_id: 'pbx-1',
    started_at: time,
    answered_at: time,
    recording_url: recording,
  };
  const { call_id: callId } = await answerOf<{ call_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/calls`, call),
  );
  const segments = [{ speaker: 'caller', start: 0, end: 2, text: 'Please call me back.' }];
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/calls/${callId}/transcript`, { segments }));
  const media = [{ url: 'https://pbx.example.com/1.png', content_type: 'image/png' }];
  const text = { ...person, carrier_text_id: 'sms-1', message: 'Hello', media, sent_at: time };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/texts`, text));

  await ask('remove', 'POST', `/${leadId}/remove`);
  await ask('removed', 'GET', '/removed');
  await ask('restore', 'POST', `/${leadId}/restore`);
  await ask('everything', 'GET', `/${leadId}/everything`);
  const { lead_id: erased } = await ask<{ lead_id: string }>('erase', 'POST', `/${leadId}/erase`);
  expect(erased).toBe(leadId);
  await compare('erase-user', await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/erase`));
  const company = await sendAsOperator('POST', `/operator${path}/erase`, { name: 'Acme Plumbing' });
  expect(company.status).toBe(200);
  await compare('erase-company', company);
});
