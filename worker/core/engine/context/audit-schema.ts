/** The entries of the audit log and its query. */
import * as v from 'valibot';
import { numberCursorSchema } from './parameters.ts';
import { momentSchema } from '../times/moments.ts';

/** An entry as a change reports it. Secret values are removed. */
export interface AuditEntry {
  /** The action, for instance `user.changed`. */
  action: string;
  /** The object of the action, for instance `user:<id>`. */
  subject: string;
  /** The state before and after, and other details of the action. */
  detail?: Record<string, unknown>;
}

/** A stored entry. */
export interface AuditRecord extends Required<AuditEntry> {
  auditNumber: number;
  /** Milliseconds since the epoch. */
  auditTime: number;
  /** `user:<id>` or `system:<name>`. */
  actor: string;
  /** The name at that time. */
  actorName: string;
  requestId: string;
}

const MAX_ENTRIES = 200;
const DEFAULT_ENTRIES = 50;

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxCodePoints(200)), '');

/** The query of the audit log, newest entry first: of one actor, action (or its beginning, `user.`) or subject. */
export const auditQuerySchema = v.object({
  actor: text,
  action: text,
  subject: text,
  from: v.optional(momentSchema),
  to: v.optional(momentSchema),
  /** The `next_cursor` of the previous page. */
  cursor: numberCursorSchema,
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, `Write a number from 1 to ${MAX_ENTRIES}.`),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(MAX_ENTRIES, `Ask for at most ${MAX_ENTRIES} entries.`),
    ),
    String(DEFAULT_ENTRIES),
  ),
});
export type AuditQuery = v.InferOutput<typeof auditQuerySchema>;
