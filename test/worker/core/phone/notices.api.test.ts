/** Reminders by SMS: to whom, from which number, once, and what the carrier makes of it. */
import { expect, test } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { freshCaller } from './calls/call-company.ts';
import { startTexting, type Texting } from './messages/texting.ts';

interface Listed {
  type: string;
  data: { message?: string };
  channels: { sms?: { status: string; attempts: number; last_error?: string } };
}

/** Makes a company whose super admin has a phone and wants reminders there. */
async function startReminding(): Promise<{
  texting: Texting;
  phone: string;
  remind: (message: string) => Promise<void>;
  smsOf: (message: string) => Promise<Listed['channels']['sms']>;
  modify: (change: object) => Promise<unknown>;
}> {
  const texting = await startTexting();
  const { superadmin, path } = texting.company;
  const me = await answerOf<{ user_id: string }>(await sendAs(superadmin, 'GET', '/me'));
  const phone = freshCaller();
  const modify = async (change: object): Promise<unknown> =>
    answerOf(await sendAs(superadmin, 'POST', `${path}/users/${me.user_id}/modify`, change));
  await modify({ phone, notify_reminders_by_sms: true });
  const created = await sendAs(superadmin, 'POST', `${path}/leads/create`, {
    name: 'Lena Lead',
    phone: freshCaller(),
  });
  const { lead_ids: ids } = await answerOf<{ lead_ids: string[] }>(created);
  await sendAs(superadmin, 'POST', `${path}/leads/${ids[0]}/assign`, { to_user_email: superadmin.email });
  return {
    texting,
    phone,
    modify,
    remind: async (message) => {
      const body = { message, due_time: new Date().toISOString() };
      expect((await sendAs(superadmin, 'POST', `${path}/leads/${ids[0]}/reminder`, body)).status).toBe(200);
    },
    smsOf: async (message) => {
      const answer = await sendAs(superadmin, 'GET', `${path}/notifications`);
      const { notifications } = await answerOf<{ notifications: Listed[] }>(answer);
      return notifications.find(({ data }) => data.message === message)?.channels.sms;
    },
  };
}

const PATIENCE = { timeout: 30_000, interval: 200 };

test('a reminder comes to the phone of who wants it there, from a number of the company, with a name and no number of the lead', async () => {
  const { texting, phone, remind, smsOf } = await startReminding();
  await remind('Call her');

  await expect.poll(() => smsOf('Call her'), PATIENCE).toMatchObject({ status: 'delivered', attempts: 1 });
  const [asked, ...others] = texting.asked;
  expect(others).toEqual([]);
  expect(asked?.get('To')).toBe(phone);
  expect(asked?.get('From')).toMatch(/^\+1\d{10}$/);
  expect(asked?.get('Body')).toContain('Reminder: Lena Lead');
  expect(asked?.get('Body')).not.toMatch(/\d{7}/);
});

test('a text that the carrier refuses is not repeated, and the list says why', async () => {
  const { texting, remind, smsOf } = await startReminding();
  texting.answers = { status: 400, body: { message: 'No such phone.' } };
  await remind('Refused');

  await expect
    .poll(() => smsOf('Refused'), PATIENCE)
    .toMatchObject({
      status: 'failed',
      last_error: 'The carrier answered 400: No such phone.',
    });
  expect(texting.asked).toHaveLength(1);
});

test('a text that the carrier does not take because there are too many is sent once it takes more', async () => {
  const { texting, remind, smsOf } = await startReminding();
  texting.answers = { status: 429, body: { message: 'Too many.' }, headers: { 'Retry-After': '1' } };
  await remind('Busy');
  await expect.poll(() => texting.asked.length, PATIENCE).toBe(1);
  texting.answers = { status: 201, body: {} };

  await expect.poll(() => smsOf('Busy'), PATIENCE).toMatchObject({ status: 'delivered', attempts: 2 });
  expect(texting.asked).toHaveLength(2);
});

test('a phone that sent STOP gets no reminder, nor does a user without the wish', async () => {
  const { texting, phone, remind, smsOf, modify } = await startReminding();
  await texting.receive(phone, 'STOP');
  await remind('Stopped');
  await expect
    .poll(() => smsOf('Stopped'), PATIENCE)
    .toMatchObject({
      status: 'not_sent',
      last_error: 'The phone has asked for no more texts.',
    });

  await modify({ notify_reminders_by_sms: false });
  await remind('Not wanted');
  await remind('Not wanted either');
  expect(await smsOf('Not wanted')).toBeUndefined();
  expect(texting.asked).toEqual([]);
});
