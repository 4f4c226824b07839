/**
 * `npm run test:oracles`: asks the packages of carriers, ad platforms and API tools whether the product does what theirs do, and
 * compares their answers with the recorded ones, which the gate reads. `-- -u` records them again.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/oracles/**/*.oracle.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { requireAssertions: true },
  },
});
