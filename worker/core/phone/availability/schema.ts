/** The body that sets whether a user is available. */
import * as v from 'valibot';
import { momentSchema } from '../../engine/times/moments.ts';

export const availabilitySchema = v.strictObject({
  /** Whether the user's phones ring. */
  available: v.boolean(),
  /** When a user who is not available is back. By default when they say so. */
  until: v.optional(v.nullable(momentSchema), null),
});
