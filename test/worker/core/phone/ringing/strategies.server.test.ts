/** Whose phone rings first: the lead's owner, or whose turn it is, by the company's records. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Person } from '../../../../../worker/core/phone/ringing/phone-book.ts';
import { routeCall } from '../../../../../worker/core/phone/ringing/routing.ts';
import { keyOf, type RingPriority } from '../../../../../worker/core/phone/ringing/turns.ts';
import type { CallRules } from '../../../../../worker/core/phone/rules/rules.ts';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { openCompany, startMortalWorker } from '../../../../harness/mortal-worker.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';
import { AUSTIN, branches, type CallCompany, freshCaller, makeCallCompany } from '../calls/call-company.ts';
import { book, MONDAY } from '../calls/routing-book.ts';

const PHONES = ['+15125550161', '+15125550162', '+15125550163'] as const;
const ORDERS = ['together', 'in_turn', 'owner_first', 'round_robin', 'least_recent'] as const;
const CALL = { number: AUSTIN, from: '+12065550123', now: MONDAY };

/** Three phones, and the phone of the user `al`. */
const RING = [...PHONES.map((number) => ({ number })), { user_id: 'al' }];

function route(order: CallRules['order'], priority?: RingPriority): { turns: string[][]; said: string } {
  const { turns, steps } = routeCall(book({ defaults: { ring: RING, order } }), { ...CALL, priority });
  return {
    turns: turns.map((people) => people.map(({ number }) => number)),
    said: steps.at(-1)?.step === 'turns' ? (steps.at(-1)?.detail ?? '') : (steps.at(-2)?.detail ?? ''),
  };
}

test('the owner of the lead rings first, then the others together; without one all ring together', () => {
  const al = '+15125550150';
  expect(route('owner_first', { ownerId: 'al' })).toEqual({
    turns: [[al], [...PHONES]],
    said: '4 rung the owner of the lead first, then the others together, 25 s a turn; then voicemail.',
  });
  expect(route('owner_first').turns).toEqual([[...PHONES, al]]);
  expect(route('owner_first', { ownerId: 'gone' }).turns).toEqual([[...PHONES, al]]);
});

test('an owner who is not in the list rings too, but not while the branch is closed', () => {
  const opened = book({ defaults: { ring: [{ number: PHONES[0] }], order: 'owner_first' } });
  const numbersAt = (now: number): string[] =>
    routeCall(opened, { ...CALL, now, priority: { ownerId: 'al' } })
      .turns.flat()
      .map(({ number }) => number);
  expect(numbersAt(MONDAY)).toEqual(['+15125550150', PHONES[0]]);
  expect(numbersAt(MONDAY - 8 * 60 * 60_000)).toEqual([]);
});

test('whose turn it is rings first, and nobody is left out or rung twice', () => {
  const people = fc.shuffledSubarray([...PHONES, 'al', 'somebody else']);
  fc.assert(
    fc.property(
      fc.constantFrom(...ORDERS),
      people,
      fc.constantFrom(undefined, 'al', 'gone'),
      (order, keys, ownerId) => {
        const priority = { order: keys, ...(ownerId === undefined ? {} : { ownerId }) };
        const { turns } = routeCall(book({ defaults: { ring: RING, order } }), { ...CALL, priority });
        const numbers = turns.flat().map(({ number }: Person) => number);
        expect(numbers.toSorted()).toEqual(route('in_turn').turns.flat().toSorted());
        if (order !== 'round_robin' && order !== 'least_recent') return;
        const known = keys.filter((key) => key !== 'somebody else');
        expect(turns.flat().map(keyOf).slice(0, known.length)).toEqual(known);
      },
    ),
  );
});

/** Places a call. @returns the first phone that rings, and a function that goes on after nobody has answered it */
async function placeCall(
  { companyId, accountId, authToken }: CallCompany,
  from = freshCaller(),
): Promise<{ first: string; next: () => Promise<string> }> {
  const account = { carrier: 'twilio', accountId, secret: authToken } as const;
  const id = `CA${crypto.randomUUID()}`;
  const ask = async (path: string, fields: Record<string, string>): Promise<string> => {
    const all = { AccountSid: accountId, CallSid: id, From: from, To: AUSTIN, ...fields };
    const address = `${workerUrl()}/carriers/twilio/${companyId}${path}`;
    const document = await (await sendAsCarrier(account, address, all)).text();
    return (/>(\+\d+)<\/Number>/.exec(document) ?? [])[1] ?? '';
  };
  return {
    first: await ask('/call', { CallStatus: 'ringing' }),
    next: () => ask(`/call/${id}/dialed/0`, { CallStatus: 'in-progress', DialCallStatus: 'no-answer' }),
  };
}

