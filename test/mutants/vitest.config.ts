/** The tests of `npm run mutants` in its copy: the usual ones, in one project, with only the bundle built again. */
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { NearestFirst } from './nearest-first.ts';

const { projects: _, ...shared } = base.test ?? {};

export default defineConfig({
  test: {
    ...shared,
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    // Each process starts its own Worker for every fault.
    maxWorkers: 2,
    globalSetup: ['test/mutants/global-setup.ts'],
    sequence: { sequencer: NearestFirst },
  },
});
