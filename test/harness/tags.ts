import type { TestTagDefinition } from 'vitest/config';

/** The tags of tests, for every configuration of Vitest that runs them. */
export const TAGS: TestTagDefinition[] = [
  {
    name: 'full',
    description: 'Needs processes, sizes or time that only `npm run test:full` has.',
  },
];
