/** A website of the tests: pages on a server of their own, and visitors who open them in Chromium. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inject } from 'vitest';
import { type Visitor, freshIp, visitorHeaders } from './client.ts';

/** What a path of the site answers: HTML, or more than that. */
export type Answer = string | { status?: number; headers?: Record<string, string>; body?: string };

export interface Site {
  origin: string;
  /** Puts a page under a path. */
  put(path: string, answer: Answer): void;
  close(): Promise<void>;
}

/** Starts a site on a free port; `handle` sees the requests for which there is no page. */
export async function startSite(
  handle: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    void response.writeHead(404).end(),
): Promise<Site> {
  const pages = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const answer = pages.get(new URL(request.url ?? '/', 'http://site').pathname);
    if (answer === undefined) return handle(request, response);
    const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
    return void response
      .writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
      .end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    put: (path, answer) => void pages.set(path, answer),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The script tag of a company; `attributes` go into it as they are. */
export function scriptTag(companyId: string, attributes = 'async'): string {
  return `<script ${attributes} src="${inject('workerUrl')}/dni/leadline.js" data-company="${companyId}"></script>`;
}

/** A whole page with the script in its head. */
export function pageOf(companyId: string, body: string, attributes = 'async'): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>${scriptTag(companyId, attributes)}</head><body>${body}</body></html>`;
}

/** A visitor with a browser profile and an address of their own; the one before leaves. */
export async function openVisitor(browser: Browser, visitor: Visitor = {}): Promise<BrowserContext> {
  await Promise.all(browser.contexts().map((context) => context.close()));
  const headers = visitorHeaders({ ip: freshIp(), ...visitor });
  // A headless Chromium says so, which makes it a bot.
  const context = await browser.newContext({ userAgent: headers['User-Agent'] ?? '' });
  await context.route(`${inject('workerUrl')}/dni/swap/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), ...headers } }),
  );
  return context;
}

/** Opens `address` and waits until the widget has its plan, or knows that there is none. */
export async function openReady(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await ready(page);
  return page;
}

/** Waits until the widget of the page has its plan. */
export async function ready(page: Page): Promise<void> {
  // Not by animation frames, which a busy machine may hold back for long.
  await page.waitForFunction(
    () => 'leadline' in window && 'ready' in (window.leadline as object),
    undefined,
    { polling: 50 },
  );
  await page.evaluate(() =>
    (window as unknown as { leadline: { ready: Promise<unknown> } }).leadline.ready.then(() => null),
  );
}
