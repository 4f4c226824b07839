/** The tests of `npm run mutants` in its copy: the usual ones, with only the bundle built again. */
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { NearestFirst } from './nearest-first.ts';

export default defineConfig({
  test: {
    ...base.test,
    root: new URL('../..', import.meta.url).pathname,
    // Each process starts its own Worker for every fault.
    maxWorkers: 2,
    globalSetup: ['test/mutants/global-setup.ts'],
    sequence: { sequencer: NearestFirst },
  },
});
