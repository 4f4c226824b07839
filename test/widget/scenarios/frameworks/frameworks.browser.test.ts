/** Server-rendered pages that React or Vue hydrates: swapped after hydration, and after every update. */
import { build } from 'esbuild';
import { type FunctionComponent, createElement, lazy } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { App as VueApp } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import type { Page } from '../../../harness/engines/page.ts';
import { idle } from '../../pages.ts';
import { App } from './apps/react-app.ts';
import { Part as ReactPart, createLate as createReactLate } from './apps/react-late-app.ts';
import { createPage, MAIN_SCRIPT, Part as PagePart } from './apps/react-page-app.ts';
import { Orders } from './apps/react-orders.ts';
import { createMain } from './apps/vue-app.ts';
import { Part as VuePart, createLate as createVueLate } from './apps/vue-late-app.ts';
import { createOrders } from './apps/vue-orders.ts';
import { setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname, {
  prepare: async ({ site, html }) => {
    const page = (file: string, name: string, root: string): string =>
      html(file, '')
        .replace('<!-- ROOT -->', () => root)
        .replace('APP', name);
    for (const name of ['react', 'vue', 'react-orders', 'vue-orders', 'react-late', 'vue-late']) {
      const headers = { 'Content-Type': 'text/javascript' };
      site.put(`/${name}.js`, { headers, body: await bundle(name) });
    }
    const react = (app: FunctionComponent): string =>
      `<div id="root">${renderToString(createElement(app))}</div>`;
    const vue = async (app: VueApp): Promise<string> => `<div id="app">${await renderVue(app)}</div>`;
    site.put('/react', page('page.html', 'react', react(App)));
    site.put('/vue', page('page.html', 'vue', await vue(createMain())));
    site.put('/react-marked', page('marked.html', 'react', react(App)));
    site.put('/vue-marked', page('marked.html', 'vue', await vue(createMain())));
    site.put('/react-late', page('page.html', 'react-late', react(createReactLate(ReactPart))));
    site.put('/vue-late', page('page.html', 'vue-late', await vue(createVueLate(VuePart))));
    site.put(MAIN_SCRIPT, {
      headers: { 'Content-Type': 'text/javascript' },
      body: await bundle('react-page'),
    });
    site.put('/react-page', await streamed(html('page.html', '')));
    site.put('/named', html('named.html', '').replace('ROOT', 'app'));
    site.put('/next', html('named.html', '').replace('ROOT', '__next'));
    site.put('/react-orders', page('does-not.html', 'react-orders', react(Orders)));
    site.put('/vue-orders', page('does-not.html', 'vue-orders', await vue(createOrders())));
  },
});

/** A page streamed by React, with the scripts of `page` and the marks of Next.js. */
async function streamed(page: string): Promise<string> {
  const Later = lazy(async () => {
    // Delayed, so that the page arrives without it.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { default: PagePart };
  });
  const stream = await renderToReadableStream(createElement(createPage(Later)));
  const document = await new Response(stream).text();
  // A placeholder that a script at the end fills.
  expect(document).toMatch(/<!--\$\?-->.*<div hidden id="S:0">/s);
  const script = /<script src=.*?<\/script>/.exec(page.replace('<script  ', '<script '))?.[0] ?? '';
  return document
    .replace('<head>', `<head>${script}`)
    .replace('</body>', '<script>(self.__next_f=self.__next_f||[]).push([0])</script></body>');
}

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`test/widget/scenarios/frameworks/apps/${name}-client.ts`],
    bundle: true,
    format: 'iife',
    // Only the development build reports mismatches.
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** The second page of a visit, with the plan before hydration. */
async function openSecond(path: string): Promise<Page> {
  const visit = await scenario.visit();
  await visit.openReady(path);
  return visit.openReady(path);
}

test.for(['/react', '/vue'])(
  '%s is hydrated first and then swapped, without a warning, and stays swapped after updates',
  async (path) => {
    const page = await openSecond(path);

    // Content outside framework roots does not wait.
    expect(await page.text('#outside')).toBe('415-555-0100');
    await expect.poll(() => page.text('#call')).toBe('(415) 555-0100');
    expect(await page.attribute('#call', 'href')).toBe('tel:+14155550100');
    await expect.poll(() => page.text('#hook')).toBe('415.555.0100');
    expect(await page.complaints()).toEqual([]);

    await page.click('#more');
    await expect.poll(() => page.text('#text')).toBe('Call (415) 555-0100, caller 1.');
    await page.click('#more');
    await expect.poll(() => page.text('#late')).toBe('Really: (415) 555-0100');
    expect(await page.text('#text')).toBe('Call (415) 555-0100, caller 2.');
    expect(await page.complaints()).toEqual([]);
  },
);

