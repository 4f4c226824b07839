/**
 * Every form of the console, tried in the same way: a key typed blindly, Esc, a press beside it, Back, a reload, somebody
 * else who changes something beside it, an answer that is lost, and a form that is sent twice.
 */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import type { Locator, Page, Request, Response, Route } from 'playwright-core';
import { expect } from 'vitest';
import { FORMS } from '../../../console/forms/forms.ts';
import { comeBackTomorrow, EXPECTED, test, type Trial, TRIED } from './form-trial.ts';

/** Every key that presses something somewhere, and some that press nothing. */
const BLIND = 'samntzjkxglgo?/b';
const TOLD = /Somebody else (?:changed|set) .*in the meantime/;
/** One form of each kind: on a page, in a dialog, in place, in a row of a table, in a draft, with a secret. */
const IN_GATE: ReadonlySet<string> = new Set([
  'comment',
  'field',
  'merge',
  'new-lead',
  'note',
  'numbers',
  'options',
  'paste',
  'text',
  'webhook',
]);
const UNREACHABLE = 'The server cannot be reached.';
test('every form of the sources has a name of the list, and every name is used', async () => {
  const found = new Set<string>();
  const nameless: string[] = [];
  for await (const file of glob('console/**/*.tsx')) {
    const source = readFileSync(file, 'utf8');
    // That of `Form` itself has the name that it is given.
    for (const [tag] of source.matchAll(/<[Ff]orm\b[^>]*>/g)) {
      const name = /\bname=(?:"([\w-]+)"|\{(\w+)\})/.exec(tag);
      if (name === null) nameless.push(`${file}: ${tag}`);
      if (name?.[1] !== undefined) found.add(name[1]);
    }
    // Those of which one component makes several.
    for (const [, name = ''] of source.matchAll(/\b(?:form|list)="([\w-]+)"/g)) found.add(name);
    for (const name of /KINDS: readonly Kind\[\] = \[(.*)\]/.exec(source)?.[1]?.match(/\w+/g) ?? [])
      found.add(name);
  }
  expect(nameless).toEqual([]);
  expect([...found].toSorted()).toEqual(FORMS.toSorted());
});

test.for(TRIED)(
  '%s: keys typed blindly press nothing, and nothing is lost, neither of what is typed nor of what somebody else changes',
  { tags: ['full'] },
  async ([name, row], { begin }) => {
    const trial = await begin(name, row);
    await trial.openForm();
    await isNotDropped(trial);
    await isNotOverwritten(trial);
  },
);

async function isNotDropped(trial: Trial): Promise<void> {
  const { page, row } = trial;
  await row.type(trial.form, row.words[0]);
  const at = page.url();
  await isLeftAlone(trial);
  if (row.onLeaving === 'asked') await triesToLeave(trial, at);
  else await comesBack(trial);
}

/** Keys typed blindly, Esc and a press beside it leave what was typed where it is. */
async function isLeftAlone(trial: Trial): Promise<void> {
  const { page, row } = trial;
  const at = page.url();
  const layers = await layersOf(page);

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.type(BLIND);
  expect({ at: page.url(), layers: await layersOf(page) }).toEqual({ at, layers });
  expect(await row.said(trial.form)).toBe(row.words[0]);

  const isOver = (await trial.form.locator('xpath=ancestor::dialog').count()) > 0;
  await trial.form.locator('input, select, textarea').first().focus();
  for (let times = 1; times <= 2; times += 1) {
    await page.keyboard.press('Escape');
    expect(await row.said(trial.form)).toBe(row.words[0]);
  }
  await page.mouse.click(3, 3);
  expect(await row.said(trial.form)).toBe(row.words[0]);
  if (isOver) expect(trial.asked.length).toBeGreaterThanOrEqual(3);
  expect(page.url()).toBe(at);
}

/** Back, twice, and a reload are asked about. */
async function triesToLeave({ page, asked, row, form }: Trial, at: string): Promise<void> {
  for (let times = 1; times <= 2; times += 1) {
    const before = asked.length;
    await page.evaluate(() => history.back());
    await expect.poll(() => asked.length).toBe(before + 1);
    await expect.poll(() => page.url()).toBe(at);
    expect(await row.said(form)).toBe(row.words[0]);
  }
  await page.evaluate(() => {
    setTimeout(() => location.reload());
  });
  await expect.poll(() => asked.at(-1)).toBe('beforeunload');
  expect(await row.said(form)).toBe(row.words[0]);
}

