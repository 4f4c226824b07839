/** Costs: pasted or chosen as a file, checked, saved, listed, edited and removed. */
import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs, type TestUser } from '../../harness/client.ts';
import { inspect } from '../console.ts';
import { test } from '../console-test.ts';

/** An export with titles, a decimal comma, currency signs, a column of no use, and a total. */
const EXPORT = `Campaign report
"November 1, 2026 - November 2, 2026"
Tag;Kampagne;Kosten;Klicks
01.11.2026;brand;1.012,50 $;3
02.11.2026;brand;-2 $;1
02.11.2026;;40 $;9
Summe;;1.050,50 $;13`;

interface Saved {
  day: string;
  source: string;
  campaign: string | null;
  amount: number;
}

async function costsOf(user: TestUser, path: string): Promise<Saved[]> {
  return (await answerOf<{ costs: Saved[] }>(await sendAs(user, 'GET', `${path}/costs`))).costs;
}

test('an export is pasted, checked and saved once, with faults by line before', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  // A dry run with a fault is a refused request.
  const here = await open(company.manager, { expected: /400/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/reports/costs`);
  await page.getByText('Add what you spend to see what a lead costs.').waitFor();
  await page.getByRole('link', { name: 'Import costs' }).click();
  const form = page.getByRole('dialog', { name: 'Import costs' });
  const rows = form.getByRole('textbox');
  await rows.fill(EXPORT.replace('1.012,50 $', 'much'));
  await form.getByText('Line 4, Amount: Write an amount').waitFor();
  await inspect(here, 'costs with a fault');
  await rows.fill(EXPORT);
  await form
    .getByText('3 rows of Nov 1 – 2, 2026: 3 costs, 3 new or changed. 1 row with totals left out.')
    .waitFor();
  expect(await form.getByLabel('Klicks becomes').inputValue()).toBe('');
  await form.getByLabel('Source of all rows').selectOption('paid_social');
  await form.getByText('3 new or changed').waitFor();
  expect(await costsOf(company.manager, company.path)).toEqual([]);
  await form.getByRole('button', { name: 'Save 3 costs' }).click();
  await page.getByText('3 costs saved.').waitFor();
  await page.getByRole('row', { name: /Nov 1, 2026 Paid social brand \$1,012\.50/ }).waitFor();

  await page.getByRole('link', { name: 'Import costs' }).click();
  await form.getByLabel(/^Or choose a file/).setInputFiles({
    name: 'costs.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(EXPORT),
  });
  await form.getByLabel('Source of all rows').selectOption('paid_social');
  await form.getByText('3 costs, 0 new or changed').waitFor();
  await form.getByRole('button', { name: 'Save 3 costs' }).click();
  await page.getByText('All of these costs were known.').waitFor();
  expect(await costsOf(company.manager, company.path)).toHaveLength(3);
});

test('a cost is added, edited and removed by keyboard, each with an undo', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const { page } = await open(company.superadmin);
  const read = (): Promise<Saved[]> => costsOf(company.superadmin, company.path);
  const undo = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await page.getByText('Undone.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).first().press('Enter');
    await page.getByText('Undone.').waitFor({ state: 'detached' });
  };
  await page.goto(`/console/${company.companyId}/reports/costs?over=cost`);
  await page.getByLabel('Day').fill('2026-11-03');
  await page.getByLabel('Amount').fill('12,50');
  await page.getByLabel('Amount').press('Enter');
  await page.getByText('Cost saved.').waitFor();
  expect(await read()).toMatchObject([
    { day: '2026-11-03', source: 'paid_search', campaign: null, amount: 12.5 },
  ]);

  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
  // The next one says the same.
  await page.getByText('Cost saved.').waitFor({ state: 'detached' });
  // The dialog closes after the toast; until then, typing would go into it.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Nov 3, 2026' }).press('Enter');
  await page.getByLabel('Amount').fill('20');
  await page.getByLabel('Amount').press('Enter');
  await page.getByText('Cost saved.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await read()).toMatchObject([{ amount: 20 }]);
  await undo();
  expect(await read()).toMatchObject([{ amount: 12.5 }]);

  await page.getByRole('button', { name: /^Remove Paid search of Nov 3/ }).press('Enter');
  await page.getByText('Cost removed.').waitFor();
  expect(await read()).toEqual([]);
  await undo();
  expect(await read()).toHaveLength(1);
});
