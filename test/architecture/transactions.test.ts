import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Who may open a transaction: the one way to write, the migrations, and an index that says nothing of itself. */
const OWNERS = ['worker/core/commit.ts', 'worker/core/migrate.ts', 'worker/core/search/timeline-texts.ts'];

test('parts of a write are taken back by `attempt` alone, so that the stream of changes does not tell of them', () => {
  const owners = globSync('worker/core/**/*.ts')
    .filter((file) => /\.transaction\(/.test(readFileSync(file, 'utf8')))
    .toSorted((a, b) => a.localeCompare(b));
  expect(owners).toEqual(OWNERS);
});
