import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files that may open a transaction: `commit`, the migrations, and the database itself. */
const OWNERS = [
  'worker/core/engine/commit/commit.ts',
  'worker/core/engine/storage/database.ts',
  'worker/core/engine/storage/migrate.ts',
];
/** Files that write without a change in the stream: indexes and caches, whose data is also in other tables. */
const INDEXES_AND_CACHES = [
  'worker/core/leads/finding/columns/chunk-loader.ts',
  'worker/core/leads/finding/duplicates/finding-pairs.ts',
  'worker/core/leads/finding/search/spoken-index.ts',
  'worker/core/leads/finding/search/timeline-index.ts',
  'worker/core/leads/record/search-index.ts',
  'worker/core/reports/facts/facts.ts',
];

test('only `attempt` rolls back parts of a write, so that the stream does not contain their changes', () => {
  expect(filesWith(/\.transaction\(/)).toEqual(OWNERS);
  expect(filesWith(/\.writeIfRoom\(/)).toEqual(INDEXES_AND_CACHES);
});

function filesWith(pattern: RegExp): string[] {
  return globSync('worker/core/**/*.ts')
    .filter((file) => pattern.test(readFileSync(file, 'utf8')))
    .toSorted((a, b) => a.localeCompare(b));
}
