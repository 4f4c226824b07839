/** What becomes of the numbers that a company has bought when it is erased. */
import { describe, expect, test, vi } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { type ProblemBody, problemOf, sendAs, sendAsOperator } from '../../../harness/client.ts';
import { FakeTwilio } from '../../../harness/carrier/markets/fake-twilio.ts';
import { serveCarrier } from '../../../harness/carrier/markets/serve-carrier.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from '../phone/calls/call-company.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };
const NUMBERS = ['+15125550211', '+15125550212'];
let accounts = 0;

interface Owner {
  company: CallCompany;
  carrier: FakeTwilio;
  /** Asks the operator to erase the company. */
  erase: (choice?: string) => Promise<Response>;
}

/** A company that has bought two numbers, and imported one. */
async function makeOwner(): Promise<Owner> {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  const carrier = new FakeTwilio();
  carrier.onSale.push(...NUMBERS);
  carrier.own(AUSTIN);
  accounts += 1;
  const account = { carrier: 'twilio', account_id: `AC72${process.pid}${accounts}` };
  const api = { user: 'SK1', secret: 'key', base: await serveCarrier(carrier) };
  const ask = (method: string, rest: string, body?: unknown): Promise<Response> =>
    sendAs(superadmin, method, `${path}${rest}`, body);
  await answerOf(await ask('PUT', '/calls/settings', { carriers: [{ ...account, secrets: ['s'], api }] }));
  const numbers = NUMBERS.map((number) => ({ number }));
  await answerOf(await ask('POST', '/numbers/buy', { ...account, monthly_price: 1.15, numbers }));
  await answerOf(await ask('POST', '/numbers/import', { ...account, numbers: [AUSTIN] }));
  await vi.waitUntil(async () => {
    const listed = await answerOf<{ numbers: { is_pending: boolean }[] }>(await ask('GET', '/numbers'));
    return listed.numbers.length === 3 && listed.numbers.every((each) => !each.is_pending);
  }, PATIENCE);
  return {
    company,
    carrier,
    erase: (choice) =>
      sendAsOperator('POST', `/operator${path}/erase`, {
        name: 'Acme Plumbing',
        ...(choice === undefined ? {} : { bought_numbers: choice }),
      }),
  };
}

const listedIn = ({ errors }: ProblemBody): string[] => (errors ?? []).map(({ detail }) => detail ?? '');

describe('erasing a company that has bought numbers', () => {
  test('is refused with the numbers that would go on costing money, without a choice', async () => {
    const { company, carrier, erase } = await makeOwner();
    const refusal = await problemOf(await erase());

    expect(refusal.code).toBe('in_use');
    expect(listedIn(refusal)).toEqual(NUMBERS.map((number) => `${number}: It is still at the carrier.`));
    expect(carrier.released).toEqual([]);
    expect((await sendAs(company.superadmin, 'GET', `${company.path}/numbers`)).status).toBe(200);
  });

  test('gives them back first, also those just called, and erases nothing while one is left', async () => {
    const { company, carrier, erase } = await makeOwner();
    const [kept = '', free = ''] = NUMBERS;
    carrier.locked.add(kept);
    const refusal = await problemOf(await erase('release'));
    expect(listedIn(refusal)).toEqual([
      `${kept}: The carrier keeps it: The carrier answered 400: The number cannot be changed.`,
    ]);
    expect(carrier.released).toEqual([free]);
    expect((await sendAs(company.superadmin, 'GET', `${company.path}/numbers`)).status).toBe(200);

    carrier.locked.delete(kept);
    expect(await answerOf(await erase('release'))).toMatchObject({ status: 'erased' });
    expect(carrier.released).toEqual([free, kept]);
    expect(carrier.has(AUSTIN)).toBe(true);
  });

  test('leaves them in the account if they are to be kept', async () => {
    const { carrier, erase } = await makeOwner();

    expect(await answerOf(await erase('keep'))).toMatchObject({ status: 'erased' });
    expect(carrier.released).toEqual([]);
  });

  test('keeps one whose calls somebody has sent elsewhere, and says so', async () => {
    const { carrier, erase } = await makeOwner();
    const [moved = ''] = NUMBERS;
    carrier.repoint(moved);
    const [line] = listedIn(await problemOf(await erase('release')));

    expect(line).toBe(
      `${moved}: Its calls go elsewhere, so it is kept. Mend it first, or give it back at the carrier.`,
    );
    expect(carrier.has(moved)).toBe(true);
  });
});
