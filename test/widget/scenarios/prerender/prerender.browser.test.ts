/**
 * Pages that Chromium prerenders by speculation rules. DevTools, and so Playwright, disables prerendering; here Chromium runs without
 * it, and the pages report to the site's server.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../../harness/find-chromium.ts';
import { freshIp, visitorHeaders } from '../../../harness/client.ts';
import { type Site, startSite } from '../../../harness/site.ts';
import { DIRECT, TARGET, makeSiteCompany } from '../../site-company.ts';
import { workerUrl } from '../../../harness/worker-url.ts';

/** The report of a page. */
interface Told {
  moment: string;
  prerendering: boolean;
  activated: boolean;
  number: string;
}

const VISITOR = visitorHeaders({ ip: freshIp() });
const told: Told[] = [];
const paths: string[] = [];
let go = (): void => {};
let site: Site;

beforeAll(async () => {
  const companyId = await makeSiteCompany();
  site = await startSite('', (request, response) => void answer(request, response));
  for (const file of ['start.html', 'page.html']) {
    site.put(`/${file}`, readFileSync(join(import.meta.dirname, file), 'utf8').replace('COMPANY', companyId));
  }
});
afterAll(() => site.close());

/** The site's server, which forwards requests for the edge. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '/', method = 'GET' } = request;
  const body = await text(request);
  if (url === '/go') {
    go = () => void response.writeHead(204).end();
    return;
  }
  if (url === '/tell') told.push(JSON.parse(body) as Told);
  if (!url.startsWith('/dni/')) return void response.writeHead(204).end();
  paths.push(url.split('/').slice(0, 3).join('/'));
  const passed = await fetch(workerUrl() + url, {
    method,
    headers: VISITOR,
    ...(method === 'POST' ? { body } : {}),
  });
  response
    .writeHead(passed.status, { 'Content-Type': passed.headers.get('Content-Type') ?? '' })
    .end(await passed.text());
}

test('it sends its request when it is shown, and then swaps', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'leadline-prerender-'));
  const chromium = spawn(
    findChromium() ?? '',
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-data-dir=${profile}`,
      `--user-agent=${VISITOR['User-Agent']}`,
      `${site.origin}/start.html`,
    ],
    { stdio: 'ignore' },
  );
  const moments = (): string[] => told.map(({ moment }) => moment);

  try {
    await expect.poll(moments, { timeout: 40_000 }).toEqual(['loaded']);
    // The script has run, since the load event waits for asynchronous scripts.
    expect(paths).toEqual(['/dni/leadline.js']);
    expect(told[0]).toEqual({ moment: 'loaded', prerendering: true, activated: false, number: TARGET });
    go();
    await expect.poll(moments, { timeout: 40_000 }).toEqual(['loaded', 'swapped']);
    expect(told[1]).toEqual({ moment: 'swapped', prerendering: false, activated: true, number: DIRECT });
    expect(paths).toEqual(['/dni/leadline.js', '/dni/swap']);
  } finally {
    chromium.kill();
    await once(chromium, 'exit');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