/** After Back and forward, and after a reload, it is there again. */
async function comesBack({ page, asked, row, form }: Trial): Promise<void> {
  const isThere = async (): Promise<void> => {
    if (!(await form.isVisible())) await row.reach?.(page);
    await expect.poll(() => row.said(form)).toBe(row.words[0]);
  };
  await page.evaluate(() => history.back());
  await form.waitFor({ state: 'detached' });
  await page.evaluate(() => history.forward());
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await isThere();
  await page.reload();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await isThere();
  expect(asked).toEqual([]);
  await form.evaluate((element: HTMLFormElement) =>
    element.ownerDocument.defaultView?.sessionStorage.clear(),
  );
}

async function isNotOverwritten(trial: Trial): Promise<void> {
  const { page, form, row, company } = trial;
  const [, words] = row.words;
  await row.type(form, words);
  await row.complete?.(form);
  if (row.saves !== undefined && row.stub !== undefined) {
    await page.route(row.saves, (route) => route.fulfill({ json: row.stub }));
  }
  await row.neighbour.does(company);
  await comeBackTomorrow(trial);
  const theirs = await row.neighbour.theirs(company);
  expect(await row.said(form)).toBe(words);

  const told = page.getByText(TOLD).first();
  const wasTold = await told.isVisible();
  const { saves } = row;
  const isSave = (response: Response): boolean =>
    saves?.test(response.url()) === true && response.request().method() !== 'GET' && response.ok();
  const saved = saves === undefined || row.neighbour.isTold ? undefined : page.waitForResponse(isSave);
  await form.getByRole('button', { name: row.submit }).click();
  await saved;
  // A user who was told before replaces theirs knowingly, and the form may close at once.
  if (wasTold) return;
  if (row.neighbour.isTold) await told.waitFor();
  expect(await row.neighbour.theirs(company)).toEqual(theirs);
  if (row.neighbour.isTold) expect(await row.said(form)).toBe(words);
}

const SAVED_ONCE =
  '%s: blind keys and Esc leave it open, sent twice it is saved once, and what is typed meanwhile stays';

test.for(TRIED.filter(([name]) => IN_GATE.has(name)))(SAVED_ONCE, async ([name, row], { begin }) =>
  isSavedOnce(await begin(name, row)),
);

test.for(TRIED.filter(([name]) => !IN_GATE.has(name)))(
  SAVED_ONCE,
  { tags: ['full'] },
  async ([name, row], { begin }) => isSavedOnce(await begin(name, row)),
);

async function isSavedOnce(trial: Trial): Promise<void> {
  const { page, form, row } = trial;
  await trial.openForm();
  await row.type(form, row.words[0]);
  await isLeftAlone(trial);
  await row.complete?.(form);
  if (row.saves === undefined) return sentTwiceIntoTheDraft(trial);

  const sent = await answersLate(page, row.saves, row.stub);
  await form.getByRole('button', { name: row.submit }).click();
  await page.getByText(UNREACHABLE).waitFor();
  await sendByEveryMeans(trial);
  await expect.poll(() => sent.requests.length).toBe(2);
  if (row.endsForm !== true) await row.type(form, row.words[1]);
  sent.release();
  await expect.poll(() => sent.answered).toBe(2);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(sent.requests.length).toBe(2);
  const [lost, repeated] = sent.requests.map((request) => request.headers()['idempotency-key']);
  expect(repeated).toMatch(/^[\da-f-]{36}$/);
  expect(repeated).toBe(lost);
  if (row.endsForm === true) return;

  if (row.isSecret === true) await page.getByText('did not arrive').waitFor();
  const left = row.onLeaving === 'kept' ? row.words[1].slice(row.words[0].length).trim() : row.words[1];
  await expect.poll(() => row.said(form)).toBe(left);
  await form.getByRole('button', { name: row.submit }).click();
  await expect.poll(() => sent.requests.length).toBe(3);
  expect(sent.requests.at(-1)?.headers()['idempotency-key']).not.toBe(repeated);
  await expect.poll(() => sent.answered).toBe(3);
}

