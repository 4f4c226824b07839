/** Opt-outs as managers see, set and lift them. */
import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import type { OptOutBody } from '../../../../../worker/core/phone/opt-outs/reference.ts';
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

test('whoever writes STOP is in the list with their lead, until the opt-out is lifted with a reason', async () => {
  const person = freshCaller();
  await texting.receive(person, 'Hello, a quote please.');
  await texting.receive(person, 'STOP');
  const [text] = await texting.textsWith(person);
  const [found] = (await list(`?phone=${encodeURIComponent(person)}`)).opt_outs;
  expect(found).toMatchObject({ phone: person, origin: 'message', lead_id: text?.lead_id });
  expect((await texting.writeTo(text?.lead_id)).status).toBe(409);

  expect((await send('/lift', { phone: person })).status).toBe(400);
  expect((await send('/lift', { phone: person, reason: 'because' })).status).toBe(400);
  expect(await answerOf(await send('/lift', { phone: person, reason: 'asked_by_phone' }))).toEqual(found);
  expect((await list(`?phone=${encodeURIComponent(person)}`)).opt_outs).toEqual([]);
  expect((await texting.writeTo(text?.lead_id)).status).toBe(200);
  expect(await lastEntry()).toMatchObject({
    action: 'opt_out.lifted',
    actor: `user:${texting.company.manager.userId}`,
    detail: { ends_in: person.slice(-4), reason: 'asked_by_phone' },
  });
  const again = await send('/lift', { phone: person, reason: 'mistake' });
  expect((await problemOf(again)).code).toBe('not_found');
});

test('a manager opts a person out: neither texts nor calls go to them, and START takes it back', async () => {
  const person = freshCaller();
  await texting.receive(person, 'Hello.');
  const [text] = await texting.textsWith(person);
  const { opted_out_at: time } = await answerOf<OptOutBody>(await send('', { phone: person }));
  // A second time changes nothing.
  expect(await answerOf(await send('', { phone: person }))).toMatchObject({
    origin: 'user',
    opted_out_at: time,
  });
  expect((await texting.writeTo(text?.lead_id)).status).toBe(409);
  const { superadmin, path } = texting.company;
  const call = await sendAs(superadmin, 'POST', `${path}/leads/${text?.lead_id}/call`, {});
  expect((await problemOf(call)).code).toBe('opted_out');
  await texting.receive(person, 'START');
  expect((await texting.writeTo(text?.lead_id)).status).toBe(200);
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
