/** Rules on calls that assign the lead and move it to a state, beside what people have decided. */
import { expect, test } from 'vitest';
import { answerOf, makeUser } from '../../../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../../../harness/client.ts';
import { freshCaller } from '../../calls/call-company.ts';
import { type Call, RuledCompany, said, TALK } from './ruled-company.ts';

interface Lead {
  state: string;
  assigned_to?: { id: string };
}

const MISSED = { outcome: 'missed', answered_at: null, talk_seconds: null };
const ruleOf = (condition: object, then: object, name = 'Rule'): object => ({
  name,
  when: { all: [condition] },
  then,
});

/** A company whose rules assign the leads of missed calls to Maria, and move those of answered ones. */
async function ruledBy(
  ...rules: ((maria: TestUser) => object)[]
): Promise<{ ruled: RuledCompany; maria: TestUser }> {
  const ruled = await RuledCompany.make();
  const { superadmin, path } = ruled.company;
  const maria = await makeUser(superadmin, path, { name: 'Maria' });
  await answerOf(await ruled.put(rules.map((rule) => rule(maria))));
  return { ruled, maria };
}

const toMaria = ({ userId }: TestUser): object => ruleOf({ outcome: ['missed'] }, { assign: userId });
const contacted = (): object => ruleOf({ outcome: ['answered'] }, { state: 'contacted' });

const leadOf = (ruled: RuledCompany, { lead_id: id }: Call): Promise<Lead> =>
  ruled.ask('GET', `/leads/${id}`);

/** Does something to the lead as the super admin. */
async function act(ruled: RuledCompany, { lead_id: id }: Call, verb: string, body: object): Promise<void> {
  const { superadmin, path } = ruled.company;
  const answer = await sendAs(superadmin, 'POST', `${path}/leads/${id}/${verb}`, body);
  if (!answer.ok) throw new Error(await answer.text());
}

test('a lead is assigned and moved by the rule, which its timeline and the call say', async () => {
  const { ruled, maria } = await ruledBy(({ userId }) =>
    ruleOf({ outcome: ['missed'] }, { assign: userId, state: 'contacted' }, 'Missed'),
  );
  const call = await ruled.call(MISSED);

  expect(await leadOf(ruled, call)).toMatchObject({ state: 'contacted', assigned_to: { id: maria.userId } });
  const { events } = await ruled.ask<{ events: { type: string; data: { created_by: string } }[] }>(
    'GET',
    `/leads/${call.lead_id}/events`,
  );
  const authors = events.map(({ type, data }) => [type, data.created_by]);
  expect(authors).toContainEqual(['lead_assigned', 'system:rules on calls']);
  expect(authors).toContainEqual(['state_change', 'system:rules on calls']);
  expect(await ruled.effects(call)).toMatchObject([{ name: 'Missed', sets: ['assign', 'state'], tags: [] }]);
  // Whoever gets it is told.
  const { notifications } = await answerOf<{ notifications: { type: string }[] }>(
    await sendAs(maria, 'GET', `${ruled.company.path}/notifications`),
  );
  expect(notifications.map(({ type }) => type)).toContain('lead.assigned');
});

test('the first of several rules counts, also one whose words come later', async () => {
  const other = await RuledCompany.make();
  const { superadmin, path } = other.company;
  const [first, second] = [await makeUser(superadmin, path), await makeUser(superadmin, path)];
  await answerOf(
    await other.put([
      ruleOf(said(['appointment']), { state: 'unqualified' }),
      ruleOf({ outcome: ['answered'] }, { assign: first.userId }),
      ruleOf({ outcome: ['answered'] }, { assign: second.userId, state: 'contacted' }),
    ]),
  );
  const call = await other.call();
  expect(await leadOf(other, call)).toMatchObject({ state: 'contacted', assigned_to: { id: first.userId } });
  await other.say(call, TALK);

  // Once for a call: what is there stays.
  expect(await leadOf(other, call)).toMatchObject({ state: 'contacted', assigned_to: { id: first.userId } });
});

test('what people have decided stays', async () => {
  const { ruled } = await ruledBy(toMaria, contacted);
  const { superadmin } = ruled.company;
  const from = freshCaller();
  const call = await ruled.call({ from, outcome: 'voicemail', answered_at: null, talk_seconds: null });
  await act(ruled, call, 'assign', { to_user_email: superadmin.email });
  await act(ruled, call, 'change_state', { state: 'unqualified' });
  await ruled.call({ ...MISSED, from, startedTime: Date.now() - 100_000 });
  const again = await ruled.call({ from, startedTime: Date.now() - 90_000 });
  expect(await ruled.effects(again)).toEqual([]);
  expect(await leadOf(ruled, call)).toMatchObject({
    state: 'unqualified',
    assigned_to: { id: superadmin.userId },
  });

  // Given back since the call began: whoever did so wants nobody to have it.
  await act(ruled, call, 'unassign', { from_user_email: superadmin.email });
  await ruled.call({ ...MISSED, from, startedTime: Date.now() - 80_000 });
  expect((await leadOf(ruled, call)).assigned_to).toBeUndefined();
});

