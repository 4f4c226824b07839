/** Numbers that are bought, imported, mended and given back in the console. */
import { afterEach, beforeAll, afterAll, expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { answerOf } from '../../../harness/builders.ts';
import {
  ACCOUNT,
  accountAt,
  type MarketServer,
  startMarket,
} from '../../../harness/carrier/market-server.ts';
import { sendAs } from '../../../harness/client.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from '../../../worker/core/phone/calls/call-company.ts';
import { inspect, tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

/** Of the search near Austin. */
const [FIRST, SECOND, THIRD] = ['+15125550170', '+15125550171', '+15125550172'] as const;
const OLD = { voice_url: 'https://ivr.acme.example/menu', voice_method: 'GET' };

let server: MarketServer;
beforeAll(async () => {
  server = await startMarket();
});
afterEach(() => {
  server.market.state.owned = {};
  server.market.state.ledger = [];
  server.market.taken.clear();
  server.market.prices = { local: '1.15', 'toll free': '2.15' };
  server.fail(undefined);
});
afterAll(() => server.close());

function makeCompany(): Promise<CallCompany> {
  return makeCallCompany({ carriers: [accountAt(server.url)] });
}

function ask(
  { superadmin, path }: CallCompany,
  method: string,
  rest: string,
  body?: object,
): Promise<Response> {
  return sendAs(superadmin, method, `${path}/numbers${rest}`, body);
}

async function settled(company: CallCompany): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await answerOf<{ numbers: { is_pending: boolean }[] }>(await ask(company, 'GET', ''));
        return answer.numbers.some(({ is_pending: isPending }) => isPending);
      },
      { timeout: 30_000 },
    )
    .toBe(false);
}

/** Orders by the API what a journey starts from. */
async function importNow(company: CallCompany, ...numbers: string[]): Promise<void> {
  for (const number of numbers) server.market.own(number, OLD);
  await answerOf(await ask(company, 'POST', '/import', { ...ACCOUNT, numbers }));
  await settled(company);
}

function openBought(page: Page, { companyId }: CallCompany, query = ''): Promise<unknown> {
  return page.goto(`/console/${companyId}/numbers/bought${query}`);
}

