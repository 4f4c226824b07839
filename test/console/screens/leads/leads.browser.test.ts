import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { createLead } from '../../../harness/leads.ts';
import { focused, inspect, tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';
import { makeSalesCompany, type SalesCompany } from '../../sales-company.ts';

test('the list narrows by facets and by search, and its address says how', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByText('64 leads').waitFor();
  await page.getByRole('link', { name: 'محمد العربي' }).waitFor();
  await page.getByRole('link', { name: '👩‍🔧 Emoji <b>Bold</b>' }).waitFor();

  await page.getByRole('checkbox', { name: /Contacted/ }).check();
  await page.getByText('20 leads').waitFor();
  expect(new URL(page.url()).search).toContain('contacted');
  await page.reload();
  await page.getByText('20 leads').waitFor();
  await page.goBack();
  await page.getByText('64 leads').waitFor();
  // Two presses before anything is drawn: the second adds to the first.
  await page.getByRole('checkbox', { name: /Contacted/ }).evaluate((box: HTMLElement) => {
    box.click();
    box.closest('fieldset')?.querySelector<HTMLElement>('input:not(:checked)')?.click();
  });
  await expect.poll(() => page.locator('.chosen .chip').count()).toBe(2);
  // Each chip says what it is of.
  expect(await page.locator('.chosen .chip').allInnerTexts()).toEqual(['State: Contacted', 'State: Open']);
  await page.getByLabel('Changed').selectOption('Last 7 days');
  await page.getByRole('link', { name: 'Remove the filter Changed: Last 7 days' }).waitFor();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await page.getByText('64 leads').waitFor();
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.getByText('51–64 of 64').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('müller');
  await page.getByRole('link', { name: 'Zoë Müller' }).waitFor();
  await page.getByLabel('Search leads').fill('nobody is called this');
  await page.getByText('No lead has “nobody is called this”').waitFor();

  // A search keeps the filters and filters keep the search, in the address too.
  await page.getByLabel('Search leads').fill('person');
  await page.getByText('60 leads found').waitFor();
  await page.getByRole('checkbox', { name: /Contacted/ }).check();
  await page.getByText('20 leads found').waitFor();
  await page.locator('mark').first().waitFor();
  expect(await page.locator('.chosen .chip').allInnerTexts()).toEqual(['Search: person', 'State: Contacted']);
  const isCut = await page
    .locator('table.leads')
    .evaluate((table) => table.getBoundingClientRect().width > (table.parentElement?.clientWidth ?? 0) + 1);
  expect(isCut).toBe(false);
  await page.reload();
  await page.getByText('20 leads found').waitFor();
  expect(await page.getByLabel('Search leads').inputValue()).toBe('person');
  await page.locator('.leads thead').getByRole('link', { name: /^Name/ }).click();
  await page.locator('th[aria-sort="ascending"]', { hasText: 'Name' }).waitFor();
  await page.getByLabel('Search leads').fill('nobody is called this');
  await page.getByText('No lead here has “nobody is called this”').waitFor();
  await page.getByLabel('Search leads').fill('person');
  await page.getByText('20 leads found').waitFor();
  await page.getByRole('link', { name: 'Remove the filter Search: person' }).click();
  await page.getByText('20 leads', { exact: true }).waitFor();
  expect(await page.getByLabel('Search leads').inputValue()).toBe('');
  await page.goBack();
  await page.getByText('20 leads found').waitFor();
  await page.getByRole('link', { name: 'Remove the filter State: Contacted' }).click();
  await page.getByText('60 leads found').waitFor();
});

test('a lead is read, changed in place and given to somebody, by keyboard alone, and each can be undone', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByText('64 leads').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('ann lee');
  // Found, not only listed: what was searched for is marked.
  await page.locator('mark').first().waitFor();
  await page.keyboard.press('Enter');
  expect((await focused(page)).name).toBe('Ann Lee');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
  await page.getByText('Are you on the way?').waitFor();

  await tabTo(page, /Edit Company/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Lee & Daughters');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit Company' }).getByText('Lee & Daughters').waitFor();

  await page.keyboard.press('s');
  await inspect(here, 'the states of a lead');
  await page.getByRole('button', { name: 'Won', exact: true }).press('Enter');
  await page.getByText('State changed to Won.').waitFor();
  await page.keyboard.press('z');
  await page.getByText('Undone.').waitFor();
  await page.getByRole('button', { name: 'State: Open' }).waitFor();

  // As fast as keys come: none of them is lost, or taken for a key that does something else.
  await page.keyboard.press('a');
  await page.keyboard.type(company.manager.name);
  await page.getByRole('option', { name: company.manager.name }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`Assigned to ${company.manager.name}.`).waitFor();
});

