/** What is beside the script: the debug panel, and the modules for bundlers. */
import { build } from 'esbuild';
import { expect, inject, test } from 'vitest';
import { send } from '../../../harness/client.ts';
import { openReady, ready } from '../../../harness/site.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { useScene } from '../../scene.ts';

const scene = useScene(import.meta.dirname);

test('?leadline_debug says what was swapped, and why the rest was not', async () => {
  const page = await scene.open('/page.html?leadline_debug');
  const panel = page.locator('leadline-debug');

  await expect.poll(() => panel.locator('h2').textContent()).toBe('Leadline: 2 of 4 places swapped');
  const rows = await panel.locator('tr').allTextContents();
  expect(rows).toContain('Sourcedirect');
  expect(rows).toContain('Number+14155550100');
  expect(rows.filter((row) => row.includes('code'))).toEqual([`code${TARGET}left alone: inside code`]);
  expect(rows.find((row) => row.includes('ORD-'))).toContain('a part of something longer');
  expect(await page.locator('#call').textContent()).toBe(DIRECT);
});

test('the panel fits a screen of 320 pixels, and breaks none of its labels', async () => {
  const page = await scene.open('/page.html?leadline_debug');
  await page.setViewportSize({ width: 320, height: 640 });
  const panel = page.locator('leadline-debug');
  await expect.poll(() => panel.locator('.swapped').count()).toBe(2);
  const lines = await panel.locator('.fact td:first-child').evaluateAll((labels) =>
    labels.map((label) => {
      const range = document.createRange();
      range.selectNodeContents(label);
      return range.getClientRects().length;
    }),
  );
  const box = await panel.boundingBox();

  expect(lines).toEqual([1, 1, 1, 1, 1]);
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  expect(await panel.evaluate((host) => host.scrollWidth - host.clientWidth)).toBe(0);
});

test('without it there is no panel, and no request for one', async () => {
  const context = await scene.visit();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const page = await openReady(context, `${scene.site.origin}/page.html`);
  await page.waitForLoadState('load');

  expect(asked.filter((path) => path.startsWith('/dni/'))).toEqual([
    '/dni/leadline.js',
    `/dni/swap/${scene.companyId}`,
  ]);
  expect(await page.locator('leadline-debug').count()).toBe(0);
});

test('a bundle that imports leadline/widget starts as the tag does', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { start } from './dist/package/widget.js'; start({ endpoint: '${inject('workerUrl')}', company: '${scene.companyId}' });`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'iife',
    write: false,
  });
  scene.site.put('/bundle.js', {
    headers: { 'Content-Type': 'text/javascript' },
    body: outputFiles[0]?.text ?? '',
  });
  const page = await (await scene.visit()).newPage();
  await page.goto(`${scene.site.origin}/bundle.html`);
  await ready(page);

  expect(await page.locator('#call').textContent()).toBe(DIRECT);
});

test('the manifest names a file that never changes, and the script one that does', async () => {
  const manifest = (await (await send('/dni/leadline.json')).json()) as { file: string };
  const pinned = await send(manifest.file);
  const current = await send('/dni/leadline.js');

  expect(pinned.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(current.headers.get('Cache-Control')).toContain('max-age=3600');
  expect(current.headers.get('ETag')).not.toBeNull();
  expect(await pinned.text()).toBe(await current.text());
});
