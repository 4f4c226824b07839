/** The entries of the audit log and its query. */
import * as v from 'valibot';
import { numberCursorSchema } from './parameters.ts';
import { momentSchema } from '../times/moments.ts';

/** The actions of the audit log. The console has words for each. */
export const AUDIT_ACTIONS = [
  'api_key.created',
  'api_key.revoked',
  'bulk.cancelled',
  'bulk.done',
  'bulk.started',
  'bulk.undoing',
  'bulk.undone',
  'calls.exported',
  'calls_abroad.limited',
  'company.added',
  'company.allowance_changed',
  'costs.import_taken_back',
  'costs.removed',
  'costs.saved',
  'index.cleared',
  'invitation.accepted',
  'invitation.created',
  'invitation.renewed',
  'invitation.withdrawn',
  'lead.copied',
  'lead.duplicate_dismissed',
  'lead.duplicate_restored',
  'lead.erased',
  'lead.removed',
  'lead.restored',
  'leads.exported',
  'media.erased',
  'media.not_erased',
  'number.cap_changed',
  'number.held_elsewhere',
  'number.imported',
  'number.kept',
  'number.mended',
  'number.moved',
  'number.ordered',
  'number.put_back',
  'number.quarantined',
  'opt_out.added',
  'opt_out.lifted',
  'passkey.added',
  'passkey.copied',
  'passkey.removed',
  'passkeys.reset',
  'purged',
  'record.removed',
  'recording.erased',
  'recording.not_erased',
  'refused',
  'report.confirmed',
  'report.left',
  'report.sent',
  'second_factor.recovery_code_used',
  'second_factor.refused',
  'second_factor.reset',
  'second_factor.turned_off',
  'second_factor.turned_on',
  'session.ended',
  'session.others_ended',
  'settings.changed',
  'settings.copied',
  'sign_in.refused',
  'texts.exported',
  'token.issued',
  'transcript.deleted',
  'transcript.replaced',
  'user.available',
  'user.away',
  'user.changed',
  'user.created',
  'user.erased',
  'user.invitation_accepted',
  'user.mail_ended',
  'user.password_changed',
  'user.password_link_made',
  'user.signed_in',
  'webhook.replayed',
  'webhook.secret_rotated',
  'webhook.unsubscribed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An entry as a change reports it. Secret values are removed. */
export interface AuditEntry {
  /** The action, for instance `user.changed`. */
  action: AuditAction;
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
