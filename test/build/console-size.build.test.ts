/** What a person waits for when they open a part of the console. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sizesOfParts } from '../../build/console.ts';

/** Bytes (brotli) beyond the first screen: docs/decisions/023. */
const MOST_BYTES = 15_000;
/** Bytes (brotli) of the first screen's script with the modules that it imports. */
const MOST_BYTES_OF_FIRST = 30_000;

test('no screen, section or dialog of the console loads more than 15 kB beyond the first screen', async () => {
  const sizes = await sizesOfParts('dist/tables');

  expect([...sizes.keys()]).toEqual(
    expect.arrayContaining([
      'console/screens/home/screen.tsx',
      'console/screens/company/webhooks/webhook-list.tsx',
      'console/screens/numbers/paste/paste.tsx',
    ]),
  );
  expect(Math.min(...sizes.values())).toBeGreaterThan(100);
  expect([...sizes].filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([]);
  // Nothing of the screens, and no other page of people who are not signed in.
  expect(sizes.get('console/frame/welcome/welcome.tsx')).toBeLessThan(6_000);
});

test('the page requests with its script the modules that the script imports, not one after the other', () => {
  const { version, html } = JSON.parse(readFileSync('dist/tables/console.json', 'utf8')) as {
    version: string;
    html: string;
  };
  const folder = `/console/assets/${version}`;
  const script = /<script[^>]* src="([^"]+)"/.exec(html)?.[1] ?? '';
  const preloaded = Array.from(
    html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g),
    ([, href = '']) => href,
  );

  const seen = new Set([script]);
  for (const path of seen) {
    const text = readFileSync(`dist/assets${path}`, 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:^|[;}])import(?:[^;"'(]*from)?"\.\/([^"]+)"/g)) {
      seen.add(`${folder}/${name}`);
    }
  }
  expect(seen.size).toBeGreaterThan(1);
  expect([script, ...preloaded].toSorted()).toEqual([...seen].toSorted());
  // Shared modules that the bundler takes out of the script are still waited for.
  const bytes = [...seen].map((path) => brotliCompressSync(readFileSync(`dist/assets${path}`)).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST_BYTES_OF_FIRST);
});