test('a change that another user has made first is asked about, and nothing typed is lost', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.superadmin, { expected: /status of 412/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
  await page.getByRole('button', { name: /^Show \d empty fields$/ }).click();
  await page.getByRole('button', { name: 'Edit Rooms' }).click();
  await page.getByLabel('Rooms').fill('7');
  const path = `${company.path}/leads/${company.annId}/modify`;
  await answerOf(await sendAs(company.manager, 'POST', path, { lead_fields: { rooms: ['5'] } }));

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Somebody else changed this in the meantime. It now says: 5.').waitFor();
  expect(await page.getByLabel('Rooms').inputValue()).toBe('7');
  await page.getByRole('button', { name: 'Save mine' }).click();
  await page.getByRole('button', { name: 'Edit Rooms' }).getByText('7').waitFor();
});

test('empty fields are behind one line, kept as the user left it, and a value that is removed stays in sight', async ({
  open,
  salesCompany: company,
}) => {
  const { page } = await open(company.superadmin);
  await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
  const website = page.getByRole('button', { name: 'Edit Website' });
  const service = page.getByRole('button', { name: 'Edit Service' });
  await service.waitFor();
  expect(await website.isVisible()).toBe(false);
  await service.click();
  await page.getByLabel('Service').selectOption('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await service.getByText('Not set').waitFor();
  expect((await focused(page)).name).toMatch(/^Edit Service/);

  await tabTo(page, /^Show \d empty fields$/);
  await page.keyboard.press('Enter');
  await website.waitFor();
  await page.reload();
  await website.waitFor();
  await page.getByRole('button', { name: 'Hide empty fields' }).click();
  await website.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('button', { name: /^Show \d empty fields$/ }).waitFor();
  expect(await service.isVisible()).toBe(false);
});

test('two leads are previewed, merged and separated again', async ({ open, salesCompany: company }) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').or(dialog.getByRole('combobox')).first().fill('Zoë');
  await dialog.getByText('Zoë Müller').first().click();
  await dialog.getByRole('button', { name: /Merge/ }).waitFor();
  await inspect(here, 'merging');
  await dialog.getByRole('button', { name: /Merge/ }).click();
  await page.getByText('Leads merged.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone.').waitFor();
});

