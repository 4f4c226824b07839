import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Who may open a transaction: the one way to write, the migrations, and the database itself for what follows. */
const OWNERS = ['worker/core/commit.ts', 'worker/core/database.ts', 'worker/core/migrate.ts'];
/** Who writes without saying so: indexes and caches, which say nothing that is not elsewhere. */
const INDEXES_AND_CACHES = [
  'worker/core/columns/chunk-loader.ts',
  'worker/core/leads/lead-texts.ts',
  'worker/core/search/timeline-texts.ts',
];

test('parts of a write are taken back by `attempt` alone, so that the stream of changes does not tell of them', () => {
  expect(filesWith(/\.transaction\(/)).toEqual(OWNERS);
  expect(filesWith(/\.writeIfRoom\(/)).toEqual(INDEXES_AND_CACHES);
});

function filesWith(pattern: RegExp): string[] {
  return globSync('worker/core/**/*.ts')
    .filter((file) => pattern.test(readFileSync(file, 'utf8')))
    .toSorted((a, b) => a.localeCompare(b));
}
