import { defineConfig } from 'vitest/config';
import { TAGS } from './test/harness/tags.ts';

/** The engines beside Chromium, in which `npm test` runs the same files. */
const ENGINES = ['firefox', 'webkit'];

/** Scenarios in which the engines have differed, or may: what `npm run test:engines` runs in the gate. */
const TELLING = [
  'back-forward',
  'changes',
  'form-leads',
  'from-disk',
  'interface',
  'leases',
  'links',
  'paint',
  'parts',
  'shadow-and-frames',
  'split-numbers',
];

const isFull = process.env['LEADLINE_TESTS'] === 'full';

export default defineConfig({
  test: {
    tags: TAGS,
    ...(isFull ? {} : { tagsFilter: ['!full && !one-engine'] }),
    strictTags: true,
    globalSetup: ['test/harness/global-setup.ts'],
    maxWorkers: 3,
    // The files of a worker share the browser, which takes longer to start than most of them to run.
    isolate: false,
    // An upper bound for a busy machine, not an expectation.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    projects: ENGINES.map((engine) => ({
      extends: true,
      test: {
        name: engine,
        include: isFull
          ? ['test/widget/scenarios/**/*.test.ts', 'test/demo/*.engines.ts']
          : TELLING.map((name) => `test/widget/scenarios/${name}/*.test.ts`),
        // Only Chromium prerenders pages.
        exclude: ['test/widget/scenarios/prerender/**'],
        env: { LEADLINE_ENGINE: engine },
      },
    })),
  },
});