test(
  'the same is done with many leads, counted first, and taken back, by keyboard alone',
  { tags: ['full'] },
  async ({ open, salesCompany: company }) => {
    const here = await open(company.manager);
    const { page } = here;
    await page.goto(`/console/${company.companyId}/leads`);
    await page.getByText('64 leads', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 leads selected').waitFor();
    await page.getByRole('link', { name: 'Edit tags' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Edit tags of 2 leads' }).waitFor();
    await page.keyboard.type('spring, mailing');
    await page.keyboard.press('Enter');
    await page.getByText('2 leads changed.').waitFor();
    expect(await countOf(company, 'spring')).toBe(2);
    // It stands in the list, and is a filter apart from the sources.
    await page.locator('.leads .tags', { hasText: 'spring' }).first().waitFor();
    const tags = page.getByRole('group', { name: 'Tags', exact: true });
    await tags.getByText('Tags').click();
    await tags.getByRole('checkbox', { name: /spring 2/ }).waitFor();
    await page.keyboard.press('z');
    await page.getByText('Undone.').waitFor();
    expect(await countOf(company, 'spring')).toBe(0);

    await page.getByRole('checkbox', { name: /Contacted/ }).check();
    await page.getByText('20 leads', { exact: true }).waitFor();
    await page.getByLabel('Select the leads of this page').check();
    await page.getByText('20 leads selected').waitFor();
    await page.getByRole('checkbox', { name: /Contacted/ }).uncheck();
    // A selection does not outlive its list.
    await page.getByText('64 leads', { exact: true }).waitFor();
    await page.getByText('leads selected').waitFor({ state: 'detached' });
    await page.getByLabel('Select the leads of this page').check();
    await page.getByRole('button', { name: 'Select all 64' }).click();
    await page.getByText('64 leads selected').waitFor();
    await page.locator('.selection').getByRole('link', { name: 'Change state' }).click();
    await dialog.getByLabel('State').selectOption('Won');
    await dialog.getByRole('button', { name: 'Change the state of 64 leads' }).click();
    await page.getByText('64 leads changed.').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('checkbox', { name: /Contacted 20/ }).waitFor();
  },
);

test('what a search lists is ticked and goes out as a file, and is changed together, by keyboard alone', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.manager);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads?q=person`);
  await page.getByText('60 leads found').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('2 leads selected').waitFor();
  const names = await page.locator('.is-selected .main').allInnerTexts();
  await inspect(here, 'selected leads of a search');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  const file = await (await download).path();
  const rows = parse<{ name: string }>(readFileSync(file), { columns: true });
  expect(rows.map(({ name }) => name)).toEqual(names);

  // All that the search lists, also what it found by a note and what is on further pages.
  await page.getByLabel('Search leads').fill('before may');
  await page.getByText('1 lead found').waitFor();
  await page.getByLabel('Search leads').fill('person');
  await page.getByText('60 leads found').waitFor();
  await page.getByLabel('Select the leads of this page').press('Space');
  await page.getByRole('button', { name: 'Select all 60' }).press('Enter');
  await page.getByRole('link', { name: 'Edit tags' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Edit tags of 60 leads' }).waitFor();
  await page.keyboard.type('found');
  await page.keyboard.press('Enter');
  await page.getByText('60 leads changed.').waitFor();
  expect(await countOf(company, 'found')).toBe(60);
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await page.getByText('Undone.').waitFor();
  expect(await countOf(company, 'found')).toBe(0);
});

test('a lead is removed and brought back; a person is copied, and erased for good once that is meant', async ({
  open,
  salesCompany: company,
}) => {
  const goneId = await createLead(company.client, { name: 'Gone Soon', email: 'gone@example.com' });
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads/${goneId}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Remove lead' }).click();
  await page.getByText('Gone Soon removed.').waitFor();
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('link', { name: 'Gone Soon' }).press('Enter');

  await page.getByRole('button', { name: 'More' }).press('Enter');
  const copy = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all data' }).press('Enter');
  expect((await copy).suggestedFilename()).toBe(`lead-${goneId}.json`);
  await page.getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('button', { name: 'Erase for good' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Erase Gone Soon' });
  await tabTo(page, /Erase for good/);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Lead erased.').waitFor();
  await page.getByText('64 leads', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Gone Soon' }).waitFor({ state: 'detached' });
});

test('the screen of a lead that its user removes asks for it no more, also if the live console is faster than the answer', async ({
  open,
}) => {
  const company = await makeSalesCompany(2);
  const goneId = await createLead(company.client, { name: 'Gone Already' });
  // The browser reports a 404.
  const { page, faults } = await open(company.superadmin);
  const isTold = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes(goneId)),
    );
  await page.route('**/remove', async (route) => {
    const response = await route.fetch();
    await isTold;
    // What the live console wants to read is read before the answer is there.
    await page.clock.runFor(2_000);
    await route.fulfill({ response });
  });
  await page.clock.install();
  await page.goto(`/console/${company.companyId}/leads/${goneId}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Remove lead' }).click();
  await page.getByText('Gone Already removed.').waitFor();
  // The list is shown as it was until its new answer is there.
  await page.getByRole('link', { name: 'Gone Already' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('link', { name: 'Gone Already' }).press('Enter');
  await page.getByRole('heading', { name: 'Gone Already' }).waitFor();
  expect(faults).toEqual([]);
});

test('removed leads are listed, found and brought back, each until its day, by managers and not by agents', async ({
  open,
}) => {
  const company = await makeSalesCompany(2);
  const { manager, agent, annId, companyId, client, path } = company;
  await answerOf(await sendAs(manager, 'POST', `${path}/leads/${annId}/remove`));
  const zoe = await createLead(client, { name: 'Zoë Gone' });
  await answerOf(await sendAs(manager, 'POST', `${path}/leads/${zoe}/remove`));
  const here = await open(manager);
  const { page } = here;
  await page.goto(`/console/${companyId}/leads?q=ann+lee`);
  await page.getByText('No lead has “ann lee” in its name').waitFor();
  await page.getByRole('link', { name: 'Search removed leads' }).press('Enter');
  await page.getByText('1 removed lead', { exact: true }).waitFor();
  await page.getByLabel('Search removed leads').fill('');
  await page.getByText('2 removed leads', { exact: true }).waitFor();
  const rows = page.getByRole('table', { name: 'Removed leads' }).getByRole('row');
  expect(await rows.nth(1).innerText()).toContain('Zoë Gone');
  expect(await rows.nth(2).innerText()).toContain(manager.name);
  await inspect(here, 'removed leads');
  await page.getByLabel('Search removed leads').fill('qqq');
  await page.getByText('No removed lead has “qqq”').waitFor();
  await page.getByRole('link', { name: 'Show all removed leads' }).press('Enter');
  await page.getByRole('button', { name: 'Restore Ann Lee' }).press('Enter');
  await page.getByText('Ann Lee restored.').waitFor();
  await page.getByText('1 removed lead', { exact: true }).waitFor();
  expect((await sendAs(manager, 'GET', `${path}/leads/${annId}`)).status).toBe(200);
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Restore Ann Lee' }).waitFor();

  // From the list, its own menu leads there.
  await page.getByRole('link', { name: 'All leads' }).press('Enter');
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Removed leads' }).press('Enter');
  await page.getByRole('heading', { name: 'Removed leads' }).waitFor();

  const theirs = await open(agent);
  await theirs.page.goto(`/console/${companyId}/leads/removed`);
  await theirs.page.getByText('Only managers and super admins can see').waitFor();
  await theirs.page.goto(`/console/${companyId}/leads`);
  await theirs.page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await theirs.page.getByRole('link', { name: 'Import Excel or CSV' }).waitFor();
  expect(await theirs.page.getByRole('link', { name: 'Removed leads' }).count()).toBe(0);
});

/** How many leads have a tag; none has it as a source. */
async function countOf({ superadmin, path }: SalesCompany, tag: string): Promise<number> {
  const file = await sendAs(superadmin, 'GET', `${path}/leads/export.csv`);
  const rows = parse<{ tags: string; source_tags: string }>(await file.text(), { columns: true });
  expect(rows.filter((row) => row.source_tags.includes(tag))).toEqual([]);
  return rows.filter((row) => row.tags.split('; ').includes(tag)).length;
}
