/** `npm run test:installs`: slow tests that install frameworks and WordPress from their registries. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/installs/**/*.install.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
  },
});