test('round robin: each call begins with another phone, also after one that went on', async () => {
  const ring = PHONES.map((number) => ({ number }));
  const company = await makeCallCompany({ defaults: { ring, order: 'round_robin' } });
  const [one, two, three] = PHONES;
  const first = await placeCall(company);
  expect([first.first, await first.next()]).toEqual([one, two]);
  // The second phone has rung, but has not begun a call yet.
  expect((await placeCall(company)).first).toBe(two);
  expect((await placeCall(company)).first).toBe(three);
  expect((await placeCall(company)).first).toBe(one);
  const preview = await sendAs(
    company.superadmin,
    'GET',
    `${company.path}/calls/preview?number=${encodeURIComponent(AUSTIN)}`,
  );
  // A look changes nothing.
  expect(await answerOf(preview)).toMatchObject({
    rings: [[{ number: two }], [{ number: three }], [{ number: one }]],
  });
  expect((await placeCall(company)).first).toBe(two);
});

test('least recently rung: whoever rang in a later turn waits as well', async () => {
  const ring = PHONES.map((number) => ({ number }));
  const company = await makeCallCompany({ defaults: { ring, order: 'least_recent' } });
  const [one, two, three] = PHONES;
  const first = await placeCall(company);
  expect([first.first, await first.next()]).toEqual([one, two]);
  expect((await placeCall(company)).first).toBe(three);
  expect((await placeCall(company)).first).toBe(one);
});

test('the owner of the caller’s lead rings first on the next call', async () => {
  const company = await makeCallCompany({
    defaults: { ring: PHONES.map((number) => ({ number })), order: 'owner_first' },
  });
  const { superadmin, path, agent } = company;
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/modify`, { phone: '+15125550177' }),
  );
  const person = freshCaller();
  await placeCall(company, person);
  const { calls } = await answerOf<{ calls: { lead_id: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/calls`),
  );
  const assigned = await sendAs(superadmin, 'POST', `${path}/leads/${calls[0]?.lead_id}/assign`, {
    to_user_email: agent.email,
  });
  expect(assigned.ok).toBe(true);
  expect((await placeCall(company, person)).first).toBe('+15125550177');
  expect((await placeCall(company)).first).toBe(PHONES[0]);
});

test('an unknown order is refused', async () => {
  const { superadmin, path } = await makeCallCompany();
  const answer = await sendAs(superadmin, 'PUT', `${path}/calls/settings`, { defaults: { order: 'random' } });
  expect((await problemOf(answer)).errors?.map(({ pointer }) => pointer)).toEqual(['/defaults/order']);
});

test('the turn goes on after the object was killed', { tags: ['full'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-turns-'));
  let worker = await startMortalWorker(folder);
  try {
    const session = await openCompany(worker.url);
    const companyId = session.path.split('/')[2] ?? '';
    const put = (path: string, body: unknown): Promise<Response> =>
      fetch(worker.url + path, {
        method: 'PUT',
        headers: { Authorization: session.authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const carriers = [{ carrier: 'twilio', account_id: 'AC1', secrets: ['token'] }];
    const ring = PHONES.map((number) => ({ number }));
    await answerOf(await put(`/dni/api/companies/${companyId}/settings`, branches('')));
    await answerOf(
      await put(`${session.path}/calls/settings`, { carriers, defaults: { ring, order: 'round_robin' } }),
    );
    const call = async (): Promise<string> => {
      const fields = {
        AccountSid: 'AC1',
        CallSid: `CA${crypto.randomUUID()}`,
        From: freshCaller(),
        To: AUSTIN,
        CallStatus: 'ringing',
      };
      const account = { carrier: 'twilio', accountId: 'AC1', secret: 'token' } as const;
      const address = `${worker.url}/carriers/twilio/${companyId}/call`;
      return (
        (/>(\+\d+)<\/Number>/.exec(await (await sendAsCarrier(account, address, fields)).text()) ?? [])[1] ??
        ''
      );
    };
    expect(await call()).toBe(PHONES[0]);
    await worker.kill();
    worker = await startMortalWorker(folder);
    expect(await call()).toBe(PHONES[1]);
  } finally {
    await worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
