/** What every trial of a form starts from: a company in which each can be opened, and a page of its own. */
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { FORMS, type FormName } from '../../../console/forms/forms.ts';
import { makeCompanyWithUsers } from '../../harness/builders.ts';
import { type MarketServer, startMarket } from '../../harness/carrier/market-server.ts';
import { startServer } from '../../harness/own-worker.ts';
import { type ConsolePage, openConsole, openTab } from '../console.ts';
import { test as base } from '../console-test.ts';
import type { FormRow } from './form-rows.ts';
import { FORM_TABLE } from './form-table.ts';
import { makeTriedCompany, type TriedCompany } from './neighbours.ts';

/** What the browser itself tells of what the trials do. */
export const EXPECTED = /status of (?:404|409|412)|ERR_FAILED/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Every form that has something to lose. */
export const TRIED = FORMS.flatMap((name): [FormName, FormRow][] => {
  const row = FORM_TABLE[name];
  return 'because' in row ? [] : [[name, row]];
});

let market: MarketServer | undefined;
afterAll(() => market?.close());

export const test = base
  .extend('triedCompany', { scope: 'file' }, async () => {
    const receiver = await startServer((_, response) =>
      response.writeHead(500, { 'Retry-After': '3600' }).end(),
    );
    market = await startMarket();
    const company = await makeTriedCompany(receiver.url, market);
    await receiver.close();
    return company;
  })
  /** One browser profile for all trials, so that what a page loads is loaded once. */
  .extend('profile', { scope: 'file' }, async ({ browser, triedCompany }, { onCleanup }) => {
    const { context, page } = await openConsole(browser, triedCompany.superadmin);
    await page.close();
    onCleanup(() => context.close());
    return context;
  })
  /** Begins a trial, on a page of its own that knows of no other. */
  .extend('begin', async ({ open, profile, triedCompany }, { onCleanup }) => {
    const tabs: (ConsolePage & { expected: RegExp })[] = [];
    onCleanup(async () => {
      for (const { page } of tabs) {
        await page.evaluate(() => localStorage.clear());
        await page.close();
      }
      const faults = tabs.flatMap(({ faults: found, expected }) =>
        found.filter((fault) => !expected.test(fault)),
      );
      if (faults.length > 0) throw new Error(`On the pages of this test: ${faults.join('\n')}`);
    });
    return async (name: FormName, row: FormRow, expected = EXPECTED): Promise<Trial> => {
      if (row.isNew === true) {
        const company = { ...(await makeCompanyWithUsers()) } as TriedCompany;
        const { page } = await open(company.superadmin, { expected });
        return trialOn(page, { name, row, company });
      }
      const tab = await openTab(profile);
      tabs.push({ ...tab, expected });
      return trialOn(tab.page, { name, row, company: triedCompany });
    };
  });

/** A form on a page of its own. */
export interface Trial {
  name: FormName;
  page: Page;
  form: Locator;
  row: FormRow;
  company: TriedCompany;
  /** What was asked, and answered with no: questions, and those of the browser itself. */
  asked: string[];
  openForm: () => Promise<void>;
  /** Waits until nothing is asked for any more. */
  quiet: () => Promise<void>;
}

function trialOn(
  page: Page,
  { name, row, company }: { name: FormName; row: FormRow; company: TriedCompany },
): Trial {
  const quiet = watchRequests(page);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const form = page.locator(`form[name="${name}"]`).first();
  const path = row.at.replaceAll(/<(\w+)>/g, (_, id: string) => company[id as 'annId']);
  const openForm = async (): Promise<void> => {
    await page.goto(`/console/${company.companyId}/calls/texts`);
    await page.locator('h1').first().waitFor();
    const address = `/console/${company.companyId}/${row.reach === undefined || /<\w+>/.test(row.at) ? path : path.replace(/\?.*/, '')}`;
    await page.evaluate((to) => navigation.navigate(to).finished, address);
    await row.reach?.(page);
    await form.waitFor();
    await quiet();
  };
  return { name, page, form, row, company, asked, openForm, quiet };
}

/** Waits until no request of a page is under way, and none begins for a while. */
function watchRequests(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  let quietLooks = 0;
  page.on('request', (request) => {
    running.add(request);
    quietLooks = 0;
  });
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  return async () => {
    const isQuiet = (): boolean => {
      quietLooks = running.size === 0 ? quietLooks + 1 : 0;
      return quietLooks > 2;
    };
    await expect.poll(isQuiet, { interval: 50, timeout: 30_000 }).toBe(true);
  };
}

/** Has the page ask anew for what it shows, as it does when somebody comes back to it after a while. */
export async function comeBackTomorrow({ page, quiet }: Trial): Promise<void> {
  await page.evaluate((later) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + later;
    document.dispatchEvent(new Event('visibilitychange'));
  }, DAY_MS);
  await quiet();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