test('somebody who takes a lead over is not overruled when more of the call is known', async () => {
  const { ruled, maria } = await ruledBy(({ userId }) =>
    ruleOf({ outcome: ['answered'] }, { assign: userId }),
  );
  const { superadmin } = ruled.company;
  const call = await ruled.call();
  await act(ruled, call, 'unassign', { from_user_email: maria.email });
  await ruled.say(call, TALK);
  expect((await leadOf(ruled, call)).assigned_to).toBeUndefined();
  await act(ruled, call, 'assign', { to_user_email: superadmin.email });
  await ruled.ask('DELETE', `/calls/${call.call_id}/transcript`);
  expect((await leadOf(ruled, call)).assigned_to).toMatchObject({ id: superadmin.userId });
});

test('people are told of a call once, as far as they may see the lead', async () => {
  const ruled = await RuledCompany.make();
  const { superadmin, path } = ruled.company;
  const manager = await makeUser(superadmin, path, { role_id: 'manager' });
  const [stranger, owner] = [await makeUser(superadmin, path), await makeUser(superadmin, path)];
  const complaint = ruleOf(said(['appointment']), { notify: ['managers', stranger.userId] }, 'Complaint');
  await answerOf(
    await ruled.put([complaint, ruleOf({ outcome: ['answered'] }, { notify: ['owner'] }, 'Answered')]),
  );
  const told = async (user: TestUser): Promise<string[]> => {
    const { notifications } = await answerOf<{ notifications: { type: string; data: { rule?: string } }[] }>(
      await sendAs(user, 'GET', `${path}/notifications`),
    );
    return notifications.flatMap(({ type, data }) => (type === 'call.marked' ? [String(data.rule)] : []));
  };
  const call = await ruled.call({ outcome: 'voicemail', answered_at: null, talk_seconds: null });
  await act(ruled, call, 'assign', { to_user_email: owner.email });
  const options = await ruled.ask<object>('GET', '/settings');
  await ruled.ask('PUT', '/settings', { ...options, group_visibility: 'unassigned' });
  await ruled.say(call, TALK);
  await ruled.say(call, TALK);

  expect(await told(manager)).toEqual(['Complaint']);
  expect([await told(stranger), await told(owner)]).toEqual([[], []]);
  const lead = await ruled.ask<{ phones: { phone: string }[] }>('GET', `/leads/${call.lead_id}`);
  await ruled.call({ from: lead.phones[0]?.phone, startedTime: Date.now() - 100_000 });
  expect(await told(owner)).toEqual(['Answered']);
});

test('nobody is told of calls of last week that are reported today', async () => {
  const { ruled, maria } = await ruledBy(({ userId }) =>
    ruleOf({ outcome: ['answered'] }, { notify: [userId] }),
  );
  const told = async (): Promise<number> => {
    const { notifications } = await answerOf<{ notifications: { type: string }[] }>(
      await sendAs(maria, 'GET', `${ruled.company.path}/notifications`),
    );
    return notifications.filter(({ type }) => type === 'call.marked').length;
  };
  await ruled.call({ startedTime: Date.now() - 7 * 24 * 60 * 60_000 });
  expect(await told()).toBe(0);
  await ruled.call();
  expect(await told()).toBe(1);
});

test('users and states that are not there are refused beside the rule, and do nothing later', async () => {
  const { ruled, maria } = await ruledBy(toMaria, contacted);
  const { superadmin, path } = ruled.company;
  const viewer = await makeUser(superadmin, path, { role_id: 'viewer' });
  const refused = await problemOf(
    await ruled.put([
      ruleOf({ outcome: ['missed'] }, { assign: crypto.randomUUID() }),
      ruleOf(
        { outcome: ['missed'] },
        { assign: viewer.userId, state: 'nowhere', notify: ['owner', viewer.userId] },
      ),
    ]),
  );
  expect(refused.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/0/then/assign', 'unknown_user'],
    ['/1/then/assign', 'unknown_user'],
    ['/1/then/notify/1', 'unknown_user'],
    ['/1/then/state', 'unknown_state'],
  ]);

  await ruled.ask('POST', `/users/${maria.userId}/modify`, { is_suspended: true });
  const call = await ruled.call(MISSED);
  expect((await leadOf(ruled, call)).assigned_to).toBeUndefined();
  // The other rules can still be changed.
  const rules = await ruled.ask<object[]>('GET', '/contact_rules');
  await answerOf(await ruled.put(rules.toReversed()));
});
