import { expect } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

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
  await page.locator('.leads thead').getByRole('link', { name: /^Name/ }).click();
  await page.locator('th[aria-sort="ascending"]', { hasText: 'Name' }).waitFor();
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
  // The arrow shows the order that the view was saved with.
  await other.page.locator('th[aria-sort="ascending"]', { hasText: 'Name' }).waitFor();
  expect(new URL(other.page.url()).searchParams.has('sort')).toBe(false);
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
  // The hint that the view is gone is faster than the answer: the page asks for it no more.
  await page.route('**/smart_views/*/remove', async (route) => {
    const response = await route.fetch();
    await page.waitForTimeout(500);
    await route.fulfill({ response });
  });
  await edit.getByRole('button', { name: 'Remove view' }).click();
  await page.getByText('View “To call today” removed.').waitFor();
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.getByText('Undone.').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'To call today' }).click();
  await page.getByText('20 leads', { exact: true }).waitFor();
});

test('the columns are chosen and kept, the order has an arrow, and facets fold', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.manager);
  const { page } = here;
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByText('64 leads', { exact: true }).waitFor();
  const heads = page.getByRole('columnheader');
  const sorted = page.locator('[aria-sort]');
  expect(await sorted.allInnerTexts()).toEqual(['Changed']);
  expect(await sorted.getAttribute('aria-sort')).toBe('descending');
  expect(await heads.allInnerTexts()).toEqual(
    expect.arrayContaining(['Name', 'Phone', 'State', 'Source', 'First campaign']),
  );
  // One line each, however long the name is.
  const heights = await page
    .locator('.leads tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(heights.length).toBeGreaterThan(20);
  expect(Math.max(...heights)).toBeLessThanOrEqual(34);
  // A name from right to left begins where the other names begin.
  const starts = await page
    .locator('.leads .main bdi')
    .evaluateAll((names) => names.map((name) => Math.round(name.getBoundingClientRect().left)));
  expect(new Set(starts).size).toBe(1);

  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Columns' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await tabTo(page, /^E-mail$/);
  await page.keyboard.press('Space');
  await dialog.getByLabel('First campaign').uncheck();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await page.getByText('64 leads', { exact: true }).waitFor();
  await page.getByRole('columnheader', { name: 'E-mail' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'First campaign' }).count()).toBe(0);

  await tabTo(page, /^State$/);
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: /Contacted/ }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('64 leads', { exact: true }).waitFor();
  expect(await page.getByRole('checkbox', { name: /Contacted/ }).count()).toBe(0);
});

test('an opened lead leads to the next and the previous one of the list', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.manager);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads?q=person`);
  await page.getByText('60 leads found').waitFor();
  const names = await page.locator('.leads .main').allInnerTexts();
  const heading = (name: string | undefined) =>
    page.getByRole('heading', { level: 1, name: name ?? 'none', exact: true });
  await page.getByRole('link', { name: names[1] ?? '', exact: true }).click();
  await heading(names[1]).waitFor();
  await page.getByText('2 of 50').waitFor();

  await page.keyboard.press('j');
  await heading(names[2]).waitFor();
  await page.getByRole('link', { name: 'Previous lead' }).click();
  await heading(names[1]).waitFor();
  await page.keyboard.press('k');
  await heading(names[0]).waitFor();
  await page.getByText('1 of 50').waitFor();
  expect(await page.getByRole('link', { name: 'Previous lead' }).count()).toBe(0);

  // Opened by its address, it is in no list.
  await page.reload();
  await heading(names[0]).waitFor();
  expect(await page.getByRole('link', { name: 'Next lead' }).count()).toBe(0);
});
