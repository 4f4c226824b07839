/** What a person waits for when they open a part of the console. */
import { expect, test } from 'vitest';
import { sizesOfParts } from '../../build/console.ts';

/** Bytes (brotli) beyond the first screen: docs/decisions/023. */
const MOST_BYTES = 15_000;

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
});
