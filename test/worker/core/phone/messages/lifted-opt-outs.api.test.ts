/** Opt-outs as managers see, set and lift them. */
import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import type { OptOutBody } from '../../../../../worker/core/phone/opt-outs/reference.ts';
import { createLead, getEvents } from '../../../../harness/leads.ts';
import { freshCaller } from '../calls/call-company.ts';
import { startTexting, type Texting } from './texting.ts';

let texting: Texting;
beforeAll(async () => {
  texting = await startTexting();
});

async function list(query = ''): Promise<{ opt_outs: OptOutBody[]; next_cursor?: string }> {
  const { manager, path } = texting.company;
  return answerOf(await sendAs(manager, 'GET', `${path}/opt_outs${query}`));
}

function send(path: string, body: object): Promise<Response> {
  return sendAs(texting.company.manager, 'POST', `${texting.company.path}/opt_outs${path}`, body);
}

async function lastEntry(): Promise<{ action: string; actor: string; detail: object }> {
  const { superadmin, path } = texting.company;
  const { entries } = await answerOf<{ entries: { action: string; actor: string; detail: object }[] }>(
    await sendAs(superadmin, 'GET', `${path}/audit?action=opt_out`),
  );
  return entries[0] ?? { action: '', actor: '', detail: {} };
}

async function optOutOf(person: string): Promise<OptOutBody | undefined> {
  return (await list(`?phone=${encodeURIComponent(person)}`)).opt_outs[0];
}

/** A person who has written, and the lead. */
async function freshLead(): Promise<{ person: string; leadId: string | null | undefined }> {
  const person = freshCaller();
  await texting.receive(person, 'Hello, a quote please.');
  return { person, leadId: (await texting.textsWith(person))[0]?.lead_id };
}

test('whoever writes STOP is in the list with their lead until they write START: nobody lifts it for them', async () => {
  const { person, leadId } = await freshLead();
  await texting.receive(person, 'STOP');
  const found = await optOutOf(person);
  expect(found).toMatchObject({ phone: person, origin: 'message', phone_origin: 'message', lead_id: leadId });
  const written = await problemOf(await texting.writeTo(leadId));
  expect(written).toMatchObject({
    status: 409,
    detail: expect.stringMatching(/back with START\.$/) as string,
  });

  const lifted = await problemOf(await send('/lift', { phone: person, reason: 'asked_by_phone' }));
  expect(lifted).toMatchObject({ code: 'opted_out', detail: expect.stringContaining('START') as string });
  expect(await optOutOf(person)).toEqual(found);
  await texting.receive(person, 'START');
  expect(await optOutOf(person)).toBeUndefined();
  expect((await texting.writeTo(leadId)).status).toBe(200);
  const again = await send('/lift', { phone: person, reason: 'mistake' });
  expect((await problemOf(again)).code).toBe('not_found');
});

test('a manager opts a person out: neither texts nor calls go to them until a manager lifts it, with a reason', async () => {
  const { person, leadId } = await freshLead();
  const { opted_out_at: time } = await answerOf<OptOutBody>(await send('', { phone: person }));
  // A second time changes nothing, nor does START from the phone, nor "yes".
  const second = await answerOf<OptOutBody>(await send('', { phone: person }));
  await texting.receive(person, 'START');
  await texting.receive(person, 'Yes');
  expect(second).toMatchObject({ origin: 'user', phone_origin: null, opted_out_at: time });
  expect(await optOutOf(person)).toEqual(second);
  const written = await problemOf(await texting.writeTo(leadId));
  expect(written).toMatchObject({
    status: 409,
    detail: expect.stringMatching(/manager can lift that\.$/) as string,
  });
  const { superadmin, manager, path } = texting.company;
  const call = await sendAs(superadmin, 'POST', `${path}/leads/${leadId}/call`, {});
  expect((await problemOf(call)).code).toBe('opted_out');

  expect((await send('/lift', { phone: person })).status).toBe(400);
  expect((await send('/lift', { phone: person, reason: 'because' })).status).toBe(400);
  expect(await answerOf(await send('/lift', { phone: person, reason: 'asked_by_phone' }))).toEqual(second);
  expect(await optOutOf(person)).toBeUndefined();
  expect((await texting.writeTo(leadId)).status).toBe(200);
  expect(await lastEntry()).toMatchObject({
    action: 'opt_out.lifted',
    actor: `user:${manager.userId}`,
    detail: { ends_in: person.slice(-4), reason: 'asked_by_phone' },
  });
});

