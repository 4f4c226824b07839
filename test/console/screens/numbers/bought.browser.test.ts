/** A number is bought, followed, put into the settings and mended: in the real browser, at the simulated carrier. */
import { expect, onTestFinished } from 'vitest';
import { accountAt, startMarket } from '../../../harness/carrier/market-server.ts';
import { makeCallCompany } from '../../../worker/core/phone/calls/call-company.ts';
import { tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

/** The first one that the carrier sells near Austin. */
const FIRST = '+15125550170';
const OLD = { voice_url: 'https://ivr.acme.example/menu', voice_method: 'GET' };

test('a number is bought, added to the settings and mended by keyboard alone', async ({ open }) => {
  const server = await startMarket();
  onTestFinished(() => server.close());
  const company = await makeCallCompany({ carriers: [accountAt(server.url)] });
  const { page } = await open(company.superadmin);
  await page.goto(`/console/${company.companyId}/numbers/bought`);
  await page.getByText('No numbers here yet.').waitFor();
  await tabTo(page, /^Buy numbers$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Buy numbers' });
  await dialog.waitFor();
  await tabTo(page, /^Location$/);
  await page.keyboard.type('Austin');
  await tabTo(page, /^Search$/);
  await page.keyboard.press('Enter');
  await dialog.getByText('29 numbers near Austin').waitFor();
  await tabTo(page, /^Select \(512\) 555-0170$/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Source$/);
  await page.keyboard.type('Direct');
  await tabTo(page, /^Buy 1 number for \$1\.15 a month$/);
  await page.keyboard.press('Enter');
  await page.getByText('Your order of 1 number').waitFor();
  // The order is followed after a reload, too.
  await page.reload();
  await page.getByText('It is bought.').waitFor();
  expect(server.market.state.ledger).toEqual([FIRST]);
  await tabTo(page, /^Add 1 number to draft$/);
  await page.keyboard.press('Enter');
  await page.getByText('1 number is in the draft.').waitFor();

  Object.assign(server.market.state.owned[FIRST] ?? {}, OLD);
  await tabTo(page, /^Check now$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Fix it$/, 90);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '(512) 555-0170' }).waitFor();
  await tabTo(page, /^Fix$/);
  await page.keyboard.press('Enter');
  await page.getByText('It gets our addresses again.').waitFor();
  await expect.poll(() => server.market.state.owned[FIRST]?.['voice_url']).toContain('/carriers/twilio/');
});
