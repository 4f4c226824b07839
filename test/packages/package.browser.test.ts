/**
 * The package `leadline`: the tarball of a deployment, installed into a new project.
 *
 * @module-tag full: packs, installs, compiles and bundles the package
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build, type Rollup } from 'vite';
import { launchBrowser, openReady, openVisitor } from '../harness/browser.ts';
import { send } from '../harness/client.ts';
import { type Site, startSite } from '../harness/site.ts';
import { DIRECT, makeSiteCompany, TARGET } from '../widget/site-company.ts';
import { workerUrl } from '../harness/worker-url.ts';

const project = mkdtempSync(join(tmpdir(), 'leadline-package-'));
const PACKAGE = join(project, 'node_modules/leadline');
let companyId: string;
let browser: Browser;
let site: Site;
/** The packages that npm installed. */
let installedAlone: string;

beforeAll(async () => {
  [companyId, browser, site] = await Promise.all([makeSiteCompany(), launchBrowser(), startSite()]);
  const tarball = await send('/dni/modules/leadline.tgz');
  writeFileSync(join(project, 'leadline.tgz'), Buffer.from(await tarball.arrayBuffer()));
  writeFileSync(join(project, 'package.json'), '{"name":"site","private":true,"type":"module"}');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--silent', './leadline.tgz'], { cwd: project });
  installedAlone = readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8');
  // The site's own frameworks, which the package must use.
  for (const name of ['react', 'react-dom', 'vue', '@types']) {
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name));
  }
});

afterAll(async () => {
  await browser.close();
  await site.close();
  rmSync(project, { recursive: true, force: true });
});

/** Bundles a module of the project. @returns its inputs and the code */
async function bundle(name: string, source: string): Promise<{ code: string; modules: string[] }> {
  writeFileSync(join(project, name), source);
  const output = (await build({
    root: project,
    logLevel: 'silent',
    configFile: false,
    build: { write: false, minify: false, rollupOptions: { input: join(project, name) } },
  })) as Rollup.RollupOutput;
  const chunks = output.output.filter((file) => file.type === 'chunk');
  return {
    code: chunks.map(({ code }) => code).join('\n'),
    modules: chunks.flatMap(({ modules }) => Object.keys(modules)),
  };
}

/** Opens a page of the site that runs `code`. */
async function open(name: string, code: string): Promise<Page> {
  site.put(`/${name}.js`, { headers: { 'Content-Type': 'text/javascript' }, body: code });
  site.put(
    `/${name}`,
    `<!doctype html><title>${TARGET}</title><p id="text">Call ${TARGET}</p><div id="root"></div><script type="module" src="/${name}.js"></script>`,
  );
  return openReady(await openVisitor(browser), `${site.origin}/${name}`);
}

const settings = (): string => JSON.stringify({ endpoint: workerUrl(), company: companyId });

describe('the package', () => {
  test('passes the package linters', async () => {
    const { messages, pkg } = await publint({ pkgDir: PACKAGE, strict: true });

    // The manifest has no repository URL until the project is public.
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
    expect(pkg).toMatchObject({ publishConfig: { access: 'public', provenance: true }, sideEffects: false });
  });

  test('is complete without dependencies, and has the version of the product', () => {
    const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    const product = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const installed = JSON.parse(installedAlone) as { packages: Record<string, unknown> };

    expect(Object.keys(installed.packages)).toEqual(['node_modules/leadline']);
    expect(manifest['dependencies']).toBeUndefined();
    expect(manifest['version']).toBe(product.version);
  });

  test.for(['bundler', 'nodenext'])('has types for a strict project, resolved as %s', (resolution) => {
    writeFileSync(
      join(project, 'types.ts'),
      `import { loadLeadline, type Plan } from 'leadline';
      import { start } from 'leadline/widget';
      import { Leadline, useNumber, usePlan } from 'leadline/react';
      import { leadline, useNumber as useVueNumber } from 'leadline/vue';
      const plan: Promise<Plan | undefined> | undefined = loadLeadline({ endpoint: 'https://e', company: 'c', attribution: 'first' }).then((api) => api?.ready);
      // @ts-expect-error the company is required
      start({ endpoint: 'https://e' });
      export const shown: string = useNumber('1') + useVueNumber('2').value + (usePlan()?.closest_location?.name ?? '');
      export const all = [plan, Leadline, leadline({ endpoint: 'https://e', company: 'c' })];`,
    );
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2022',
          lib: ['es2022', 'dom'],
          types: [],
          strict: true,
          exactOptionalPropertyTypes: true,
          noEmit: true,
          module: resolution === 'bundler' ? 'esnext' : 'nodenext',
          moduleResolution: resolution,
        },
        files: ['types.ts'],
      }),
    );

    expect(() => execFileSync('tsc', ['-p', project], { encoding: 'utf8', stdio: 'pipe' })).not.toThrow();
  });

  test('has no side effects when imported, also on a server, and is removed from a bundle that does not use it', async () => {
    const onServer = execFileSync(
      'node',
      [
        '--input-type=module',
        '-e',
        `import { loadLeadline } from 'leadline'; import 'leadline/react'; import 'leadline/vue'; import 'leadline/widget';
        console.log(await loadLeadline({ endpoint: 'https://e', company: 'c' }));`,
      ],
      { cwd: project, encoding: 'utf8' },
    );
    const { code } = await bundle(
      'unused.js',
      `import { loadLeadline } from 'leadline'; import 'leadline/widget';`,
    );

    expect(onServer.trim()).toBe('undefined');
    expect(code.trim()).toBe('');
  });
});

