/**
 * A screen that breaks while somebody types: each form is tried. A screen is broken by answers that it cannot show, which
 * come when it asks anew.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FormName } from '../../../console/forms/forms.ts';
import { focused } from '../console.ts';
import { comeBackTomorrow, test, type Trial, TRIED } from './form-trial.ts';

/** What the frame shows; every other path is a screen's. */
const OF_THE_FRAME = /\/console\/api\/me(?:\/companies)?$/;
/** The errors of screens that are answered with an empty object, or that the test breaks itself. */
const OF_BROKEN_SCREENS = /undefined|is not a function|is not iterable|Invalid time value|Broken by the test/;
/** A file is chosen there, and no page may keep one. */
const FORGETFUL: ReadonlySet<FormName> = new Set(['import']);
/** What they began from stays in them, whatever they are answered: they break where they say so. */
const STAYING: ReadonlySet<FormName> = new Set([
  'brand',
  'callers',
  'carrier',
  'groups',
  'import-numbers',
  'menu',
  'number-cap',
  'numbers',
  'options',
  'retention',
  'rules',
  'sources',
  'special-days',
  'states',
  'templates',
]);

/** For a form in the address to be there. */
const ARRIVAL_MS = 3_000;
/** For what a form reads to be there. */
const PATIENCE_MS = 15_000;

const KEEPING = TRIED.filter(([name]) => !FORGETFUL.has(name));

/** Breaks the screen by answering an empty object. @param path only these paths @returns mends it */
async function breakScreen(trial: Trial, path = /^/): Promise<() => Promise<void>> {
  const { page, name } = trial;
  const isOfScreen = ({ pathname }: URL): boolean =>
    pathname.startsWith('/console/api/') && path.test(pathname) && !OF_THE_FRAME.test(pathname);
  await page.route(isOfScreen, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: {} }) : route.fallback(),
  );
  if (STAYING.has(name)) await breakNextInsertion(page);
  await comeBackTomorrow(trial);
  await broken(page).waitFor();
  return () => page.unroute(isOfScreen);
}

type Insert = typeof Node.prototype.insertBefore;

/** The next time that a screen gets another element, it throws. */
async function breakNextInsertion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const original: Insert = Reflect.get(Node.prototype, 'insertBefore');
    Node.prototype.insertBefore = function insert<Child extends Node>(
      node: Child,
      before: Node | null,
    ): Child {
      if (!(this instanceof Element) || this.closest('main') === null) {
        Reflect.apply(original, this, [node, before]);
        return node;
      }
      Node.prototype.insertBefore = original;
      throw new Error('Broken by the test');
    };
  });
}

/** Ticks what is not ticked, and chooses another option of every list. */
async function chooseOtherwise(form: Locator): Promise<void> {
  const choices = form.locator('select:enabled, input:is([type="checkbox"], [type="radio"]):enabled');
  // A choice may add or remove others.
  for (let index = 0; index < (await choices.count()); index += 1) {
    const choice = choices.nth(index);
    const other = await choice.evaluate((element: HTMLSelectElement | HTMLInputElement) =>
      'options' in element
        ? [...element.options].findLast(({ selected, disabled }) => !selected && !disabled)?.value
        : undefined,
    );
    if (other !== undefined) await choice.selectOption(other);
    else if ((await choice.getAttribute('type')) !== null) await choice.setChecked(true);
  }
}

/** What stands in the fields of a form, in their order. Passwords and secrets are not kept. */
function contentsOf(form: Locator): Promise<(string | boolean)[]> {
  return form
    .locator('select, textarea, input:not([type="password"])')
    .evaluateAll((fields: HTMLInputElement[]) =>
      fields.map((field) => (/^(?:checkbox|radio)$/.test(field.type) ? field.checked : field.value)),
    );
}

function broken(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('heading', { name: 'Something went wrong here' });
}

async function isThereAgain({ page, form, row }: Trial): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  // A dialog in the address opens by itself; others are reached as before.
  const comes = await form.waitFor({ timeout: ARRIVAL_MS }).then(
    () => true,
    () => false,
  );
  if (!comes) await row.reach?.(page);
  await form.waitFor();
  await row.again?.(page);
  await expect.poll(() => row.said(form), { timeout: PATIENCE_MS }).toBe(row.words[0]);
}

/**
 * In every run of the tests: one with fields alone, with rows, with rows in a part of it, in place, with a list to tick, and one
 * that breaks twice.
 */
const SAMPLE: ReadonlySet<FormName> = new Set([
  'new-lead',
  'states',
  'special-days',
  'lead-value',
  'webhook',
  'retention',
]);

test.for(KEEPING.filter(([name]) => SAMPLE.has(name)))(
  '%s: what was typed is there again once the screen that broke is reloaded',
  async ([name, row], { begin }) => survives(await begin(name, row, OF_BROKEN_SCREENS)),
);

