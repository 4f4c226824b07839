import { afterAll, beforeAll, expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { sendAsCarrier } from '../../../harness/carrier/simulated-carrier.ts';
import { sendAs } from '../../../harness/client.ts';
import { startServer } from '../../../harness/own-worker.ts';
import { workerUrl } from '../../../harness/worker-url.ts';
import { putSettings } from '../../../harness/dni-company.ts';
import { AUSTIN, branches, makeCallCompany } from '../../../worker/core/phone/calls/call-company.ts';
import { inspect } from '../../console.ts';
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
  await dialog.getByText('Write the id as the carrier shows it.').first().waitFor();
  await inspect(here, 'the form of an account with a fault');
  await dialog.getByLabel('Account SID').fill('AC1');
  await dialog.getByLabel('API key SID (optional)').fill('SK1');
  await dialog.getByLabel('API key secret (optional)').fill('api secret');
  await dialog.getByLabel('Address of the API (optional)').fill(carrier.url);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Account added.').waitFor();

  listed = [{ phone_number: AUSTIN, voice_url: 'https://elsewhere.example/', voice_method: 'POST' }];
  await page.getByRole('button', { name: 'Check the account' }).click();
  await page.getByText('do not send their calls here: 1 of 1.').waitFor();
  await page.getByText('https://elsewhere.example/').waitFor();
  await page.getByText('Addresses for its numbers').click();
  const address = `${workerUrl()}/carriers/twilio/${companyId}/call#rc=2&rp=all`;
  await expect.poll(() => page.getByLabel('A call comes in (POST)').innerText()).toBe(address);
  await inspect(here, 'a checked account');

  await page.getByRole('link', { name: 'All calls' }).click();
  const rules = page.getByRole('dialog', { name: 'Rules: All calls' });
  await rules.getByLabel('Who rings').selectOption('list');
  await rules.getByLabel('Phone 1').fill('12');
  await rules.getByLabel('Seconds of each turn').fill('20');
  await rules.getByRole('button', { name: 'Save to draft' }).click();
  await rules.getByText('This is not a phone number.').first().waitFor();
  await rules.getByLabel('Phone 1').fill('(206) 555-0140');
  await inspect(here, 'the rules for all calls');
  await rules.getByRole('button', { name: 'Save to draft' }).click();
  await page.getByText('2 unpublished changes').waitFor();

  await page.getByLabel('Number', { exact: true }).selectOption(AUSTIN);
  await page.getByRole('button', { name: 'Who rings?' }).click();
  await page.getByText('rings (206) 555-0140 for 20 s, then the voicemail answers.').waitFor();
  expect((await call(companyId, 'CA0')).status).toBe(200);

  await page.getByRole('link', { name: 'Review and publish' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await review.getByText('All calls: Who rings').waitFor();
  await inspect(here, 'the review of the phone settings');
  await review.getByRole('button', { name: 'Publish 2 changes' }).click();
  await page.getByText('Published. The next call rings by these rules.').waitFor();
  const answer = await (await call(companyId, 'CA1')).text();
  expect(answer).toContain('timeout="20"');
  expect(answer).toContain('+12065550140');
  await page.goto(`/console/${companyId}/setup`);
  await page.getByRole('link', { name: 'Open the lead' }).waitFor();
});

test('a draft is kept over a reload without secrets, and merged with what somebody else has published', async ({
  open,
}) => {
  const company = await makeCallCompany({ defaults: { greeting: 'Hello.' } });
  const { companyId, superadmin, path, accountId } = company;
  const { page } = await open(superadmin);
  await page.goto(`/console/${companyId}/numbers/phone`);
  await page.getByRole('link', { name: 'Austin' }).click();
  await page.getByRole('dialog').getByLabel('Seconds of each turn').fill('30');
  await page.getByRole('dialog').getByRole('button', { name: 'Save to draft' }).click();
  await page.getByRole('link', { name: 'Edit the lists' }).click();
  await page.getByRole('textbox', { name: 'Blocked callers' }).fill('(202) 555-0199');
  await page.getByRole('dialog').getByRole('button', { name: 'Save to draft' }).click();
  await page.getByText('2 unpublished changes').waitFor();
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(kept).not.toContain(company.authToken);

  const now = await answerOf<object>(await sendAs(superadmin, 'GET', `${path}/calls/settings`));
  const theirs = { ...now, blocked: ['+12025550101'], defaults: { greeting: 'Good day.' } };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/calls/settings`, theirs));
  await page.getByRole('link', { name: 'Review and publish' }).click();
  // The console hears of it at once.
  await page.getByText('Somebody else published in the meantime.').waitFor();
  await page.getByRole('button', { name: 'Publish 2 changes' }).click();
  await page.getByText('Published. The next call rings by these rules.').waitFor();
  expect(await answerOf(await sendAs(superadmin, 'GET', `${path}/calls/settings`))).toMatchObject({
    carriers: [{ account_id: accountId, secrets: 1 }],
    defaults: { greeting: 'Good day.' },
    locations: { austin: { timeout_seconds: 30 } },
    blocked: ['+12025550101', '+12025550199'],
  });
});

test('opening hours and special days on the form of a location, and of all', async ({ open }) => {
  const { companyId, superadmin } = await makeCallCompany();
  const here = await open(superadmin);
  const { page } = here;
  await page.goto(`/console/${companyId}/numbers/locations?over=location&key=austin`);
  const form = page.getByRole('dialog', { name: 'Location' });
  await form.getByRole('button', { name: 'Add hours' }).click();
  await form.getByLabel('Days of hours 1').selectOption('everyday');
  await form.getByLabel('End of hours 1').fill('18:30');
  await form.getByRole('button', { name: 'Add a special day' }).click();
  await form.getByRole('button', { name: 'Save to draft' }).click();
  await form.getByText('Choose a day.').first().waitFor();
  await form.getByLabel('Date of special day 1').fill('2026-12-24');
  await form.getByLabel('Special day 1 is').selectOption('open');
  await form.getByLabel('End of special day 1').fill('12:00');
  await inspect(here, 'the hours of a location');
  await form.getByRole('button', { name: 'Save to draft' }).click();
  await page.getByRole('button', { name: 'More about locations' }).click();
  await page.getByRole('link', { name: 'Special days' }).click();
  await page.getByRole('button', { name: 'Add a special day' }).click();
  await page.getByLabel('Date of special day 1').fill('2026-12-25');
  await page.getByRole('button', { name: 'Save to draft' }).click();
  await page.getByRole('link', { name: 'Review and publish' }).click();
  await page.getByText('2026-12-25 closed').waitFor();
  await page.getByText('everyday 09:00–18:30').waitFor();
  await page.getByRole('button', { name: 'Publish 2 changes' }).click();
  await page.getByText('Published. Visitors see the changes now.').waitFor();

  const saved = await sendAs(superadmin, 'GET', `/dni/api/companies/${companyId}/settings`);
  expect(await saved.json()).toMatchObject({
    special_hours: [{ date: '2026-12-25', closed: true }],
    locations: [
      {
        hours: [{ duration: 10, from_time: '09:00', to_time: '18:30', day_of_week: 'everyday' }],
        special_hours: [{ date: '2026-12-24', from_time: '09:00', to_time: '12:00' }],
      },
      {},
    ],
  });
});

test('a caller is blocked from their call at once, beside others’ changes, and allowed again by Undo', async ({
  open,
}) => {
  const { companyId, superadmin, manager, path } = await makeCallCompany({ blocked: ['+12025550101'] });
  const { call_id: callId } = await answerOf<{ call_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/calls`, {
      number: AUSTIN,
      from: '+12065550188',
      carrier_call_id: 'unwanted',
      started_at: new Date().toISOString(),
    }),
  );
  const blocked = async (): Promise<unknown> =>
    (await answerOf<{ blocked: unknown }>(await sendAs(superadmin, 'GET', `${path}/calls/settings`))).blocked;
  const { page } = await open(superadmin);
  await page.goto(`/console/${companyId}/calls/list?over=call&id=${callId}`);
  await page.getByRole('button', { name: 'Block this caller' }).click();
  await page.getByText('(206) 555-0188 is blocked: their calls are refused.').waitFor();
  expect(await blocked()).toEqual(['+12025550101', '+12065550188']);
  await page.getByRole('button', { name: 'Allow this caller again' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Block this caller' }).waitFor();
  expect(await blocked()).toEqual(['+12025550101']);

  const other = await open(manager);
  await other.page.goto(`/console/${companyId}/calls/list?over=call&id=${callId}`);
  await other.page
    .getByRole('dialog')
    .getByText('First call', { exact: false })
    .or(other.page.getByText('None: the first call'))
    .first()
    .waitFor();
  expect(await other.page.getByRole('button', { name: 'Block this caller' }).count()).toBe(0);
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
