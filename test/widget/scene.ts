/** What the tests of a scenario share: Chromium, a site with the scenario's pages, and a company. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import type { Visitor } from '../harness/client.ts';
import { type Site, openReady, openVisitor, startSite } from '../harness/site.ts';
import { makeSiteCompany } from './site-company.ts';

export interface Scene {
  browser: Browser;
  /** Has every page of the folder under its file name, such as `/page.html`. */
  site: Site;
  companyId: string;
  /** A page of the folder as it is served, with other attributes on its script. */
  html: (file: string, attributes?: string) => string;
  /** A visitor with a browser profile and an address of their own; the one before leaves. */
  visit: (visitor?: Visitor) => Promise<BrowserContext>;
  /** A visitor of their own on a page of the site, once the plan is there or known not to come. */
  open: (path: string) => Promise<Page>;
}

/**
 * Sets the scene for all tests of a file and clears it away after them.
 * @param folder of the scenario; in its pages `EDGE` stands for the edge's origin and `COMPANY` for the company
 * @param settings replace members of the company's settings
 */
export function useScene(
  folder: string,
  prepare: (scene: Scene) => void | Promise<void> = () => {},
  settings: Record<string, unknown> = {},
): Scene {
  const scene = {} as Scene;
  beforeAll(async () => {
    const [browser, site, companyId] = await Promise.all([
      launchBrowser(),
      startSite(),
      makeSiteCompany(settings),
    ]);
    Object.assign(scene, {
      browser,
      site,
      companyId,
      html: (file: string, attributes = 'async') =>
        readFileSync(join(folder, file), 'utf8')
          .replace('<script async src="EDGE', `<script ${attributes} src="EDGE`)
          .replaceAll('EDGE', inject('workerUrl'))
          .replaceAll('COMPANY', companyId),
      visit: (visitor?: Visitor) => openVisitor(browser, visitor),
      open: async (path: string) => openReady(await openVisitor(browser), site.origin + path),
    } satisfies Scene);
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
      site.put(`/${file}`, scene.html(file));
    }
    await prepare(scene);
  });
  afterAll(async () => {
    await scene.browser.close();
    await scene.site.close();
  });
  return scene;
}
