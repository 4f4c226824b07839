import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answerOf, type PeopledCompany } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { dniSettings } from '../../../harness/dni-company.ts';
import { inspect, tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

const NUMBER = '+15125550102';

async function read<Body>({ superadmin, path }: PeopledCompany, part: string): Promise<Body> {
  return answerOf<Body>(await sendAs(superadmin, 'GET', `${path}/conversions${part}`));
}

/** Calls of 20 and of 90 seconds, whose visit is not known. */
test.beforeAll(async ({ company: { superadmin, companyId, path } }) => {
  await answerOf(await sendAs(superadmin, 'PUT', `/dni/api/companies/${companyId}/settings`, dniSettings()));
  for (const seconds of [20, 90]) {
    const now = new Date().toISOString();
    const call = { number: NUMBER, from: '+15125559999', started_at: now, answered_at: now };
    await answerOf(
      await sendAs(superadmin, 'POST', `${path}/calls`, {
        ...call,
        carrier_call_id: `of ${seconds}`,
        talk_seconds: seconds,
      }),
    );
  }
});

const preview = (page: Page): Promise<string> => page.getByRole('region', { name: 'Preview' }).innerText();

test('a rule is previewed as it is typed, added, changed, paused, and removed', async ({ open, company }) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/company/conversions`);
  await page.getByText('No rules yet.').waitFor();
  await page.getByRole('link', { name: 'Add a rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Name').fill('Long calls');
  await form.getByText('Choose a value and at least one platform').waitFor();
  await form.getByLabel('What each is worth').selectOption('amount');
  await form.getByLabel('Amount').fill('80');
  await form.getByLabel('Google Ads (file)').check();
  await expect.poll(() => preview(page)).toContain('0 would be sent, 2 not');
  await expect.poll(() => preview(page)).toContain('1 under 60 seconds');
  await form.getByLabel('Talked for at least (seconds)').fill('120');
  await expect.poll(() => preview(page)).toContain('2 under 120 seconds');
  await inspect(here, 'the form of a rule');
  await form.getByRole('button', { name: 'Add rule' }).click();

  const row = page.getByRole('row', { name: /Long calls/ });
  await row.getByText('Calls of 120 seconds or more').waitFor();
  await row.getByText('2 under 120 seconds').waitFor();
  expect(await read(company, '/rules')).toMatchObject([
    {
      name: 'Long calls',
      when: { what: 'call', talk_seconds: 120, min_confidence: 0.7 },
      value: { unit: 'USD', value: 80 },
      platforms: ['google_ads'],
      state: 'active',
    },
  ]);

  await row.getByRole('link', { name: 'Long calls' }).click();
  const edited = page.getByRole('dialog', { name: 'Rule' });
  await edited.getByLabel('Talked for at least (seconds)').fill('60');
  await edited.getByLabel('From whom').selectOption('first');
  await edited.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Calls of 60 seconds or more, first-time callers only').waitFor();
  await row.getByRole('button', { name: 'Pause' }).click();
  await row.getByText('Paused').waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await row.getByRole('button', { name: 'Remove Long calls' }).click();
  await page.getByText('No rules yet.').waitFor();
  expect(await read(company, '/rules')).toEqual([]);
});

test('a platform is set up by keyboard alone, refused at its field, and shows the address of its file', async ({
  open,
  company,
}) => {
  const here = await open(company.superadmin, { expected: /status of 400/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/company/conversions`);
  await page.getByRole('link', { name: 'Google Ads (file)' }).waitFor();
  await tabTo(page, /Google Ads \(file\)/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The file to fetch' }).waitFor();
  expect(await page.getByLabel('Address of the file', { exact: true }).innerText()).toMatch(
    new RegExp(`/companies/${company.companyId}/conversions/google_ads\\.csv$`),
  );
  await tabTo(page, /Put conversions into the file/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid="true"][name="/settings/conversion_name"]').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('/settings/conversion_name');
  await page.keyboard.type('Calls');
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  await page.getByText('On', { exact: true }).waitFor();
  await inspect(here, 'a platform');
  expect(await read(company, '/platforms/google_ads')).toMatchObject({
    enabled: true,
    settings: { conversion_name: 'Calls' },
  });
});

test('the log says why something was not sent, and is filtered by it', async ({ open, company }) => {
  const { superadmin, path, companyId } = company;
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/conversions/rules`, {
      name: 'All calls',
      when: { what: 'call', min_confidence: 0.5 },
      value: 'lead',
      platforms: ['google_ads'],
    }),
  );
  const now = new Date().toISOString();
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/calls`, {
      number: NUMBER,
      from: '+15125558888',
      started_at: now,
      answered_at: now,
      talk_seconds: 30,
      carrier_call_id: 'logged',
    }),
  );
  await expect
    .poll(async () => (await read<{ conversions: unknown[] }>(company, '/outbox')).conversions.length, {
      timeout: 30_000,
    })
    .toBe(1);
  const here = await open(superadmin);
  const { page } = here;
  await page.goto(`/console/${companyId}/company/conversions`);
  await page.getByRole('link', { name: 'See what was sent' }).click();
  const row = page.getByRole('row', { name: /All calls/ });
  await row.getByText(/without a known visit/).waitFor();
  await inspect(here, 'the log of conversions');
  await page.getByLabel('Reason').selectOption('no_consent');
  await page.getByText('No conversions with these filters.').waitFor();
  await page.getByLabel('Reason').selectOption('no_visit');
  await row.getByRole('link', { name: 'Call' }).click();
  await page.getByRole('dialog').waitFor();
  expect(new URL(page.url()).pathname).toContain('/calls/list');
});
