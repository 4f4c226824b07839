import { expect } from 'vitest';
import { answerOf, type PeopledCompany } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { inspect, tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';
import { STATES } from '../../sales-company.ts';

test.beforeAll(async ({ company }) => {
  await answerOf(await put(company, '/lead_settings/states', STATES));
});

function put({ superadmin, path }: PeopledCompany, part: string, body: unknown): Promise<Response> {
  return sendAs(superadmin, 'PUT', path + part, body);
}

async function read<Body>({ superadmin, path }: PeopledCompany, part: string): Promise<Body> {
  return answerOf<Body>(await sendAs(superadmin, 'GET', path + part));
}

test('options are changed by keyboard alone, refused at their field, and taken back', async ({
  open,
  company,
}) => {
  const here = await open(company.superadmin, { expected: /status of 400/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/company`);
  await page.getByLabel('Name').waitFor();
  const name = await page.getByLabel('Name').inputValue();
  // The tabs have “Name and logo”.
  await tabTo(page, /^Name(?! and)/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid="true"][name="/name"]').waitFor();
  await page.keyboard.type(name);
  // A country is found by the first letters of its name, in the browser's own select.
  await tabTo(page, /Country of phone numbers/);
  await page.keyboard.type('Germ');
  await expect.poll(() => page.getByLabel('Country of phone numbers').inputValue()).toBe('DE');
  await page.getByLabel('Add a country').selectOption('Austria');
  await page.getByLabel('Add a country').selectOption({ label: 'Germany' });
  await page.getByRole('button', { name: 'Remove Austria' }).press('Enter');
  await tabTo(page, /^Save options$/);
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  expect(await read(company, '/settings')).toMatchObject({
    default_region: 'DE',
    source_update: 'append',
    outgoing: { countries: ['DE'] },
  });
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await page.getByText('Undone.').waitFor();
  expect(await read(company, '/settings')).toMatchObject({ default_region: 'US' });
});

test('states are added, moved and removed; groups that have people stay', async ({ open, company }) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/company/states`);
  await page.getByRole('button', { name: 'Add a state' }).click();
  await page.getByLabel('Name of state 4').fill('Réferred out');
  await page.getByRole('button', { name: 'Move Réferred out up' }).click();
  await page.getByRole('button', { name: 'Remove Contacted' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await read<{ name: string }[]>(company, '/lead_settings/states')).toMatchObject([
    { name: 'open' },
    { name: 'referred_out', label: 'Réferred out' },
    { name: 'won' },
  ]);

  await page.getByRole('link', { name: 'Groups' }).click();
  await page.getByRole('button', { name: 'Add a group' }).click();
  await page.getByLabel('Name of group 2').fill('Austin');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () =>
      (await read<{ label: string }[]>(company, '/lead_settings/groups')).map(({ label }) => label),
    )
    .toContain('Austin');
  await page.getByRole('button', { name: 'Remove Austin' }).waitFor();
});

test('a field is made, refused until it is whole, seen at the leads, and removed', async ({
  open,
  company,
}) => {
  const here = await open(company.superadmin, { expected: /status of 400/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/company/fields`);
  await page.getByRole('link', { name: 'Add a field' }).click();
  const form = page.getByRole('dialog', { name: 'New field' });
  await form.getByLabel('Name').fill('Roof type');
  await form.getByLabel('Type').selectOption('Single choice');
  await form.getByRole('button', { name: 'Add field' }).click();
  await form.getByRole('alert').waitFor();
  await inspect(here, 'a field');
  await form.getByLabel('Choices').fill('Tile\nMetal\n\n');
  await form.getByLabel('Show as a column in lists').check();
  await form.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('link', { name: 'Roof type' }).waitFor();
  expect(await read<unknown[]>(company, '/lead_settings/fields')).toMatchObject([
    { name: 'roof_type', type: 'dropdown', choices: ['Tile', 'Metal'], pinned: true },
  ]);

  await page.getByRole('link', { name: 'Roof type' }).click();
  await page.getByRole('dialog', { name: 'Field' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No custom fields yet').waitFor();
});

test('when two users change a field at once, the second one sees both versions and decides', async ({
  open,
  company,
}) => {
  const roof = { name: 'roof', label: 'Roof', type: 'dropdown', choices: ['Tile'], field_group: 'Job' };
  await answerOf(await put(company, '/lead_settings/fields', [roof]));
  const here = await open(company.superadmin, { expected: /status of 412/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/company/fields?over=field&id=roof`);
  const form = page.getByRole('dialog', { name: 'Field' });
  await form.getByLabel('Choices').fill('Tile\nMetal');
  await answerOf(
    await put(company, '/lead_settings/fields', [{ ...roof, label: 'Roofing', choices: ['Slate'] }]),
  );

  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('row', { name: 'Name Roofing Roof' }).waitFor();
  await form.getByRole('row', { name: 'Choices Slate Tile, Metal' }).waitFor();
  await inspect(here, 'a field that two changed');
  expect(await form.getByLabel('Choices').inputValue()).toBe('Tile\nMetal');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await read(company, '/lead_settings/fields')).toMatchObject([
    { label: 'Roof', choices: ['Tile', 'Metal'] },
  ]);
});

test('the log shows who did what; when two users change the states at once, the second one is told', async ({
  open,
  company,
}) => {
  const here = await open(company.superadmin, { expected: /status of 412/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/company/log`);
  await page.getByRole('row').filter({ hasText: company.superadmin.name }).first().waitFor();
  await page.getByRole('link', { name: 'States' }).click();
  await page.getByLabel('Name of state 1').fill('Fresh');
  await answerOf(await put(company, '/lead_settings/states', STATES.toReversed()));

  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this in the meantime').waitFor();
  await expect.poll(() => page.getByLabel('Name of state 1').inputValue()).toBe('Fresh');
  await page.getByRole('button', { name: 'Use theirs' }).click();
  await page.getByRole('button', { name: 'Remove Contacted' }).waitFor();
  await expect.poll(() => page.getByLabel('Name of state 1').inputValue()).toBe('Won');
});
