/** What the tests of a scenario share: a browser engine, a site with the scenario's pages, the edge and a company. */
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

/** Someone who visits the site with a browser that remembers nothing; has one tab. */
export interface Visit {
  /** Opens a page of the site; settles once it has loaded. */
  open(path: string, options?: { referrer?: string }): Promise<Page>;
  /** The same, once the plan is there or known not to come. */
  openReady(path: string, options?: { referrer?: string }): Promise<Page>;
  /** Runs a function in each page before the page's own scripts. */
  before<Given = undefined>(run: (given: Given) => void, given?: Given): void;
}

export interface Scene {
  /** Has every page of the folder under its file name, such as `/page.html`. */
  site: Site;
  edge: Edge;
  companyId: string;
  /** The site's address for the present visitor. */
  readonly origin: string;
  /** A page of the folder as it is served, with other attributes on its script. */
  html: (file: string, attributes?: string) => string;
  /** A visitor with a browser profile and an address of their own; the one before leaves. */
  visit: (visitor?: Visitor) => Promise<Visit>;
  /** Has the visitor leave the site. */
  leave: () => Promise<void>;
  /** A visitor of their own on a page of the site, once the plan is there or known not to come. */
  open: (path: string) => Promise<Page>;
}

/** What a scene has that others have not. */
interface SceneOptions extends EngineOptions {
  /** Puts more pages on the site. */
  prepare?: (scene: Scene) => void | Promise<void>;
  /** Members of the company's settings that are replaced. */
  settings?: Record<string, unknown>;
}

/**
 * Sets the scene for all tests of a file and clears it away after them.
 * @param folder of the scenario; in its pages `EDGE` stands for the edge's origin and `COMPANY` for the company
 */
export function useScene(
  folder: string,
  { prepare, settings = {}, isWholeBrowser = false }: SceneOptions = {},
): Scene {
  const scene = {} as Scene;
  const begin = async (engine: Engine): Promise<void> => {
    const [edge, companyId] = await Promise.all([startEdge(), makeSiteCompany(settings)]);
    const site = await startSite(`<script src="${edge.origin}${PRELUDE.path}"></script>`);
    stage(scene, { engine, site, edge, companyId, folder });
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
      site.put(`/${file}`, scene.html(file));
    }
    await prepare?.(scene);
  };
  if (isWholeBrowser) test.beforeAll(({ wholeEngine }) => begin(wholeEngine));
  else test.beforeAll(({ engine }) => begin(engine));
  test.afterAll(async () => {
    // The pages of this file ask for nothing once its servers are gone.
    await scene.leave();
    await Promise.all([scene.site.close(), scene.edge.close()]);
  });
  return scene;
}

interface Props extends Pick<Scene, 'site' | 'edge' | 'companyId'> {
  engine: Engine;
  folder: string;
}

function stage(scene: Scene, { engine, site, edge, companyId, folder }: Props): void {
  let host = '127.0.0.1';
  const visit = async (visitor: Visitor = {}): Promise<Visit> => {
    edge.meet(visitor);
    const visited = await engine.visit();
    host = visited.host;
    const page = new Page(visited.tab);
    const open: Visit['open'] = async (path, { referrer } = {}) => {
      const preludes = edge.preludes;
      if (referrer !== undefined)
        edge.preludes = [...preludes, `(${pretend.toString()})(${JSON.stringify(referrer)});`];
      await visited.tab.goto(scene.origin + path);
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
      before: (run, given) => void edge.preludes.push(`(${run.toString()})(${JSON.stringify(given) ?? ''});`),
    };
  };
  Object.defineProperty(scene, 'origin', { get: () => `http://${host}:${site.port}` });
  Object.assign(scene, {
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

/** Waits until the widget of the page has swapped it, which may take it several tasks, or knows that it has no plan. */
export async function ready(page: Page): Promise<void> {
  await page.until(() => 'leadline' in window && 'ready' in window.leadline);
  await page.evaluate(() => window.leadline.ready.then(() => null));
  await page.until(() => window.isSettled);
}

/** Runs in the page. */
function pretend(referrer: string): void {
  Object.defineProperty(document, 'referrer', { get: () => referrer });
}
