/** The tests of `npm run mutants`: the usual ones, in the order of the command. */
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { NearestFirst } from './nearest-first.ts';

export default defineConfig({
  plugins: base.plugins ?? [],
  test: {
    ...base.test,
    root: new URL('../..', import.meta.url).pathname,
    sequence: { sequencer: NearestFirst },
  },
});
