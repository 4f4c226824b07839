/** Reference of the caller's sign-ins. */
import * as v from 'valibot';
import { TOKEN_KINDS } from '../../../accounts/token-requests.ts';
import { id, named, time } from '../../../shared/reference/answers.ts';
import { type Operation, exactly, operationsOf, text } from '../../../shared/reference/operation.ts';

export const sessionAnswer = named(
  'Session',
  v.strictObject({
    session_id: id,
    /** `session`: the console; `token`: a program. */
    kind: v.picklist(TOKEN_KINDS),
    device: v.string(),
    created_time: time,
    last_used_time: v.nullable(time),
    expires_time: time,
    is_current: v.boolean(),
  }),
);
export type SessionBody = v.InferOutput<typeof sessionAnswer>;

const AT = '/me/sessions';
const signIns = operationsOf('Sign-in', 'user');

export const SESSION_OPERATIONS: readonly Operation[] = [
  signIns({
    name: 'listSessions',
    method: 'GET',
    path: AT,
    summary: "The caller's sign-ins to the company that are valid, newest first",
    description:
      'kind is session for the console and token for programs. device names the browser or program; it is empty if unknown. last_used_time is recorded once an hour, and null before. Nothing of the network is stored.',
    answer: v.array(sessionAnswer),
    golden: 'people/sessions',
    problems: ['permission_denied'],
  }),
  signIns({
    name: 'revokeSession',
    method: 'POST',
    path: `${AT}/{session}/revoke`,
    summary: 'End a sign-in at once',
    answer: exactly({ status: text }),
    golden: 'people/revoke-session',
    problems: ['permission_denied', 'not_found'],
  }),
  signIns({
    name: 'revokeOtherSessions',
    method: 'POST',
    path: `${AT}/revoke_others`,
    summary: 'End all sign-ins but that of the request',
    description: 'The access tokens of programs end too; API keys stay.',
    answer: exactly({ status: text }),
    golden: 'people/revoke-other-sessions',
    problems: ['permission_denied'],
  }),
];
