/** The form of a sign-in in answers. */
import * as v from 'valibot';
import { TOKEN_KINDS } from '../../../accounts/token-requests.ts';
import { id, named, time } from '../../../shared/reference/answers.ts';

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
