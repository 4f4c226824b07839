/** The set-up of 12 branches from a sheet, with bought numbers, up to the first call; in presses. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { sendAsCarrier } from '../../../harness/carrier/simulated-carrier.ts';
import { ACCOUNT, type MarketServer, startMarket } from '../../../harness/carrier/market-server.ts';
import { sendAs } from '../../../harness/client.ts';
import { workerUrl } from '../../../harness/worker-url.ts';
import { test } from '../../console-test.ts';
import { countPresses } from '../../presses.ts';

const MOST_PRESSES = 15;
const SHEET = `Branch,Address,City,State,ZIP
Austin North,1 Main St,Austin,TX,78701
Austin South,2 Main St,Austin,TX,78704
Denver,1 Larimer St,Denver,CO,80202
Boulder,3 Pearl St,Boulder,CO,80302
Seattle,4 Pike St,Seattle,WA,98101
Chicago,5 Monroe St,Chicago,IL,60603
Phoenix,6 Central Ave,Phoenix,AZ,85004
Nashville,7 Broadway,Nashville,TN,37203
Miles City,8 Main St,Miles City,MT,59301
Juneau,9 Front St,Juneau,AK,99801
Boston,10 Tremont St,Boston,MA,02108
Miami,11 Ocean Dr,Miami,FL,33139
`;

let server: MarketServer;
beforeAll(async () => {
  server = await startMarket();
});
afterAll(() => server.close());

/** Fills in the form of the account. */
async function fillInAccount(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: 'New account' });
  await form.getByLabel('Account SID').fill(ACCOUNT.account_id);
  await form.getByLabel('Auth token', { exact: true }).fill('s');
  await form.getByLabel('API key SID (optional)').fill('SK1');
  await form.getByLabel('API key secret (optional)').fill('key');
  await form.getByLabel('Address of the API (optional)').fill(server.url);
}

test('12 branches of a sheet get a number each and take the first call, in at most 15 presses', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const { companyId, superadmin } = company;
  server.market.state.owned = {};
  const here = await open(superadmin);
  const { page } = here;
  const presses = await countPresses(page);
  await page.goto('/console/');
  await page.getByLabel('The number on your pages').fill('(800) 555-0100');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Paste a list of locations' }).click();
  await page.getByLabel('Rows from a spreadsheet').fill(SHEET);
  await page.getByRole('button', { name: 'Add 12 locations to draft' }).click();
  await page.getByRole('link', { name: 'Add the account' }).click();
  await fillInAccount(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();

  await page.getByRole('link', { name: 'Find a number near each of 12 locations' }).click();
  const dialog = page.getByRole('dialog', { name: 'A number for each location' });
  await dialog.getByText('12 locations: 12 numbers, 10 of them nearby, $13.80 a month.').waitFor();
  await dialog.getByText('None is sold within 50 miles: this one is from Billings, MT.').waitFor();
  await dialog.getByText('None is sold within 50 miles: this one is from Birmingham, AL.').waitFor();
  await dialog.getByText('With them, all your numbers cost $13.80 of at most $100 a month.').waitFor();
  const numberFor = (name: string): Promise<string> => dialog.getByLabel(`Number for ${name}`).inputValue();
  expect(await numberFor('Austin North')).not.toBe(await numberFor('Austin South'));
  await dialog.getByRole('button', { name: 'Buy 12 numbers for $13.80 a month' }).click();
  const order = page.getByRole('region', { name: 'Your order' });
  await order.getByText('All 12 bought.').waitFor({ timeout: 120_000 });
  expect(server.market.state.ledger).toHaveLength(12);
  await order.getByRole('button', { name: 'Add 12 numbers to draft' }).click();
  await page.getByRole('link', { name: 'Review and publish' }).first().click();
  await page.getByRole('button', { name: 'Publish 24 changes' }).click();
  await page.getByText('4 of 6 steps done.').waitFor();
  const copied = page.getByRole('button', { name: 'Copy' });
  await copied.click();

  const { numbers, locations } = await answerOf<{
    numbers: { phone_number: string; location_id: string }[];
    locations: { location_id: string }[];
  }>(await sendAs(superadmin, 'GET', `/dni/api/companies/${companyId}/settings`));
  expect(new Set(numbers.map(({ location_id: id }) => id))).toEqual(
    new Set(locations.map(({ location_id: id }) => id)),
  );
  const called = await page.getByText(/^Call \(\d{3}\) \d{3}-\d{4} from your own phone\./).innerText();
  const [, digits = ''] = /^Call ([()\d -]+) from/.exec(called) ?? [];
  const to = `+1${digits.replaceAll(/\D/g, '')}`;
  const fields = {
    AccountSid: ACCOUNT.account_id,
    CallSid: 'CA1',
    From: '+12065550123',
    To: to,
    CallStatus: 'ringing',
  };
  // The carrier calls the address that the number was bought with.
  const address = server.market.state.owned[to]?.['voice_url']?.replace(/#.*/, '') ?? '';
  expect(address).toBe(`${workerUrl()}/carriers/twilio/${companyId}/call`);
  const account = { carrier: 'twilio', accountId: ACCOUNT.account_id, secret: 's' } as const;
  expect((await sendAsCarrier(account, address, fields)).status).toBe(200);
  await page.getByRole('link', { name: 'Open the lead' }).waitFor();
  expect(presses()).toBeLessThanOrEqual(MOST_PRESSES);
});
