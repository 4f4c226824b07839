/** What the audit log answers, and the changes in the copy of a person's data. */
import * as v from 'valibot';
import { anyMembers, copied, count, named, time } from '../../../shared/reference/answers.ts';
import { CHANGE_TYPES } from '../context/stream-schema.ts';

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

/** A change in the copy of a person's data: without the records that it is about. */
const copiedChange = copied(
  'changes',
  v.strictObject({
    sequence: v.pipe(v.number(), v.integer(), v.minValue(1)),
    type: v.picklist(CHANGE_TYPES),
    timestamp: time,
    actor: v.string(),
    request_id: v.string(),
  }),
);
export type CopiedChange = v.InferOutput<typeof copiedChange>;
