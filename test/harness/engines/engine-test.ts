/** Provides one browser of the tested engine for all tests of a process, since Firefox takes seconds to start. */
import { test as base } from 'vitest';
import { startEngine } from './engine.ts';

export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from the pattern.
  .extend('engine', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const engine = await startEngine();
    onCleanup(() => engine.close());
    return engine;
  })
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from the pattern.
  .extend('wholeEngine', { scope: 'file' }, async ({}, { onCleanup }) => {
    const engine = await startEngine({ isWholeBrowser: true });
    onCleanup(() => engine.close());
    return engine;
  });
