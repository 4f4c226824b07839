/** The limits: docs/limits.md has those that users and clients meet, as they are in the sources. */
import { expect, test } from 'vitest';
import { limitsDocument, valueOf } from './limits-table.ts';

// `npm run test:one -- docs limits -u` writes it again.
test('docs/limits.md has the limits that users meet, with the values of the sources', async () => {
  await expect(limitsDocument()).toMatchFileSnapshot('../../docs/limits.md');
});

test.for([
  ['MAX_BODY_BYTES', 'shared/http/input.ts', 1024 * 1024],
  ['LOAD_MS', 'visits/pools/pool.ts', 14 * 24 * 3_600_000],
] as const)('%s of %s is read from its expression', ([name, file, value]) => {
  expect(valueOf(name, file)).toBe(value);
});

test('a constant that is not in its file is an error', () => {
  expect(() => valueOf('NO_SUCH_LIMIT', 'shared/http/input.ts')).toThrow('no number NO_SUCH_LIMIT');
});
