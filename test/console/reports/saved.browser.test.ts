/** Saved reports: saved, opened, sent at times, replaced and removed. */
import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs, type TestUser } from '../../harness/client.ts';
import { test } from '../console-test.ts';

interface Saved {
  report_id: string;
  name: string;
  query: Record<string, string>;
  is_shared: boolean;
  schedule: { every: string; weekday?: string; hour: number; user_ids: string[] } | null;
}

async function savedOf(user: TestUser, path: string): Promise<Saved[]> {
  return answerOf<Saved[]>(await sendAs(user, 'GET', `${path}/reports/saved`));
}

test('a report is saved, opened by its link, replaced and removed by keyboard', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const { page } = await open(company.manager);
  const read = (): Promise<Saved[]> => savedOf(company.manager, company.path);
  const at = `/console/${company.companyId}/reports`;
  await page.goto(`${at}/figures?by=none&relative=last_7_days&metrics=calls,missed`);
  await page.getByRole('link', { name: 'Save', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save this report' });
  await dialog.getByLabel('Name').fill('Calls of the week');
  await dialog.getByLabel('Name').press('Enter');
  await page.getByText('Report “Calls of the week” saved.').waitFor();
  const [saved] = await read();
  expect(saved).toMatchObject({
    name: 'Calls of the week',
    query: { metrics: 'calls,missed', relative: 'last_7_days' },
    is_shared: true,
  });

  await page.goto(`${at}/saved/${saved?.report_id ?? ''}`);
  await page.waitForURL(/figures\?by=none/);
  expect(await page.getByLabel('Days', { exact: true }).inputValue()).toBe('last_7_days');
  expect(await page.getByLabel('Grouped by').inputValue()).toBe('');
  await page.getByLabel('Days', { exact: true }).selectOption('last_30_days');
  await page.getByRole('link', { name: 'Save', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Replace “Calls of the week”' }).press('Enter');
  await page.getByText('Report “Calls of the week” saved.').waitFor();
  expect((await read()).map(({ query }) => query)).toEqual([
    { metrics: 'calls,missed', relative: 'last_30_days' },
  ]);

  await page.getByRole('link', { name: 'Saved', exact: true }).press('Enter');
  await page.getByText('Calls and Missed, last 30 days').waitFor();
  await page.getByRole('button', { name: 'Remove Calls of the week' }).press('Enter');
  await page.getByText('Report “Calls of the week” removed.').waitFor();
  expect(await read()).toEqual([]);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().press('Enter');
  await page.getByText('Undone.').waitFor();
  expect(await read()).toMatchObject([{ name: 'Calls of the week', query: { metrics: 'calls,missed' } }]);
});

test('a saved report keeps what it includes, its rows and its filters when it is opened and replaced', async ({
  open,
}) => {
  const { superadmin, companyId, path } = await makeCompanyWithUsers();
  const query = {
    metrics: 'calls',
    by: 'source',
    from: '2026-01-05',
    include: 'spam,not_a_lead',
    first_time: 'true',
    weekday: 'monday',
    limit: '7',
  };
  const made = await answerOf<Saved>(
    await sendAs(superadmin, 'POST', `${path}/reports/saved`, { name: 'First calls', query }),
  );
  const { page } = await open(superadmin);
  await page.goto(`/console/${companyId}/reports/saved/${made.report_id}`);
  const filters = page.getByRole('list', { name: 'Filters' });
  await filters.getByText('First 7 rows ×').waitFor();
  expect(await filters.getByRole('link').allTextContents()).toEqual([
    'Weekday: Monday ×',
    'First call: yes ×',
    'With blocked calls and spam ×',
    'With calls that are not leads ×',
    'First 7 rows ×',
  ]);
  await filters.getByRole('link', { name: 'Remove “With blocked calls and spam”' }).press('Enter');
  await filters.getByText('With blocked calls and spam').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Save', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Replace “First calls”' }).press('Enter');
  await page.getByText('Report “First calls” saved.').waitFor();

  const [saved] = await savedOf(superadmin, path);
  expect(saved?.query).toEqual({ ...query, include: 'not_a_lead' });
});

test('a saved report gets a schedule with receivers, and loses it again', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  // The report that is sent has a new version once it was made. The form is saved over that.
  const { page } = await open(company.superadmin, { expected: /status of 412/ });
  await answerOf(
    await sendAs(company.superadmin, 'POST', `${company.path}/reports/saved`, {
      name: 'Weekly',
      query: { metrics: 'calls', by: 'source' },
      is_shared: true,
    }),
  );
  const read = async (): Promise<Saved['schedule']> =>
    (await savedOf(company.superadmin, company.path))[0]?.schedule ?? null;
  await page.goto(`/console/${company.companyId}/reports/saved`);
  const dialog = page.getByRole('dialog', { name: 'Saved report' });
  await page.getByRole('link', { name: 'Edit Weekly' }).click();
  await dialog.getByLabel('Send it').selectOption('week');
  await dialog.getByLabel('Weekday').selectOption('friday');
  await dialog.getByRole('group', { name: 'To' }).getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Fridays at 8 AM').waitFor();
  expect(await read()).toMatchObject({ every: 'week', weekday: 'friday', hour: 8 });
  expect((await read())?.user_ids).toHaveLength(1);

  await page.getByRole('button', { name: 'Send now Weekly' }).click();
  await page.getByText('Report “Weekly” is being sent.').waitFor();

  await page.getByRole('link', { name: 'Edit Weekly' }).click();
  expect(await dialog.getByLabel('Weekday').inputValue()).toBe('friday');
  await dialog.getByLabel('Send it').selectOption('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('When opened').waitFor();
  expect(await read()).toBeNull();
});

test('a refused address is in view and not behind the foot of the form', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const { page } = await open(company.superadmin, { expected: /status of 400/ });
  const made = await answerOf<Saved>(
    await sendAs(company.superadmin, 'POST', `${company.path}/reports/saved`, {
      name: 'Weekly',
      query: { metrics: 'calls', by: 'source' },
      is_shared: true,
    }),
  );
  await page.setViewportSize({ width: 1280, height: 700 });
  const form = `?over=saved-report&id=${made.report_id}`;
  await page.goto(`/console/${company.companyId}/reports/saved${form}`);
  const dialog = page.getByRole('dialog', { name: 'Saved report' });
  await dialog.getByLabel('Send it').selectOption('week');
  const emails = dialog.getByLabel('And to people outside');
  await emails.fill('ann');
  await dialog.getByLabel('Name').fill('Every week');
  await dialog.getByLabel('Name').press('Enter');
  await dialog.getByText('Write one e-mail address').first().waitFor();

  await expect.poll(() => emails.evaluate((field) => field === document.activeElement)).toBe(true);
  const seen = (): Promise<unknown> =>
    emails.evaluate((field) => {
      const { left, bottom } = field.getBoundingClientRect();
      return document.elementFromPoint(left + 20, bottom - 2)?.getAttribute('name');
    });
  await expect.poll(seen).toBe('/schedule/emails');
});
