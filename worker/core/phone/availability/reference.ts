/** Reference of availability. */
import * as v from 'valibot';
import { id, named, time } from '../../../shared/reference/answers.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';
import { availabilitySchema } from './schema.ts';

/** A user who is not available for calls. `until` is null if they come back without notice. */
const awayUser = named(
  'AwayUser',
  v.strictObject({ user_id: id, name: v.string(), since: time, until: v.nullable(time) }),
);
export type AwayUser = v.InferOutput<typeof awayUser>;

/** The users who are not available now, the latest first. */
export const availabilityAnswer = v.strictObject({ away: v.array(awayUser) });
export type AvailabilityBody = v.InferOutput<typeof availabilityAnswer>;

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
