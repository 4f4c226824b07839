/** A framework project in its own folder: installed from the registry, built, served and opened in Chromium. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { launchBrowser, openVisitor } from '../harness/browser.ts';
import { codeBlocks, forReader } from '../harness/documents.ts';
import { freePort } from '../harness/local-leadline.ts';
import { makeSiteCompany } from '../widget/site-company.ts';
import { workerUrl } from '../harness/worker-url.ts';

const SERVER_TIMEOUT_MS = 60_000;

export interface Project {
  folder: string;
  /** Writes a file of the project, with this deployment's URL instead of the example's. */
  write(path: string, text: string): void;
  /** Writes the files that a document names, and runs its shell commands in the project. */
  follow(document: string): void;
  /** Runs a command, or (`command`) one from a document. */
  run(command: string): string;
  command(text: string): string;
  /** Starts the server of the project, on the port `$PORT`, and waits until it answers. */
  serve(command: string): Promise<string>;
  /** A visitor on a page, and the errors on the console. */
  open(address: string): Promise<{ page: Page; errors: string[] }>;
}

/** Creates a project that is deleted after the test. @param manifest further members of its package.json */
export async function startProject(manifest: Record<string, unknown>): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-install-'));
  const [companyId, browser] = await Promise.all([makeSiteCompany(), launchBrowser()]);
  const reader = { origin: workerUrl(), companyId };
  // The project's programs come before this repository's, which have other versions.
  const path = `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH: path, CI: '1', NODE_ENV: undefined, npm_config_loglevel: 'error' };
  let server: ChildProcess | undefined;
  onTestFinished(async () => {
    // With all processes that it has started.
    if (server?.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
    await browser.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const run = (command: string): string =>
    execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', command], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), forReader(text, reader));
  };
  write('package.json', JSON.stringify({ name: 'site', private: true, type: 'module', ...manifest }));
  return {
    folder,
    write,
    run,
    command: (text) => run(forReader(text, reader)),
    follow: (document) => {
      for (const { language, file, code } of codeBlocks(document)) {
        if (file) write(file, code);
        else if (language === 'sh') run(forReader(code, reader));
      }
    },
    serve: async (command) => {
      const port = await freePort();
      server = spawn('bash', ['--norc', '-c', `exec ${command}`], {
        cwd: folder,
        env: { ...env, PORT: String(port) },
        stdio: 'ignore',
        detached: true,
      });
      return untilReady(`http://localhost:${port}`);
    },
    open: (address) => openPage(browser, address),
  };
}

async function openPage(browser: Browser, address: string): Promise<{ page: Page; errors: string[] }> {
  const page = await (await openVisitor(browser)).newPage();
  const errors: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  page.on('pageerror', (error) => void errors.push(String(error)));
  await page.goto(address);
  return { page, errors };
}

async function untilReady(origin: string): Promise<string> {
  const deadline = Date.now() + SERVER_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const response = await fetch(origin).catch(() => undefined);
    if (response?.ok) return origin;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${origin} did not answer within ${SERVER_TIMEOUT_MS / 1000} seconds.`);
}
