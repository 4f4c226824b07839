/** Scripts pinned by hash work with every later version. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type WidgetManifest, buildWidget } from '../../../../build/widget.ts';
import { setUpScenario } from '../../scenario.ts';
import { DIRECT } from '../../site-company.ts';
import { workerUrl } from '../../../harness/worker-url.ts';

const RELEASES = 'widget/releases';
const released = Object.entries(
  JSON.parse(readFileSync(`${RELEASES}/integrity.json`, 'utf8')) as Record<string, string>,
);
const scenario = setUpScenario(import.meta.dirname);
const deploy = mkdtempSync(join(tmpdir(), 'leadline-deploy-'));
let manifest: WidgetManifest;
beforeAll(async () => {
  manifest = await buildWidget(deploy, '99.0.0');
});
afterAll(() => rmSync(deploy, { recursive: true, force: true }));

test('there are released files, and each has its hash in the list', () => {
  const files = readdirSync(RELEASES).filter((name) => name.endsWith('.js'));

  expect(released.length).toBeGreaterThan(0);
  expect(files.sort()).toEqual(released.map(([file]) => file).sort());
});

test.for(released)('%s is in the build of a later version byte for byte, cached forever', (release) => {
  const [file, integrity] = release;
  const script = readFileSync(`${deploy}/dni/${file}`);

  expect(manifest.file).toMatch(/^\/dni\/leadline-99\.0\.0-/);
  expect(`sha384-${createHash('sha384').update(script).digest('base64')}`).toBe(integrity);
  expect(readFileSync(`${deploy}/_headers`, 'utf8')).toContain(
    `/dni/${file}\n  Cache-Control: public, max-age=31536000, immutable\n`,
  );
});

test.for(released)('a page that pinned %s is swapped after a later deploy', async (release) => {
  const [file, integrity] = release;
  scenario.site.put(
    '/pinned',
    scenario.html('page.html').replace('FILE', file).replace('INTEGRITY', integrity),
  );
  const page = await scenario.open('/pinned');

  expect(await page.text('#call')).toBe(DIRECT);
});

test.for(released)('the edge serves %s with the pinned bytes', async (release) => {
  const [file, integrity] = release;
  const response = await fetch(`${workerUrl()}/dni/${file}`);
  const script = Buffer.from(await response.arrayBuffer());

  expect(`sha384-${createHash('sha384').update(script).digest('base64')}`).toBe(integrity);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
});
