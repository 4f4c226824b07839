/** The fixtures of a scenario's tests: a browser, a site with the scenario's pages, the edge and a company. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Visitor } from '../harness/client.ts';
import { type Edge, startEdge } from '../harness/edge.ts';
import { test } from '../harness/engines/engine-test.ts';
import { Page } from '../harness/engines/page.ts';
import type { Engine, EngineOptions } from '../harness/engines/tab.ts';
import { PRELUDE } from '../harness/prelude.ts';
import { type Site, startSite } from '../harness/site.ts';
import { makeSiteCompany } from './site-company.ts';

/** A visitor with a new browser profile and one tab. */
export interface Visit {
  /** Opens a page of the site, or a `file:` address; settles once it has loaded. */
  open(path: string, options?: { referrer?: string }): Promise<Page>;
  /** Opens a page and waits for the plan or its failure. */
  openReady(path: string, options?: { referrer?: string }): Promise<Page>;
  /** Opens a page in another tab of the same browser, and waits as `openReady` does. */
  openBeside(path: string): Promise<Page>;
  /** Runs a function in each page before the page's own scripts. */
  before<Given = undefined>(run: (given: Given) => void, given?: Given): void;
}

export interface Scenario {
  /** Serves every page of the folder under its file name, such as `/page.html`. */
  site: Site;
  edge: Edge;
  companyId: string;
  /** The site's address for the current visitor. */
  readonly origin: string;
  /** Returns a page of the folder with other attributes on its script. */
  html: (file: string, attributes?: string) => string;
  /** Creates a visitor with a new profile and IP address; the former one leaves. */
  visit: (visitor?: Visitor) => Promise<Visit>;
  /** Closes the visitor's page. */
  leave: () => Promise<void>;
  /** Opens a page with a new visitor, and waits for the plan or its failure. */
  open: (path: string) => Promise<Page>;
}

/** Options of a scenario. */
interface ScenarioOptions extends EngineOptions {
  /** Adds more pages to the site. */
  prepare?: (scenario: Scenario) => void | Promise<void>;
  /** Members of the company's settings to replace. */
  settings?: Record<string, unknown>;
}

/**
 * Sets up the fixtures for all tests of a file, and removes them afterwards.
 * @param folder of the scenario; in its pages `EDGE` stands for the edge's origin and `COMPANY` for the company
 */
export function setUpScenario(
  folder: string,
  { prepare, settings = {}, isWholeBrowser = false }: ScenarioOptions = {},
): Scenario {
  const scenario = {} as Scenario;
  const begin = async (engine: Engine): Promise<void> => {
    const [edge, companyId] = await Promise.all([startEdge(), makeSiteCompany(settings)]);
    const site = await startSite(`<script src="${edge.origin}${PRELUDE.path}"></script>`);
    addFixtures(scenario, { engine, site, edge, companyId, folder });
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
      site.put(`/${file}`, scenario.html(file));
    }
    await prepare?.(scenario);
  };
  if (isWholeBrowser) test.beforeAll(({ wholeEngine }) => begin(wholeEngine));
  else test.beforeAll(({ engine }) => begin(engine));
  test.afterAll(async () => {
    // Pages must send no requests after the servers have stopped.
    await scenario.leave();
    await Promise.all([scenario.site.close(), scenario.edge.close()]);
  });
  return scenario;
}

interface Props extends Pick<Scenario, 'site' | 'edge' | 'companyId'> {
  engine: Engine;
  folder: string;
}

function addFixtures(scenario: Scenario, { engine, site, edge, companyId, folder }: Props): void {
  let host = '127.0.0.1';
  const visit = async (visitor: Visitor = {}): Promise<Visit> => {
    edge.startVisitor(visitor);
    const visited = await engine.visit();
    host = visited.host;
    const page = new Page(visited.tab);
    const open: Visit['open'] = async (path, { referrer } = {}) => {
      const preludes = edge.preludes;
      if (referrer !== undefined)
        edge.preludes = [...preludes, `(${pretend.toString()})(${JSON.stringify(referrer)});`];
      await visited.tab.goto(path.startsWith('file:') ? path : scenario.origin + path);
      edge.preludes = preludes;
      return page;
    };
    return {
      open,
      openReady: async (path, options) => {
        await open(path, options);
        await ready(page);
        return page;
      },
      openBeside: async (path) => {
        const tab = await visited.tab.another();
        await tab.goto(scenario.origin + path);
        const beside = new Page(tab);
        await ready(beside);
        return beside;
      },
      before: (run, given) => void edge.preludes.push(`(${run.toString()})(${JSON.stringify(given) ?? ''});`),
    };
  };
  Object.defineProperty(scenario, 'origin', { get: () => `http://${host}:${site.port}` });
  Object.assign(scenario, {
    leave: () => engine.leave(),
    site,
    edge,
    companyId,
    html: (file: string, attributes = 'async') =>
      readFileSync(join(folder, file), 'utf8')
        .replace('<script async src="EDGE', `<script ${attributes} src="EDGE`)
        .replaceAll('EDGE', edge.origin)
        .replaceAll('COMPANY', companyId),
    visit,
    open: async (path: string) => (await visit()).openReady(path),
  });
}

/** Waits until the widget has swapped the page, which may take several tasks, or has no plan. */
export async function ready(page: Page): Promise<void> {
  await page.until(() => 'ready' in (window.leadline ?? {}));
  await page.evaluate(() => window.leadline.ready.then(() => null));
  await page.until(() => window.isSettled);
}

/** Changes for `startAgain`: attributes of the script, and what the page has put into `window.leadline` before. */
interface Again {
  data?: Record<string, string | null>;
  early?: unknown;
}

/**
 * Starts the script again in the same page as if the page were opened anew, and waits for the plan or its failure. It takes a tenth
 * of the time. The script before is stopped, and the page has its own numbers again.
 */
export async function startAgain(page: Page, { data = {}, early }: Again = {}): Promise<void> {
  await page.evaluate(
    ([data, early]) => {
      window.leadline.restore();
      window.isSettled = false;
      Object.assign(window, { leadline: early });
      const former = document.querySelector('script[src*="leadline.js"]') as HTMLScriptElement;
      const script = document.createElement('script');
      script.src = former.src;
      Object.assign(script.dataset, former.dataset);
      for (const [name, value] of Object.entries(data)) {
        if (value === null) delete script.dataset[name];
        else script.dataset[name] = value;
      }
      former.replaceWith(script);
    },
    [data, early] as const,
  );
  await ready(page);
}

/** Runs in the page. */
function pretend(referrer: string): void {
  Object.defineProperty(document, 'referrer', { get: () => referrer });
}
