/** Calls that ring phones abroad are bounded by the hour; those of the company's own country ring all the same. */
import { expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { sendAs } from '../../../../harness/client.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';
import { AUSTIN, AUSTIN_BRANCH, type CallCompany, freshCaller, makeCallCompany } from './call-company.ts';

const ABROAD = '+442079460018';

/** Makes a company that rings somebody abroad first, then its branch. @param limit its calls abroad in an hour */
async function makeCompany(most: number): Promise<CallCompany> {
  const ring = [{ number: ABROAD }, { number: AUSTIN_BRANCH }];
  const company = await makeCallCompany({ defaults: { ring, order: 'in_turn', whisper: null } });
  const outgoing = { calls_abroad_per_company: most };
  const options = { name: 'Acme', default_region: 'US', outgoing };
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/settings`, options));
  return company;
}

/** Places a call whose caller waits through all turns. @returns the phones that rang, turn by turn, and what came last */
async function call({ companyId, accountId, authToken }: CallCompany): Promise<string[]> {
  const account = { carrier: 'twilio', accountId, secret: authToken } as const;
  const base = `${workerUrl()}/carriers/twilio/${companyId}`;
  const id = `CA${crypto.randomUUID().replaceAll('-', '')}`;
  const fields = { AccountSid: accountId, CallSid: id, From: freshCaller(), To: AUSTIN };
  const rung: string[] = [];
  let answer = await sendAsCarrier(account, `${base}/call`, { ...fields, CallStatus: 'ringing' });
  for (const turn of [0, 1, 2]) {
    const document = await answer.text();
    const [, number] = /<Number[^>]*>([^<]+)</.exec(document) ?? [];
    if (number === undefined) return [...rung, /<Record /.test(document) ? 'voicemail' : document];
    rung.push(number);
    const ended = { ...fields, CallStatus: 'in-progress', DialCallStatus: 'no-answer' };
    answer = await sendAsCarrier(account, `${base}/call/${id}/dialed/${turn}`, ended);
  }
  return rung;
}

test('past the bound phones abroad are left out for the hour, the next ones ring, and the log says so once', async () => {
  const company = await makeCompany(2);
  const calls = [];
  for (const _ of Array(4).keys()) calls.push(await call(company));

  const all = [ABROAD, AUSTIN_BRANCH, 'voicemail'];
  const atHome = [AUSTIN_BRANCH, 'voicemail'];
  expect(calls).toEqual([all, all, atHome, atHome]);
  const { entries } = await answerOf<{ entries: { action: string; detail: object }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/audit?action=calls_abroad.limited`),
  );
  expect(entries).toMatchObject([{ action: 'calls_abroad.limited', detail: { limit: 2 } }]);
  const { calls: records } = await answerOf<{ calls: { outcome: string | null }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls`),
  );
  expect(records).toHaveLength(4);
});

test('a company that rings nobody abroad is not counted', async () => {
  const company = await makeCompany(1);
  const home = { number: AUSTIN_BRANCH };
  await answerOf(
    await sendAs(company.superadmin, 'PUT', `${company.path}/calls/settings`, {
      carriers: [{ carrier: 'twilio', account_id: company.accountId, secrets: 1 }],
      defaults: { ring: [home], order: 'in_turn', whisper: null },
    }),
  );
  for (const _ of Array(3).keys()) expect(await call(company)).toEqual([AUSTIN_BRANCH, 'voicemail']);
});
