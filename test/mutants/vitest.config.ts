/** What `npm run mutants` runs in its copy of the tree: the usual tests, on a bundle alone, since nothing else of the build changes. */
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

export default defineConfig({
  test: {
    ...base.test,
    root: new URL('../..', import.meta.url).pathname,
    // A Worker for each process has to start at every fault.
    maxWorkers: 2,
    globalSetup: ['test/mutants/global-setup.ts'],
  },
});
