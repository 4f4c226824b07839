/** What no script may change: code, what visitors type, what machines read, and what the site excludes. */
import { expect, test } from 'vitest';
import { findFaults, openSwapped } from '../../pages.ts';
import { useScene } from '../../scene.ts';

const scene = useScene(import.meta.dirname);

test('what stands around and between excluded parts is swapped, what only sounds excluded too', async () => {
  const page = await openSwapped(scene, '/page.html');

  expect(await findFaults(page)).toEqual([]);
});

test('structured data, code, fields and excluded parts stay', async () => {
  const page = await openSwapped(scene, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});

test('what the visitor has typed stays, before the plan and after it', async () => {
  const page = await openSwapped(scene, '/does-not.html');
  await page.type('#typed', '212-555-0134');
  await page.type('#written', 'Call me: 212-555-0134');
  await page.evaluate(() => void window.leadline.swap());

  expect(await page.value('#typed')).toBe('212-555-0134');
  expect(await page.value('#written')).toBe('Call me: 212-555-0134');
});
