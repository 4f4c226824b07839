/** What the audit log answers. */
import * as v from 'valibot';
import { anyMembers, count, named, time } from '../../../shared/reference/answers.ts';

/** Who did what, and when. */
const auditEntry = named(
  'AuditEntry',
  v.strictObject({
    time,
    /** `user:<id>`, `key:<id>` or `system:<name>`. */
    actor: v.string(),
    actor_name: v.exactOptional(v.string()),
    action: v.string(),
    /** `user:<id>`, `settings:states` and the like. */
    subject: v.string(),
    detail: anyMembers('What there is to tell depends on the action.'),
    request_id: v.string(),
  }),
);
export type AuditEntry = v.InferOutput<typeof auditEntry>;

export const auditAnswer = v.strictObject({
  entries: v.array(auditEntry),
  next_cursor: v.exactOptional(count),
});
export type AuditPage = v.InferOutput<typeof auditAnswer>;
