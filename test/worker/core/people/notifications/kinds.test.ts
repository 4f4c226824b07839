/** Every kind of notification by every channel: its words, and that exactly the chosen channels carry it. */
import { expect, test } from 'vitest';
import { settingsOf } from '../../../../../worker/core/company/settings/settings.ts';
import { commit } from '../../../../../worker/core/engine/commit/commit.ts';
import { contextOfActor } from '../../../../../worker/core/engine/context/contexts.ts';
import type { WriteContext } from '../../../../../worker/core/engine/context/request-context.ts';
import {
  CHANNELS,
  type Kind,
  KINDS,
  SENT_CHANNELS,
} from '../../../../../worker/core/people/notifications/channels.ts';
import { saveChoices } from '../../../../../worker/core/people/notifications/choices.ts';
import { notify } from '../../../../../worker/core/people/notifications/notifications.ts';
import { wordsOf } from '../../../../../worker/core/people/notifications/words.ts';
import { newUser, saveUser } from '../../../../../worker/core/people/users/users.ts';
import { openCompanyDatabase } from '../../../visits/evidence/sqlite-storage.ts';
import { startObject } from '../../engine/context/killed-object.ts';
import { EXAMPLES } from './examples.ts';

const ALL = ['console', 'push', 'mail'];
/** The channels of each kind for somebody who has chosen nothing, and wants reminders as texts. */
const BY_DEFAULT: Readonly<Record<Kind, readonly string[]>> = {
  assigned: ALL,
  missed_call: ['console', 'push'],
  voicemail: ['console', 'push'],
  text: ['console', 'push'],
  form: ['console', 'push'],
  reminder_due: ['console', 'push', 'sms'],
  reminder_overdue: ['console', 'push', 'sms'],
  mentioned: ['console', 'push'],
  marked: ['console', 'push'],
  job: ['console', 'push'],
  report: ALL,
  trouble: ALL,
};
const EACH_CHANNEL = KINDS.flatMap((kind) => CHANNELS.map((channel) => [kind, channel] as const));

/** Returns by which channels a user is told of a notification. */
function channelsOf(kind: Kind, choices: Partial<Record<string, boolean>>): string[] {
  const example = EXAMPLES.find((each) => each.kind === kind);
  if (example === undefined) throw new Error(`There is no example of ${kind}.`);
  const database = openCompanyDatabase();
  database.run(
    "INSERT INTO company (company_id, name, default_region, created_time) VALUES ('company', 'Acme', 'US', 0)",
  );
  const company = startObject(database, 'company', () => false);
  const write = (change: (context: WriteContext) => void): void => {
    commit(company, contextOfActor(company, { kind: 'system', name: 'test' }), change);
  };
  const made = newUser({ name: 'Al', email: 'al@acme.test', roleId: 'agent', groupId: '1' });
  const user = { ...made, phone: '+15125550100', notifyRemindersBySms: true };
  write((context) => settingsOf(context).writeMissing());
  write((context) => {
    const { userId } = user;
    saveUser(context, user);
    saveChoices(context, {
      userId,
      kinds: { [kind]: choices },
      quietHours: null,
      digestAt: null,
      timeZone: null,
    });
    database.run(
      "INSERT INTO tokens (token_hash, user_id, created_time, expires_time) VALUES ('t', ?, 0, 0)",
      userId,
    );
    database.run(
      `INSERT INTO push_subscriptions (device_id, user_id, token_hash, endpoint, p256dh, auth, name, created_time)
       VALUES ('d', ?, 't', 'https://push.example/1', 'k', 'a', 'Chrome', 0)`,
      userId,
    );
  });
  write((context) => {
    notify(context, { type: example.type, userId: user.userId, data: example.data });
  });
  const isUnread = database.one<{ count: number }>(
    'SELECT count(*) AS count FROM notifications WHERE read_time IS NULL',
  ).count;
  const sent = database.all<{ channel: string }>('SELECT channel FROM notification_channels');
  const channels: readonly string[] = SENT_CHANNELS;
  expect(sent.every(({ channel }) => channels.includes(channel))).toBe(true);
  return [...(isUnread === 1 ? ['console'] : []), ...sent.map(({ channel }) => channel)];
}

test('each kind has an example', () => {
  expect(new Set(EXAMPLES.map(({ kind }) => kind))).toEqual(new Set(KINDS));
});

test.each(EXAMPLES)(
  '$kind, $type: a title and the place that it leads to',
  ({ type, data, title, place }) => {
    expect(wordsOf({ type, data }, 'acme')).toEqual({ title, path: `/console/acme/${place}` });
  },
);

test.each(KINDS)('%s goes by its channels if nothing is chosen', (kind) => {
  expect(channelsOf(kind, {}).toSorted()).toEqual([...BY_DEFAULT[kind]].toSorted());
});

test.each(EACH_CHANNEL)('%s goes by %s if it is chosen there, and otherwise not', (kind, channel) => {
  expect(channelsOf(kind, { [channel]: true })).toContain(channel);
  expect(channelsOf(kind, { [channel]: false })).not.toContain(channel);
});
