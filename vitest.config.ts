import { defineConfig } from 'vitest/config';
import { TAGS } from './test/harness/tags.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    tags: TAGS,
    strictTags: true,
    // A Worker for each process of tests: each test makes a company of its own (test/harness/builders.ts).
    globalSetup: ['test/harness/global-setup.ts'],
    // For two cores, which they share with workerd and browsers: a test often waits for a clock.
    maxWorkers: 3,
    // The files of a worker share what they import, which takes longer to load than most of them to run.
    isolate: false,
    // An upper bound for a busy machine, not an expectation.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
  },
});
