import { expect } from 'vitest';
import { tabTo } from './console.ts';
import { test } from './console-test.ts';

test('what is filtered becomes a view that everybody sees, gets another name, goes, and comes back', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.manager, { expected: /status of 400/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByRole('checkbox', { name: /Contacted/ }).check();
  await page.getByText('20 leads', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await page.getByRole('link', { name: 'Save as a view' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as a view' });
  await dialog.getByLabel('Name').waitFor();
  await dialog.getByRole('button', { name: 'Save the view' }).click();
  await page.locator('[aria-invalid="true"][name="/name"]').waitFor();
  await dialog.getByLabel('Name').fill('To call');
  await dialog.getByLabel('Name').press('Enter');
  await page.getByRole('heading', { name: 'To call' }).waitFor();
  await page.getByText('20 leads', { exact: true }).waitFor();

  // Somebody else of the company opens it from the same menu, and cannot change it.
  const other = await open(company.agent);
  await other.page.goto(`/console/${company.companyId}/leads`);
  await other.page.getByRole('button', { name: 'Views' }).click();
  expect(await other.page.getByRole('link', { name: 'Rename or remove' }).count()).toBe(0);
  await other.page.getByRole('link', { name: 'To call' }).click();
  await other.page.getByRole('heading', { name: 'To call' }).waitFor();
  await other.context.close();

  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await page.getByRole('link', { name: 'Rename or remove' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'View' });
  await edit.getByLabel('Name').fill('To call today');
  await tabTo(page, /Save the name/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'To call today' }).waitFor();
  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await page.getByRole('link', { name: 'Rename or remove' }).press('Enter');
  await edit.getByRole('button', { name: 'Remove the view' }).click();
  await page.getByText('The view To call today is removed.').waitFor();
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.getByText('Undone.').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'To call today' }).click();
  await page.getByText('20 leads', { exact: true }).waitFor();
});
