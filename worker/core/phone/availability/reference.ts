/** Reference of availability. */
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';
import { availabilityAnswer } from './answer-schema.ts';
import { availabilitySchema } from './schema.ts';

const PATH = '/companies/{company}/availability';

const calls = operationsOf('Calls', 'user');

export const AVAILABILITY_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'listAwayUsers',
    method: 'GET',
    path: PATH,
    summary: 'Users who are not available for calls now',
    answer: availabilityAnswer,
    golden: 'calls/availability',
  }),
  calls({
    name: 'setUserAvailability',
    method: 'PUT',
    path: `${PATH}/{user}`,
    summary: 'Say whether a user is available for calls, and until when not',
    description:
      'Users set their own; managers and super admins anybody’s. The phones of a user who is not available do not ring.',
    body: availabilitySchema,
    answer: availabilityAnswer,
    golden: 'calls/set-availability',
    problems: ['permission_denied', 'not_found', 'invalid_parameter'],
  }),
];
