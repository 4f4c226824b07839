import { afterAll, beforeAll, expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { sendAsCarrier } from '../../../harness/carrier/simulated-carrier.ts';
import { startServer } from '../../../harness/own-worker.ts';
import { workerUrl } from '../../../harness/worker-url.ts';
import { putSettings } from '../../../harness/dni-company.ts';
import { AUSTIN, branches } from '../../../worker/core/phone/calls/call-company.ts';
import { test } from '../../console-test.ts';

let carrier: { url: string; close: () => Promise<void> };
/** The numbers that the carrier's API lists. */
let listed: Record<string, unknown>[] = [];

beforeAll(async () => {
  carrier = await startServer((request, response) => {
    const isKnown = request.headers.authorization === `Basic ${btoa('SK1:api secret')}`;
    response
      .writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(isKnown ? { incoming_phone_numbers: listed } : { message: 'Authenticate' }));
  });
});
afterAll(() => carrier.close());

test('a carrier’s account, who rings and the first call, from the set-up and without curl', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const { companyId, superadmin, agent } = company;
  await answerOf(await putSettings(companyId, branches(agent.userId)));
  const here = await open(superadmin, { expected: /status of 400/ });
  const { page } = here;
  await page.goto(`/console/${companyId}/setup`);
  await page.getByRole('link', { name: 'Add your carrier’s account' }).click();
  const dialog = page.getByRole('dialog', { name: 'New account' });
  await dialog.getByLabel('Account SID').fill('AC 1');
  await dialog.getByLabel('Auth token', { exact: true }).fill('auth token');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This is no account SID of Twilio.').first().waitFor();
  await dialog.getByLabel('Account SID').fill('AC1');
  await dialog.getByLabel('API key SID (optional)').fill('SK1');
  await dialog.getByLabel('API key secret (optional)').fill('api secret');
  await dialog.getByLabel('Address of the API (optional)').fill(carrier.url);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Account added.').waitFor();

  await page.goto(`/console/${companyId}/numbers/phone`);
  listed = [{ phone_number: AUSTIN, voice_url: 'https://elsewhere.example/', voice_method: 'POST' }];
  await page.getByRole('button', { name: 'Check the account' }).click();
  await page.getByText('do not send their calls here: 1 of 1.').waitFor();
  await page.getByText('https://elsewhere.example/').waitFor();
  await page.getByText('Addresses for its numbers').click();
  const address = `${workerUrl()}/carriers/twilio/${companyId}/call#rc=2&rp=all`;
  await expect.poll(() => page.getByLabel('A call comes in (POST)').innerText()).toBe(address);

  await page.getByRole('link', { name: 'All calls' }).click();
  const rules = page.getByRole('dialog', { name: 'Rules: All calls' });
  await rules.getByLabel('Who rings').selectOption('list');
  await rules.getByLabel('Phone 1').fill('12');
  await rules.getByLabel('Seconds of each turn').fill('20');
  await rules.getByRole('button', { name: 'Save to draft' }).click();
  await rules.getByText('This is not a phone number.').first().waitFor();
  await rules.getByLabel('Phone 1').fill('(206) 555-0140');
  await rules.getByRole('button', { name: 'Save to draft' }).click();
  await page.getByText('2 unpublished changes').waitFor();

  await page.getByLabel('Number', { exact: true }).selectOption(AUSTIN);
  await page.getByRole('button', { name: 'Who rings?' }).click();
  await page.getByText('rings (206) 555-0140 for 20 s, then the voicemail answers.').waitFor();
  expect((await call(companyId, 'CA0')).status).toBe(200);

  await page.getByRole('link', { name: 'Review and publish' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await review.getByText('All calls: Who rings').waitFor();
  await review.getByRole('button', { name: 'Publish 2 changes' }).click();
  await page.getByText('Published. The next call rings by these rules.').waitFor();
  const answer = await (await call(companyId, 'CA1')).text();
  expect(answer).toContain('timeout="20"');
  expect(answer).toContain('+12065550140');
  await page.goto(`/console/${companyId}/setup`);
  await page.getByRole('link', { name: 'Open the lead' }).waitFor();
});

/** Somebody calls the number in Austin. */
function call(companyId: string, callId: string): Promise<Response> {
  const account = { carrier: 'twilio', accountId: 'AC1', secret: 'auth token' } as const;
  const fields = {
    AccountSid: 'AC1',
    CallSid: callId,
    From: '+12065550123',
    To: AUSTIN,
    CallStatus: 'ringing',
  };
  return sendAsCarrier(account, `${workerUrl()}/carriers/twilio/${companyId}/call`, fields);
}