test('the timelines of all leads with the number say who opted them out and who lifted it, once each', async () => {
  const { person, leadId } = await freshLead();
  const { manager, path } = texting.company;
  const client = { user: manager, path };
  const further = await createLead(client, { name: 'Their partner', phone: person });
  const shown = async (lead: string): Promise<unknown[]> =>
    (await getEvents(client, lead))
      .filter(({ type }) => type === 'opt_out')
      .map(({ data }) => data)
      .toReversed();

  for (const body of [{ phone: person }, { phone: person }]) await answerOf(await send('', body));
  await answerOf(await send('/lift', { phone: person, reason: 'asked_by_mail' }));
  const by = { created_by: `user:${manager.userId}`, phone: person };
  for (const lead of [String(leadId), further]) {
    expect(await shown(lead)).toEqual([
      expect.objectContaining({ ...by, state: 'added' }),
      expect.objectContaining({ ...by, state: 'lifted', reason: 'asked_by_mail' }),
    ]);
  }
});

test.each([
  ['STOP came first', ['stop', 'hand']],
  ['a user was first', ['hand', 'stop']],
] as const)('of STOP and what a user sets, each is taken back by itself: %s', async (_, order) => {
  const refuse = { stop: 'STOP', hand: undefined };
  const { person, leadId } = await freshLead();
  const optOut = async (way: 'stop' | 'hand'): Promise<unknown> =>
    refuse[way] === undefined
      ? answerOf(await send('', { phone: person }))
      : texting.receive(person, refuse[way]);
  const both = { origin: 'user', phone_origin: 'message' };

  for (const way of order) await optOut(way);
  expect(await optOutOf(person)).toMatchObject(both);
  await answerOf(await send('/lift', { phone: person, reason: 'mistake' }));
  expect(await optOutOf(person)).toMatchObject({ origin: 'message', phone_origin: 'message' });
  expect((await texting.writeTo(leadId)).status).toBe(409);

  await optOut('hand');
  expect(await optOutOf(person)).toMatchObject(both);
  await texting.receive(person, 'START');
  expect(await optOutOf(person)).toMatchObject({ origin: 'user', phone_origin: null });
  expect((await texting.writeTo(leadId)).status).toBe(409);
  await answerOf(await send('/lift', { phone: person, reason: 'mistake' }));
  expect((await texting.writeTo(leadId)).status).toBe(200);
});

test('a number is read in any notation of the company’s country, and anything else is refused at its place', async () => {
  expect(await answerOf(await send('', { phone: '(206) 555-0177' }))).toMatchObject({
    phone: '+12065550177',
  });
  const refused = await problemOf(await send('', { phone: 'nobody' }));
  expect(refused.errors).toMatchObject([{ pointer: '/phone', code: 'invalid_phone' }]);
  expect((await send('/lift', { phone: '206 555 0177', reason: 'mistake' })).status).toBe(200);
});

test('the list has pages, latest first; agents have no part in it', async () => {
  const people = [freshCaller(), freshCaller(), freshCaller()];
  for (const phone of people) await answerOf(await send('', { phone }));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(`?limit=1${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
    seen.push(...page.opt_outs.map(({ phone }) => phone));
    cursor = page.next_cursor;
  } while (cursor !== undefined && seen.length < 20);
  expect(seen.filter((phone) => people.includes(phone)).toSorted()).toEqual(people.toSorted());
  expect(new Set(seen).size).toBe(seen.length);

  const { agent, path } = texting.company;
  for (const [method, rest, body] of [
    ['GET', '', undefined],
    ['POST', '', { phone: people[0] }],
    ['POST', '/lift', { phone: people[0], reason: 'mistake' }],
  ] as const) {
    expect((await sendAs(agent, method, `${path}/opt_outs${rest}`, body)).status).toBe(403);
  }
});
