import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // One Worker for all tests: each test makes a company of its own (test/harness/builders.ts).
    globalSetup: ['test/harness/global-setup.ts'],
    // The machine is shared with workerd and a browser.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true, poll: { timeout: 10_000 } },
  },
});
