import type { TestTagDefinition } from 'vitest/config';

/** The tags of tests, for every configuration of Vitest that runs them. */
export const TAGS: TestTagDefinition[] = [
  {
    name: 'full',
    description: 'Takes processes, sizes or patience that `npm test` leaves to `npm run test:full`.',
  },
];
