/** How somebody can confirm who they are. */
import * as v from 'valibot';
import { named } from '../../../../shared/reference/answers.ts';
import { requestOptionsAnswer } from '../passkeys/answer-schema.ts';

export const confirmationAnswer = named(
  'ConfirmationWays',
  v.strictObject({
    password: v.nullable(v.picklist(['alone', 'with_code'])),
    passkey: v.exactOptional(requestOptionsAnswer),
  }),
);
export type ConfirmationBody = v.InferOutput<typeof confirmationAnswer>;
