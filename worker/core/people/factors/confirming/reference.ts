/** Reference of proving again who one is. */
import * as v from 'valibot';
import { named } from '../../../../shared/reference/answers.ts';
import { requestOptionsAnswer } from '../passkeys/reference.ts';
import { type Operation, exactly, operationsOf, text } from '../../../../shared/reference/operation.ts';
import { confirmationSchema } from './schema.ts';

export const confirmationAnswer = named(
  'ConfirmationWays',
  v.strictObject({
    password: v.nullable(v.picklist(['alone', 'with_code'])),
    passkey: v.exactOptional(requestOptionsAnswer),
  }),
);
export type ConfirmationBody = v.InferOutput<typeof confirmationAnswer>;

const signIns = operationsOf('Sign-in', 'user');

export const CONFIRMATION_OPERATIONS: readonly Operation[] = [
  signIns({
    name: 'startConfirmation',
    method: 'POST',
    path: '/me/confirmation/begin',
    summary: 'How the caller can prove again who they are',
    keyless: true,
    answer: confirmationAnswer,
    golden: 'people/start-confirmation',
    problems: ['permission_denied', 'operator_token_unset', 'service_unavailable'],
  }),
  signIns({
    name: 'acceptConfirmation',
    method: 'POST',
    path: '/me/confirmation',
    summary: 'Prove again who one is, with a password or a passkey',
    description:
      'The session may then change how the caller signs in, for ten minutes. Whoever has an authenticator app adds code to the password; whoever has passkeys and no app uses a passkey. A session that began with the password alone then counts as one with two factors.',
    body: confirmationSchema,
    answer: exactly({ status: text }),
    golden: 'people/accept-confirmation',
    problems: [
      'permission_denied',
      'wrong_password',
      'wrong_code',
      'passkey_refused',
      'confirmation_required',
      'rate_limited',
      'service_unavailable',
    ],
  }),
];
