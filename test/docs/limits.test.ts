/** The limits: docs/limits.md has the sizes, counts and times of the Worker as they are in its sources. */
import { expect, test } from 'vitest';
import { limitsDocument, limitsOfSources } from './limits-table.ts';

const limits = limitsOfSources();

test('docs/limits.md lists the limits of the Worker with their values', async () => {
  expect(limits.length).toBeGreaterThan(400);
  await expect(limitsDocument(limits)).toMatchFileSnapshot('../../docs/limits.md');
});

test.for([
  ['MAX_BODY_BYTES', 'worker/shared/http/input.ts', [1024 * 1024]],
  ['RETRY_WAITS_MS', 'worker/edge/carriers/routes.ts', [1_000, 3_000, 8_000, 15_000]],
  ['COMMON_BYTES', 'worker/core/engine/storage/database.ts', [9_968_000_000]],
  ['LOAD_MS', 'worker/visits/pools/pool.ts', [14 * 24 * 3_600_000]],
] as const)('%s of %s is read from its expression', ([name, file, values]) => {
  const found = limits.find((limit) => limit.name === name && limit.file === file);

  expect(found?.values).toEqual(values);
});
