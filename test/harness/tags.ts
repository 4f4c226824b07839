import type { TestTagDefinition } from 'vitest/config';

/** The tags of tests, for every configuration of Vitest that runs them. */
export const TAGS: TestTagDefinition[] = [
  {
    name: 'full',
    description: 'Needs processes, sizes or time that only `npm run test:full` has.',
  },
  {
    name: 'one-engine',
    description:
      'Scenarios of the widget in which the engines do not differ: `npm run test:engines` leaves them out.',
  },
];