test('a refusal leaves the focus with a user who is still typing', async ({ open, triedCompany }) => {
  const { page } = await open(triedCompany.superadmin, { expected: EXPECTED });
  const gate = Promise.withResolvers<void>();
  await page.route(/\/note$/, async (route) => {
    await gate.promise;
    await route.abort();
  });
  await page.goto(`/console/${triedCompany.companyId}/leads/${triedCompany.annId}`);
  const field = page.getByLabel('New note');
  await field.pressSequentially('One');
  await page.getByRole('button', { name: 'Add note' }).click();
  await field.pressSequentially(' two');
  gate.resolve();
  await page.getByText(UNREACHABLE).waitFor();
  // The focus goes to what is wrong after it was drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  await page.keyboard.type(' three');
  expect(await field.inputValue()).toBe('One two three');
});

test('erasing is asked for once, however often it is pressed', async ({ open, triedCompany }) => {
  const { page } = await open(triedCompany.superadmin, { expected: EXPECTED });
  await page.goto(`/console/${triedCompany.companyId}/leads/${triedCompany.annId}?over=erase`);
  const form = page.locator('form[name="erase"]');
  await form.waitFor();
  const sent = await answersLate(page, /\/erase$/, {});
  await submitTwice(form);
  await page.getByText(UNREACHABLE).waitFor();
  expect(sent.requests.length).toBe(1);
});

test('somebody signs in once, however often they press Enter', async ({ open, triedCompany }) => {
  const { page } = await open(undefined, { expected: EXPECTED });
  await page.goto('/console/');
  const form = page.locator('form[name="sign-in"]');
  await form.getByLabel('E-mail address').fill(triedCompany.superadmin.email);
  const sent = await answersLate(page, /\/console\/session$/, {});
  await submitTwice(form);
  await page.getByText(UNREACHABLE).waitFor();
  expect(sent.requests.length).toBe(1);
});

async function submitTwice(form: Locator): Promise<void> {
  await form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit();
    element.requestSubmit();
  });
}

async function sentTwiceIntoTheDraft({ page, form }: Trial): Promise<void> {
  // The screen may warn of numbers that ring nobody.
  const alerts = await page.getByRole('alert').allInnerTexts();
  await submitTwice(form);
  await page.locator('.toast').first().waitFor();
  expect(await page.locator('.toast').count()).toBe(1);
  expect(await page.getByRole('alert').allInnerTexts()).toEqual(alerts);
}

/** By its button, by a script, and by a key that is held. */
async function sendByEveryMeans({ page, form, row }: Trial): Promise<void> {
  await submitTwice(form);
  if (row.endsForm === true) return;
  const area = form.locator('textarea');
  const isArea = (await area.count()) > 0;
  // Enter opens a colour's picker, whenever that is ready, and the picker takes the next keys.
  const field = isArea ? area.first() : form.locator('input:not([type="color"]), select').first();
  await field.focus();
  if (isArea) await page.keyboard.down('Control');
  for (let times = 1; times <= 4; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  if (isArea) await page.keyboard.up('Control');
}

interface Held {
  requests: Request[];
  answered: number;
  release: () => void;
}

/** The server takes the first request, but its answer is lost; the second is answered once it is let go. */
async function answersLate(page: Page, url: RegExp, stub: object | undefined): Promise<Held> {
  const gate = Promise.withResolvers<void>();
  const held: Held = { requests: [], answered: 0, release: gate.resolve };
  const answer = async (route: Route): Promise<void> => {
    if (stub !== undefined) return route.fulfill({ json: stub });
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
    return route.fulfill({ response: await route.fetch({ headers }) });
  };
  await page.route(url, async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fallback();
    held.requests.push(request);
    const count = held.requests.length;
    if (count === 1) {
      const headers = { ...request.headers(), 'sec-fetch-site': 'same-origin' };
      if (stub === undefined) await route.fetch({ headers });
      held.answered += 1;
      return route.abort();
    }
    if (count === 2) await gate.promise;
    await answer(route);
    held.answered += 1;
  });
  return held;
}

/** How many dialogs and menus are open. */
async function layersOf(page: Page): Promise<number> {
  return page.locator('dialog:modal, :popover-open:not(.toasts)').count();
}
