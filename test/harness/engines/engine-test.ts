/** One browser of the engine that a run is for, for all the tests of a process: Firefox takes seconds to start. */
import { test as base } from 'vitest';
import { startEngine } from './engine.ts';

export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures these need.
  .extend('engine', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const engine = await startEngine();
    onCleanup(() => engine.close());
    return engine;
  })
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures these need.
  .extend('wholeEngine', { scope: 'file' }, async ({}, { onCleanup }) => {
    const engine = await startEngine({ isWholeBrowser: true });
    onCleanup(() => engine.close());
    return engine;
  });
