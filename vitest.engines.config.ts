import { defineConfig } from 'vitest/config';

/** The engines beside Chromium, in which `npm test` runs the same files. */
const ENGINES = ['firefox', 'webkit'];

export default defineConfig({
  test: {
    globalSetup: ['test/harness/global-setup.ts'],
    maxWorkers: 3,
    // The files of a worker share the browser, which takes longer to start than most of them to run.
    isolate: false,
    // An upper bound for a busy machine, not an expectation.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true, poll: { timeout: 10_000 } },
    projects: ENGINES.map((engine) => ({
      extends: true,
      test: {
        name: engine,
        include: ['test/widget/scenarios/**/*.test.ts', 'test/demo/*.engines.ts'],
        // Only Chromium prerenders pages.
        exclude: ['test/widget/scenarios/prerender/**'],
        env: { LEADLINE_ENGINE: engine },
      },
    })),
  },
});
