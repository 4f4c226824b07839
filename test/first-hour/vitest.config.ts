/** `npm run test:first-hour`: the first steps of newcomers, in a fresh clone. Needs the npm registry, and Debian's packages for WordPress. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/first-hour/**/*.first-hour.ts'],
    globalSetup: ['test/first-hour/fresh-clone.ts'],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
  },
});