test.for(['/react-marked', '/vue-marked'])(
  '%s: a root whose hydration has begun is not swapped before its end',
  async (path) => {
    const page = await openSecond(path);

    expect(await page.text('#outside')).toBe('415-555-0100');
    await expect.poll(() => page.text('#call')).toBe('(415) 555-0100');
    await expect.poll(() => page.text('#hook')).toBe('415.555.0100');
    expect(await page.complaints()).toEqual([]);
  },
);

test('a part with the name of a root is swapped while a film still loads, as nothing hydrates it; a name makes no root of the page', async () => {
  const page = await openSecond('/named');

  expect(await page.text('#outside')).toBe('415-555-0100');
  await expect.poll(() => page.text('#call')).toBe('(415) 555-0100');
  expect(await page.evaluate(() => window.swappedWhen)).toBe('interactive');
  await expect.poll(() => page.text('taxi-card >> #shadow')).toBe('(415) 555-0100');
  await expect.poll(() => page.textOfFrame('#frame')).toBe('(415) 555-0100');
});

test('the root of a framework waits until the page is loaded, as its scripts may be late', async () => {
  const page = await openSecond('/next');

  await expect.poll(() => page.text('#call')).toBe('(415) 555-0100');
  expect(await page.evaluate(() => window.swappedWhen)).toBe('complete');
});

test.for(['/react-late', '/vue-late'])(
  '%s: a part that is hydrated later shows the new number before and after, also in content only from the server',
  { tags: ['full'] },
  async (path) => {
    const page = await openSecond(path);

    await expect.poll(() => page.text('#text')).toBe('At once: (415) 555-0100');
    await expect.poll(() => page.text('#inner')).toBe('Inner: (415) 555-0100');
    await idle(page);
    expect(await page.text('#part')).toBe('Later: (415) 555-0100');
    // The framework finds a different text and renders the part again.
    await page.evaluate(() => window.arrive());
    await idle(page);
    await expect.poll(() => page.text('#part')).toBe('Later: (415) 555-0100');
  },
);

test('a page that React hydrates as a whole, long after it has loaded, is swapped afterwards', async () => {
  const page = await openSecond('/react-page');

  await expect.poll(() => page.text('#text')).toBe('Call (415) 555-0100, caller 0.');
  await expect.poll(() => page.text('#part')).toBe('Later: (415) 555-0100');
  expect(await page.text('#call')).toBe('(415) 555-0100');
  expect(await page.attribute('#call', 'href')).toBe('tel:+14155550100');
  expect(await page.attribute('#call', 'title')).toBe('Call 415-555-0100');
  expect(await page.evaluate(() => document.title)).toBe('Call 415-555-0100');
  // React found what the server had rendered.
  expect(await page.evaluate(() => window.found)).toMatch(
    /\(212\) 555-0134\s+Call \(212\) 555-0134, caller 0/,
  );
  expect(await page.complaints()).toEqual([]);
  await page.click('#more');
  await expect.poll(() => page.text('#text')).toBe('Call (415) 555-0100, caller 1.');
  expect(await page.complaints()).toEqual([]);
});

test.for(['/react-orders', '/vue-orders'])(
  '%s: order numbers, fields and excluded parts stay during hydration and updates',
  { tags: ['full'] },
  async (path) => {
    const page = await openSecond(path);
    const text = (line: number): string =>
      `Order ORD-2125550134, line ${line}Show212-555-0134, said ${line} timesMore`;

    expect(await page.text('#outside')).toBe('415-555-0100');
    await idle(page);
    expect(await page.text('main')).toBe(text(0));
    await page.click('#more');
    await expect.poll(() => page.text('main')).toBe(text(1));
    await page.type('#phone', '(212) 555-0134');
    await page.click('#more');
    await expect.poll(() => page.text('main')).toBe(`${text(2)}Late: #2125550134`);
    expect(await page.value('#phone')).toBe('(212) 555-0134');
    expect(await page.attribute('#link', 'href')).toBe('/orders/2125550134?line=2');
    expect(await page.attribute('#order', 'title')).toBe('ORD-2125550134');
    expect(await page.complaints()).toEqual([]);
  },
);
