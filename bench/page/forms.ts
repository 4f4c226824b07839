/** Measures the part for forms in Chromium: typing and submitting on a page with 50 forms. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../test/harness/browser.ts';
import { bundle } from './bundle.ts';

const FORMS = 50;
const FIELDS = 10;
/** Forms that are filled and sent. */
const SENT = 10;
/** Fields of the page's one large form, beside the 50. */
const LARGE = 1_000;
/** What is filled and sent, by row of the table. */
const ROWS: readonly (readonly [string, readonly number[]])[] = [
  [`${SENT} of the ${FORMS} forms`, Array.from({ length: SENT }, (_, index) => index)],
  [`form of ${LARGE} fields`, [FORMS]],
];
/** Slowdowns of the processor: this machine, and about that of a phone. */
const SLOWDOWNS = [1, 4];
const AIM_MS = 10;
/** Of each measurement the round with the shortest longest task counts: other programs only make tasks longer. */
const ROUNDS = 3;
/** Typing takes long with a slow processor. */
const TIMEOUT_MS = 180_000;
const PAGE = 'https://page.test/';
const PART = 'dist/assets/dni/leadline-leads.js';

/** Prints the number of tasks, their sum and the longest one; fails if a task of the 50 forms takes longer than the aim. */
export async function benchForms(): Promise<void> {
  const browser = await launchBrowser();
  const script = await bundle('bench/page/forms-measure.ts');
  console.log(
    `\nA page of ${FORMS} forms of ${FIELDS} fields and one of ${LARGE}; typing into ${FIELDS} fields and submitting\n`,
  );
  console.log('processor  filled and sent         tasks   all, ms   longest, ms');
  for (const slowdown of SLOWDOWNS) {
    for (const [name, forms] of ROWS) {
      const tasks = await bestOf(() => measure(browser, { script, slowdown, forms }));
      const longest = Math.max(...tasks);
      const sum = tasks.reduce((total, task) => total + task, 0);
      console.log(
        `${`1/${slowdown}`.padEnd(10)} ${name.padEnd(22)} ${String(tasks.length).padStart(6)} ${sum.toFixed(2).padStart(9)} ${longest.toFixed(2).padStart(13)}`,
      );
      if (slowdown === 1 && forms.length > 1 && longest > AIM_MS) process.exitCode = 1;
    }
  }
  await browser.close();
}

/** Returns the tasks of the round with the shortest longest one. */
async function bestOf(round: () => Promise<number[]>): Promise<number[]> {
  const rounds: number[][] = [];
  for (let count = 0; count < ROUNDS; count += 1) rounds.push(await round());
  return rounds.toSorted((one, other) => Math.max(...one) - Math.max(...other))[0] ?? [];
}

async function measure(
  browser: Browser,
  { script, slowdown, forms }: { script: string; slowdown: number; forms: readonly number[] },
): Promise<number[]> {
  const page = await openPage(browser, script);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  for (const form of forms) {
    for (let field = 0; field < FIELDS; field += 1) {
      const value = field === 0 ? 'jo@example.org' : 'A leak';
      await page.locator(`#form${form} [name=field${field}]`).pressSequentially(value);
    }
    await page.locator(`#form${form} button`).click();
  }
  // The last look at a form is after four seconds.
  await page.waitForTimeout(5_000);
  const tasks = await page.evaluate(() => [...window.formTasks]);
  await page.context().close();
  return tasks;
}

async function openPage(browser: Browser, script: string): Promise<Page> {
  const context = await browser.newContext();
  const scripts: Record<string, string> = { '/measure.js': script, '/part.js': readFileSync(PART, 'utf8') };
  await context.route(`${PAGE}**`, (route) => {
    const body = scripts[new URL(route.request().url()).pathname];
    return body === undefined
      ? route.fulfill({ contentType: 'text/html', body: html() })
      : route.fulfill({ contentType: 'text/javascript', body });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(PAGE);
  return page;
}

function html(): string {
  const field = (name: string, index: number): string =>
    `<label>Question ${index} <input name="${name}"></label>`;
  const form = (id: number, fields: number): string =>
    `<form id="form${id}">${Array.from({ length: fields }, (_, index) => field(`field${index}`, index)).join('')}<button>Send</button></form>`;
  const forms = Array.from({ length: FORMS }, (_, id) => form(id, FIELDS)).join('');
  return `<!doctype html><script src="measure.js"></script><script src="part.js"></script>
    ${forms}${form(FORMS, LARGE)}
    <script>document.onsubmit = (event) => event.preventDefault();</script>`;
}
