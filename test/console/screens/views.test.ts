import { expect } from 'vitest';
import { answerOf } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { tabTo } from '../console.ts';
import { test } from '../console-test.ts';

test('the list is asked for before it is known who is there, and opens with the view of their group', async ({
  open,
  salesCompany: company,
}) => {
  const views = `${company.path}/smart_views`;
  const { smart_view_id: view } = await answerOf<{ smart_view_id: string }>(
    await sendAs(company.superadmin, 'POST', views, { name: 'New ones', filters: { state: ['contacted'] } }),
  );
  const groups = `${company.path}/lead_settings/groups`;
  const before = await answerOf<object[]>(await sendAs(company.superadmin, 'GET', groups));
  const opening = before.map((group) => ({ ...group, smart_view_id: view }));
  await answerOf(await sendAs(company.superadmin, 'PUT', groups, opening));
  const { page } = await open(company.manager);
  const isAsked = page.waitForRequest(/\/smart_views\/default\?/);
  await page.route('**/console/session', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByText('20 leads', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'New ones' }).waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  expect(await page.getByRole('link', { name: 'New ones' }).getAttribute('aria-current')).toBe('true');
  expect(await page.getByRole('row').count()).toBe(21);
  await answerOf(await sendAs(company.superadmin, 'PUT', groups, before));
  await answerOf(await sendAs(company.superadmin, 'POST', `${views}/${view}/remove`));
});

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
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await page.locator('[aria-invalid="true"][name="/name"]').waitFor();
  await dialog.getByLabel('Name').fill('To call');
  await dialog.getByLabel('Name').press('Enter');
  await page.getByRole('heading', { name: 'To call' }).waitFor();
  await page.getByText('20 leads', { exact: true }).waitFor();

  // Somebody else of the company opens it from the same menu, and cannot change it.
  const other = await open(company.agent);
  await other.page.goto(`/console/${company.companyId}/leads`);
  await other.page.getByRole('button', { name: 'Views' }).click();
  expect(await other.page.getByRole('link', { name: 'Rename or remove the view' }).count()).toBe(0);
  await other.page.getByRole('link', { name: 'To call' }).click();
  await other.page.getByRole('heading', { name: 'To call' }).waitFor();
  await other.context.close();

  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await page.getByRole('link', { name: 'Rename or remove the view' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit view' });
  await edit.getByLabel('Name').fill('To call today');
  await tabTo(page, /Save name/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'To call today' }).waitFor();
  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await page.getByRole('link', { name: 'Rename or remove the view' }).press('Enter');
  await edit.getByRole('button', { name: 'Remove view' }).click();
  await page.getByText('View “To call today” removed.').waitFor();
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.getByText('Undone.').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'To call today' }).click();
  await page.getByText('20 leads', { exact: true }).waitFor();
});