describe('a site with the package', () => {
  test('loads the script once for any number of calls', async () => {
    const { code } = await bundle(
      'plain.js',
      `import { loadLeadline } from 'leadline';
      const calls = await Promise.all([loadLeadline(${settings()}), loadLeadline(${settings()})]);
      document.querySelector('#root').textContent = calls[0] === calls[1] && calls[0].get('212.555.0134');`,
    );
    const page = await open('plain', code);

    await page.getByText('415.555.0100').waitFor();
    expect(await page.locator('#text').innerText()).toBe(`Call ${DIRECT}`);
    expect(await page.locator('script[src*="leadline.js"]').count()).toBe(1);
  });

  test('bundles the script itself with leadline/widget', async () => {
    const { code } = await bundle(
      'bundled.js',
      `import { start } from 'leadline/widget'; start(${settings()});`,
    );
    const page = await open('bundled', code);

    expect(await page.locator('#text').innerText()).toBe(`Call ${DIRECT}`);
  });

  test('shows numbers in React, with the React of the site', async () => {
    const { code, modules } = await bundle(
      'react.jsx',
      `import { createRoot } from 'react-dom/client';
      import { Leadline, useNumber, usePlan } from 'leadline/react';
      const Phone = () => <p id="phone">{useNumber('212.555.0134')} by {usePlan()?.source}</p>;
      createRoot(document.querySelector('#root')).render(<><Leadline {...${settings()}} /><Phone /></>);`,
    );
    const page = await open('react', code);

    await page.locator('#phone', { hasText: '415.555.0100 by direct' }).waitFor();
    expect(modules.filter((path) => /react\/cjs\/react\.\w+\.js/.test(path))).toHaveLength(1);
    expect(await page.locator('#text').innerText()).toBe(`Call ${DIRECT}`);
  });

  test('shows numbers in Vue, with the Vue of the site', async () => {
    const { code, modules } = await bundle(
      'vue.js',
      `import { createApp, h } from 'vue';
      import { leadline, useNumber, usePlan } from 'leadline/vue';
      const App = { setup() { const number = useNumber('212.555.0134'); const plan = usePlan(); return () => h('p', { id: 'phone' }, number.value + ' by ' + plan.value?.source); } };
      createApp(App).use(leadline(${settings()})).mount('#root');`,
    );
    const page = await open('vue', code);

    await page.locator('#phone', { hasText: '415.555.0100 by direct' }).waitFor();
    expect(modules.filter((path) => /@vue\/runtime-core\//.test(path))).toHaveLength(1);
    expect(await page.locator('#text').innerText()).toBe(`Call ${DIRECT}`);
  });

  test('keeps its numbers when the deployment cannot be reached', async () => {
    const { code } = await bundle(
      'away.js',
      `import { loadLeadline } from 'leadline';
      document.querySelector('#root').textContent = String(await loadLeadline({ endpoint: 'http://127.0.0.1:9', company: 'c' }));
      document.dispatchEvent(new Event('leadline:error'));`,
    );
    const page = await open('away', code);

    expect(await page.locator('#root').innerText()).toBe('undefined');
    expect(await page.locator('#text').innerText()).toBe(`Call ${TARGET}`);
  });
});

test('without a bundler a page imports the modules of the deployment', async () => {
  const module = `import { loadLeadline } from '${workerUrl()}/dni/modules/index.js'; await loadLeadline(${settings()});`;
  const page = await open('modules', module);

  expect(await page.locator('#text').innerText()).toBe(`Call ${DIRECT}`);
});
