/** The answer about users who are not available. */
import * as v from 'valibot';
import { id, named, time } from '../../../shared/reference/answers.ts';

/** A user who is not available for calls. `until` is null if they come back without notice. */
const awayUser = named(
  'AwayUser',
  v.strictObject({ user_id: id, name: v.string(), since: time, until: v.nullable(time) }),
);
export type AwayUser = v.InferOutput<typeof awayUser>;

/** The users who are not available now, the latest first. */
export const availabilityAnswer = v.strictObject({ away: v.array(awayUser) });
export type AvailabilityBody = v.InferOutput<typeof availabilityAnswer>;
