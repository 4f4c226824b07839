import { expect } from 'vitest';
import { startReceiver } from '../../../harness/receiver.ts';
import { tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

test('a webhook is made, tested and given a new secret by keyboard alone, and calls go out as a file', async ({
  open,
  company,
}) => {
  const { url } = await startReceiver(200);
  const { page } = await open(company.superadmin, { expected: /status of 400/ });
  const press = async (name: RegExp): Promise<void> => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  await page.goto(`/console/${company.companyId}/company/webhooks`);
  await press(/^Add a webhook$/);
  await page.getByRole('dialog', { name: 'New webhook' }).waitFor();
  await page.keyboard.type('nowhere');
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid="true"][name="/url"]').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('/url');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(url);
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'The webhook’s secret' });
  await made.getByText(/^whsec_/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 2, name: url }).waitFor();
  await press(/^Send a test$/);
  await page.getByText(/^The receiver accepted the test: 200 in/).waitFor();
  await press(/^New secret$/);
  await page.getByRole('dialog', { name: 'New secret' }).waitFor();
  await press(/Create new secret/);
  await page
    .getByRole('dialog', { name: 'The new secret' })
    .getByText(/^whsec_/)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('The new secret, and the old one for a while').waitFor();

  await press(/^Data$/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV of Calls' }).press('Enter');
  expect((await download).suggestedFilename()).toBe('calls.csv');
});