test('numbers are found near a location, bought once, followed to their end, and put into the settings', async ({
  open,
}) => {
  const company = await makeCompany();
  const here = await open(company.superadmin);
  const { page } = here;
  await openBought(page, company);
  await page.getByText('No numbers here yet.').waitFor();
  await page.getByRole('link', { name: 'Buy numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buy numbers' });
  await dialog.getByRole('button', { name: 'Search' }).click();
  await dialog.getByText('29 numbers near Austin').waitFor();
  for (const ending of ['0170', '0171', '0172']) {
    await dialog.getByRole('checkbox', { name: `Select (512) 555-${ending}` }).check();
  }
  await dialog.getByLabel('Find by').selectOption('area_code');
  await dialog.getByLabel('Area code').fill('303');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await dialog.getByText('29 numbers in 303').waitFor();
  await dialog.getByRole('checkbox', { name: 'Select (303) 555-0174' }).check();
  await dialog
    .getByText('4 numbers: $4.60 a month. With them, all your numbers cost $4.60 of at most $100')
    .waitFor();
  const sourceOf = (number: string): Locator =>
    dialog.getByRole('group', { name: number }).getByLabel('Source');
  const taken = dialog.getByRole('group').filter({ hasText: 'These visitors see another number already' });
  expect(await taken.count()).toBe(3);
  await sourceOf('(512) 555-0171').selectOption('direct');
  await sourceOf('(512) 555-0172').selectOption('paid_search');
  await expect.poll(() => taken.getByRole('button').count()).toBe(2);
  expect(await taken.getByRole('button', { name: 'Leave out (512) 555-0171' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Leave out (303) 555-0174' }).click();
  await inspect(here, 'numbers to buy');

  server.market.taken.add(FIRST);
  const bought: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/numbers/buy')) bought.push(request.method());
  });
  await dialog.getByRole('button', { name: 'Buy 3 numbers for $3.45 a month' }).dblclick();
  const order = page.getByRole('region', { name: 'Your order' });
  await order.getByText('Your order of 3 numbers').waitFor();
  // The order is followed after a reload, too.
  await page.reload();
  await order.getByText('2 of 3 bought, 1 not bought.').waitFor();
  await order.getByText(`(512) 555-0170: The carrier answered 400: ${FIRST} is not available.`).waitFor();
  expect(bought).toEqual(['POST']);
  expect(server.market.state.ledger.toSorted()).toEqual([SECOND, THIRD]);
  await order.getByText('(512) 555-0171 for Direct, Austin').waitFor();
  await inspect(here, 'an order');

  await order.getByRole('button', { name: 'Add 1 number to draft' }).click();
  await order.getByText('1 number is in the draft.').waitFor();
  await page.getByRole('link', { name: 'Review and publish' }).first().click();
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await page.getByText('Published. Visitors see the changes now.').waitFor();
  await order.getByText('(512) 555-0172 for Paid search, Austin').waitFor();
  const settings = await answerOf<{ numbers: object[] }>(
    await sendAs(company.superadmin, 'GET', `/dni/api/companies/${company.companyId}/settings`),
  );
  expect(settings.numbers.at(-1)).toMatchObject({
    phone_number: SECOND,
    source: 'direct',
    location_id: 'austin',
  });
  await order.getByRole('link', { name: 'Close' }).click();
  await page
    .getByRole('row', { name: /\(512\) 555-0171.*Direct, Austin.*Twilio.*\$1\.15.*Rings here/ })
    .waitFor();
  await page.getByLabel('Which numbers').selectOption('over');
  await page.getByRole('row', { name: /\(512\) 555-0170.*Not bought/ }).waitFor();
});

test('a price that has changed is shown and asked again, and an order above the cap says what to do', async ({
  open,
}) => {
  const company = await makeCompany();
  const here = await open(company.superadmin, { expected: /status of 412/ });
  const { page } = here;
  await openBought(page, company, '?over=buy');
  const dialog = page.getByRole('dialog', { name: 'Buy numbers' });
  await dialog.getByLabel('Kind').selectOption('toll_free');
  await dialog.getByLabel('Location').selectOption('');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await dialog.getByRole('checkbox', { name: 'Select (800) 555-0170' }).check();
  await dialog.getByRole('checkbox', { name: 'Select (800) 555-0171' }).check();
  server.market.prices['toll free'] = '60.00';
  await dialog.getByRole('button', { name: 'Buy 2 numbers for $4.30 a month' }).click();
  await dialog.getByText('(800) 555-0170 costs $60 a month now. Nothing was ordered.').waitFor();
  await dialog.getByText('2 numbers: $120 a month.').waitFor();
  await dialog.getByText('That is $20 above your monthly cap.').waitFor();
  await inspect(here, 'an order above the cap');
  const buy = dialog.getByRole('button', { name: 'Buy 2 numbers for $120 a month' });
  expect(await buy.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'raise the cap to $120' }).click();
  await buy.click();
  await page.getByText('All 2 bought.').waitFor();
  await page.getByText('$120 a month for 2 numbers, of at most $120.').waitFor();

  await page.getByRole('link', { name: 'Change the cap' }).click();
  const cap = page.getByRole('dialog', { name: 'Monthly cap' });
  await cap.getByLabel('Cap, in USD a month').fill('many');
  await cap.getByRole('button', { name: 'Save' }).click();
  await cap.getByText('Enter an amount, such as 150.').first().waitFor();
  await cap.getByLabel('Cap, in USD a month').fill('1,500');
  await cap.getByRole('button', { name: 'Save' }).click();
  await page.getByText('of at most $1,500.').waitFor();
});

test('what another super admin buys meanwhile counts, and the server has the last word on the cap', async ({
  open,
}) => {
  const company = await makeCompany();
  const { page } = await open(company.superadmin, { expected: /status of 409/ });
  await openBought(page, company, '?over=buy');
  const dialog = page.getByRole('dialog', { name: 'Buy numbers' });
  await dialog.getByRole('button', { name: 'Search' }).click();
  await dialog.getByRole('checkbox', { name: 'Select (512) 555-0170' }).check();
  await answerOf(await ask(company, 'PUT', '/limits', { monthly_cap: 1 }));
  await dialog.getByRole('button', { name: 'Buy 1 number for $1.15 a month' }).click();
  await dialog.getByText('With these, numbers would cost 1.15 a month; the cap is 1.00.').waitFor();
  await dialog.getByText('That is $0.15 above your monthly cap.').waitFor();
  expect(server.market.state.ledger).toEqual([]);
});