test.for(KEEPING.filter(([name]) => !SAMPLE.has(name)))(
  '%s: what was typed is there again once the screen that broke is reloaded',
  { tags: ['full'] },
  async ([name, row], { begin }) => survives(await begin(name, row, OF_BROKEN_SCREENS)),
);

// The lead's part of the page is made anew, a second merge form with it, before the error takes both.
test('merge: what was chosen is there again if the answer about the lead alone broke the screen', async ({
  begin,
  triedCompany: { annId },
}) => {
  const row = KEEPING.find(([name]) => name === 'merge')?.[1];
  if (row === undefined) throw new Error('The merge form is not tried.');
  await survives(await begin('merge', row, OF_BROKEN_SCREENS), new RegExp(`/leads/${annId}$`));
});

async function survives(trial: Trial, path?: RegExp): Promise<void> {
  const { page, form, row, name } = trial;
  await trial.openForm();
  await chooseOtherwise(form);
  await row.type(form, row.words[0]);
  // What the form makes of it, such as the columns of a pasted sheet, is part of its contents.
  await row.complete?.(form);
  const contents = await contentsOf(form);
  const mend = await breakScreen(trial, path);
  await page.getByText('What you typed is kept').waitFor();
  await mend();
  // What was selected does not outlive the page.
  const way = name === 'bulk' ? 'Try again' : 'Reload the page';
  await page.getByRole('button', { name: way }).click();
  await isThereAgain(trial);
  await expect.poll(() => contentsOf(form), { timeout: PATIENCE_MS }).toEqual(contents);
  expect(trial.asked).toEqual([]);
}

test('an error says what it is, has the focus, and gives details to copy that hold nothing of a lead', async ({
  open,
  salesCompany: company,
}) => {
  const { page, context } = await open(company.superadmin, { expected: OF_BROKEN_SCREENS });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const found = {
    lead_id: company.annId,
    lead_modification_time: '2026-11-02T10:00:00Z',
    match: { field_name: 'Name', field_value: { toLowerCase: 'Ann Lee' } },
  };
  await page.route(/\/smart_views\/[^/?]+\?(?:.*&)?q=ann/, (route) =>
    route.fulfill({ json: { count: 1, sort: {}, leads: [found], facets: [] } }),
  );
  await page.goto(`/console/${company.companyId}/leads?q=ann+lee`);
  await page.getByRole('alert').getByText('Error:').waitFor();
  await expect.poll(async () => (await focused(page)).name).toBe('Something went wrong here');
  await page.getByRole('button', { name: 'Copy the details' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const details = await page.evaluate(() => navigator.clipboard.readText());
  expect(details).toMatch(
    /^Leadline console [\da-f]{10}\nTypeError on \/console\/<id>\/leads\nmain\.js:\d+:\d+/,
  );
  expect(details.toLowerCase()).not.toContain('ann');
  expect(details).not.toContain(company.companyId);
});

test('an error in the frame takes only the frame: what was typed is there again after another try', async ({
  open,
  salesCompany: company,
}) => {
  const { page } = await open(company.superadmin, { expected: OF_BROKEN_SCREENS });
  await page.goto(`/console/${company.companyId}/leads?over=new`);
  await page.getByLabel('Name', { exact: true }).fill('Half a name');
  await page.route('**/me/companies', (route) => route.fulfill({ json: {} }));
  await page.evaluate((later) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + later;
    document.dispatchEvent(new Event('visibilitychange'));
  }, 60_000);
  await broken(page).waitFor();
  await page.unroute('**/me/companies');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a name');
});

test('typed contents can be discarded with the error', async ({ open, salesCompany: company }) => {
  const { page } = await open(company.superadmin, { expected: /Broken by the test|ERR_FAILED/ });
  await page.goto(`/console/${company.companyId}/leads?over=new`);
  await page.getByLabel('Name', { exact: true }).fill('Half a name');
  // Once everything has come that the screen asks for, the refusal is the next that comes into the form.
  await page.waitForLoadState('networkidle');
  await breakNextInsertion(page);
  await page.route('**/leads/create', (route) => route.abort());
  await page.getByRole('button', { name: 'Create lead' }).click();
  await page.getByRole('button', { name: 'Discard what I typed and reload' }).click();
  await page.getByRole('dialog', { name: 'New lead' }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
});

test('a screen whose script is no longer served offers a reload', async ({ open, salesCompany: company }) => {
  const { page } = await open(company.superadmin, { expected: /status of 404/ });
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByText('64 leads', { exact: true }).waitFor();
  await page.route('**/assets/*/calls.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Calls' }).click();
  await expect.poll(async () => (await focused(page)).name).toBe('This could not be loaded');
  await page.unroute('**/assets/*/calls.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { name: 'Calls' }).waitFor();
});
