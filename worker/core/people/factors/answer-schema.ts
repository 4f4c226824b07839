/** The forms of second factors in answers. */
import * as v from 'valibot';
import { count, id, named, time } from '../../../shared/reference/answers.ts';

/** The caller's second factor. */
export const ownFactorAnswer = named(
  'OwnSecondFactor',
  v.strictObject({
    /** Since when the caller signs in with two factors; null for one. */
    since_time: v.nullable(time),
    recovery_codes_left: v.number(),
    passkeys: count,
    /** Whether the company requires two factors. */
    is_required: v.boolean(),
  }),
);
export type OwnFactorBody = v.InferOutput<typeof ownFactorAnswer>;

/** The secret of a second factor that is being set up. Absent when a write is repeated. */
export const factorSetupAnswer = named(
  'SecondFactorSetup',
  v.strictObject({ secret: v.exactOptional(v.string()), uri: v.exactOptional(v.string()) }),
);
export type FactorSetupBody = v.InferOutput<typeof factorSetupAnswer>;

/** New recovery codes. Absent when a write is repeated. */
export const recoveryCodesAnswer = named(
  'RecoveryCodes',
  v.strictObject({ recovery_codes: v.exactOptional(v.array(v.string())) }),
);
export type RecoveryCodesBody = v.InferOutput<typeof recoveryCodesAnswer>;

/** A user who signs in with two factors or with a passkey. */
export const userFactorAnswer = named(
  'UserSecondFactor',
  v.strictObject({ user_id: id, since_time: v.nullable(time), passkeys: count }),
);
export type UserFactorBody = v.InferOutput<typeof userFactorAnswer>;