test('the 60 numbers of an account are imported at once, and all put back', async ({ open }) => {
  const company = await makeCompany();
  const numbers = Array.from({ length: 60 }, (_, index) => `+1512555${String(2000 + index)}`);
  for (const number of numbers) server.market.own(number, OLD);
  server.market.own(AUSTIN, { voice_application_sid: 'AP11111111111111111111111111111111' });
  const here = await open(company.superadmin);
  const { page } = here;
  await openBought(page, company);
  await page.getByRole('link', { name: 'Import numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import numbers' });
  await dialog.getByText('Your account at Twilio has 61 numbers.').waitFor();
  await dialog.getByText('Calls: the application AP11111111111111111111111111111111').waitFor();
  await dialog.getByLabel('Search the numbers').fill('ivr.acme');
  await dialog.getByText('All 60 that match').waitFor();
  await dialog.getByText('Calls: https://ivr.acme.example/menu').first().waitFor();
  await inspect(here, 'numbers to import');
  await dialog.getByLabel('Select all').check();
  await dialog.getByText('60 of 61 selected').waitFor();
  await dialog.getByRole('button', { name: 'Import 60 numbers' }).click();
  const order = page.getByRole('region', { name: 'Your import' });
  await order.getByText('All 60 imported.').waitFor({ timeout: 120_000 });
  expect(server.market.state.owned[numbers[59] ?? '']?.['voice_url']).toContain('/carriers/twilio/');

  await order.getByRole('button', { name: 'Put all 60 back as they were' }).click();
  await inspect(here, 'an import to be put back');
  await order.getByRole('button', { name: 'Put 60 numbers back' }).click();
  await page.getByText('No numbers here yet.').waitFor({ timeout: 120_000 });
  expect(server.market.state.owned[numbers[0] ?? '']).toMatchObject(OLD);
});

test('a number that sends its calls elsewhere is told of on Home and mended; one is put back, one given back and kept', async ({
  open,
}) => {
  const company = await makeCompany();
  await importNow(company, AUSTIN, THIRD);
  Object.assign(server.market.state.owned[AUSTIN] ?? {}, OLD);
  const here = await open(company.superadmin, { expected: /status of 409/ });
  const { page } = here;
  await openBought(page, company);
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('All numbers were checked.').waitFor();
  await page
    .getByText('Calls to (512) 555-0102 no longer come here: somebody changed it at Twilio.')
    .waitFor();
  await inspect(here, 'a number astray');
  for (const screen of ['setup', 'home']) {
    await page.goto(`/console/${company.companyId}/${screen}`);
    await page.getByText('Calls to (512) 555-0102 no longer come here').waitFor();
  }
  await page.getByRole('link', { name: 'Mend it' }).click();
  const dialog = page.getByRole('dialog', { name: '(512) 555-0102' });
  await dialog.getByRole('link', { name: 'Paid search, Austin' }).waitFor();
  await inspect(here, 'a number astray and its actions');
  await dialog.getByRole('button', { name: 'Mend' }).click();
  await page.getByRole('row', { name: /\(512\) 555-0102.*Rings here/ }).waitFor();
  expect(server.market.state.owned[AUSTIN]?.['voice_url']).toContain('/carriers/twilio/');

  // In use: it says so instead of offering what would be refused.
  await page.getByRole('link', { name: '(512) 555-0102' }).click();
  await dialog.getByRole('link', { name: 'Give back' }).click();
  await dialog.getByText('It is in your numbers.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Give it back' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const other = page.getByRole('dialog', { name: '(512) 555-0172' });
  await page.getByRole('link', { name: '(512) 555-0172' }).click();
  await other.getByRole('link', { name: 'Give back' }).click();
  await inspect(here, 'a number to give back');
  await other.getByRole('button', { name: 'Give it back' }).click();
  await page.getByRole('row', { name: /\(512\) 555-0172.*Leaves / }).waitFor();
  await page.getByRole('link', { name: '(512) 555-0172' }).click();
  await other.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('row', { name: /\(512\) 555-0172.*Rings here/ }).waitFor();
  await page.getByRole('link', { name: '(512) 555-0172' }).click();
  await other.getByRole('link', { name: 'Put back' }).click();
  await other.getByRole('button', { name: 'Put it back' }).click();
  await page.getByRole('row', { name: /\(512\) 555-0172/ }).waitFor({ state: 'detached' });
  expect(server.market.state.owned[THIRD]).toMatchObject(OLD);
});

test('a number that was called lately is not given back, and the reason is shown', async ({ open }) => {
  const company = await makeCompany();
  await importNow(company, THIRD);
  const call = {
    number: THIRD,
    from: '+12065550188',
    carrier_call_id: 'late',
    started_at: new Date().toISOString(),
  };
  const calls = { unlisted_numbers: [THIRD], carriers: [accountAt(server.url)] };
  const put = (body: object): Promise<Response> =>
    sendAs(company.superadmin, 'PUT', `${company.path}/calls/settings`, body);
  await answerOf(await put(calls));
  await answerOf(await sendAs(company.superadmin, 'POST', `${company.path}/calls`, call));
  await answerOf(await put({ ...calls, unlisted_numbers: [] }));
  const { page } = await open(company.superadmin, { expected: /status of 409/ });
  await openBought(page, company);
  await page.getByRole('link', { name: '(512) 555-0172' }).click();
  await page.getByRole('link', { name: 'Give back' }).click();
  await page.getByRole('button', { name: 'Give it back' }).click();
  await page.getByRole('dialog').getByText('The number was called within the last 30 days.').waitFor();
});

test('a number is bought, added to the settings and mended by keyboard alone', async ({ open }) => {
  const company = await makeCompany();
  const { page } = await open(company.superadmin);
  await openBought(page, company);
  await page.getByText('No numbers here yet.').waitFor();
  await tabTo(page, /^Buy numbers$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Buy numbers' });
  await dialog.waitFor();
  await tabTo(page, /^Search$/);
  await page.keyboard.press('Enter');
  await dialog.getByText('29 numbers near Austin').waitFor();
  await tabTo(page, /^Select \(512\) 555-0170$/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Source$/);
  await page.keyboard.type('Direct');
  await tabTo(page, /^Buy 1 number for \$1\.15 a month$/);
  await page.keyboard.press('Enter');
  await page.getByText('It is bought.').waitFor();
  await tabTo(page, /^Add 1 number to draft$/);
  await page.keyboard.press('Enter');
  await page.getByText('1 number is in the draft.').waitFor();

  Object.assign(server.market.state.owned[FIRST] ?? {}, OLD);
  await tabTo(page, /^Check now$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Mend it$/, 90);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '(512) 555-0170' }).waitFor();
  await tabTo(page, /^Mend$/);
  await page.keyboard.press('Enter');
  await page.getByText('It gets our addresses again.').waitFor();
  await expect.poll(() => server.market.state.owned[FIRST]?.['voice_url']).toContain('/carriers/twilio/');
});

test('a bought number that nothing uses leads to its entry, filled in', async ({ open }) => {
  const company = await makeCompany();
  const numbers = [{ number: FIRST, location_id: 'denver', source: 'yelp' }];
  await answerOf(await ask(company, 'POST', '/buy', { ...ACCOUNT, monthly_price: 1.15, numbers }));
  await settled(company);
  const { page } = await open(company.superadmin);
  await openBought(page, company);
  await page.getByRole('link', { name: 'Add it to the numbers' }).click();
  const form = page.getByRole('dialog', { name: 'New tracking number' });
  expect(await form.getByLabel('Tracking number').inputValue()).toBe('(512) 555-0170');
  expect(await form.getByLabel('Location').inputValue()).toBe('denver');
  await form.getByRole('button', { name: 'Add to draft' }).click();
  await page.getByText('1 unpublished change').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('managers see the numbers and order nothing; without an account the screen leads to its form', async ({
  open,
}) => {
  const company = await makeCompany();
  await importNow(company, AUSTIN);
  const manager = await open(company.manager);
  await openBought(manager.page, company);
  await manager.page.getByRole('link', { name: '(512) 555-0102' }).click();
  const dialog = manager.page.getByRole('dialog', { name: '(512) 555-0102' });
  await dialog.getByText('Rings here').waitFor();
  await inspect(manager, 'the bought numbers of a manager');
  for (const name of ['Mend', 'Give back', 'Put back', 'Buy numbers', 'Import numbers', 'Check now']) {
    expect(await manager.page.getByText(name, { exact: true }).count()).toBe(0);
  }

  const bare = await makeCallCompany();
  const here = await open(bare.superadmin);
  await openBought(here.page, bare, '?over=buy');
  await here.page.getByText('Your account at Twilio has no credentials for its API').waitFor();
  await inspect(here, 'no account to buy at');
  await here.page.getByRole('link', { name: 'Add the credentials' }).click();
  await here.page.getByRole('dialog', { name: 'Account' }).getByLabel('API key secret (optional)').waitFor();
});
