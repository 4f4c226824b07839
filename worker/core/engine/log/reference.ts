/** Reference of the stream of changes and the audit log. */
import * as v from 'valibot';
import { anyMembers, copied, count, named, time } from '../../../shared/reference/answers.ts';
import { CHANGE_TYPES, changesQuerySchema } from '../context/stream-schema.ts';
import { auditQuerySchema } from '../context/audit-schema.ts';
import { type Operation, operationsOf, ref } from '../../../shared/reference/operation.ts';

/** An entry: the actor, the action, the subject and the time. */
const auditEntry = named(
  'AuditEntry',
  v.strictObject({
    time,
    /** `user:<id>`, `key:<id>` or `system:<name>`. */
    actor: v.string(),
    actor_name: v.exactOptional(v.string()),
    action: v.string(),
    /** For instance `user:<id>` or `settings:states`. */
    subject: v.string(),
    detail: anyMembers('The details depend on the action.'),
    request_id: v.string(),
  }),
);
export type AuditEntry = v.InferOutput<typeof auditEntry>;

export const auditAnswer = v.strictObject({
  entries: v.array(auditEntry),
  next_cursor: v.exactOptional(count),
});
export type AuditPage = v.InferOutput<typeof auditAnswer>;

/** The members of every change. */
export const changeEntries = {
  /** 1, 2, 3, ...; greater for what came later. Numbers of changes that were taken back are never given again. */
  sequence: v.pipe(v.number(), v.integer(), v.minValue(1)),
  type: v.picklist(CHANGE_TYPES),
  timestamp: time,
  /** `user:<id>`, `key:<id>` or `system:<name>`. */
  actor: v.string(),
  request_id: v.string(),
};

/**
 * A change of the stream, which is also what a webhook is sent. The features describe the data of their types: ids, facts of
 * the change, and the records themselves as they are now. A record that was deleted since is absent.
 */
const change = v.strictObject({
  ...changeEntries,
  data: v.looseObject({
    company_id: v.string(),
    lead_id: v.exactOptional(v.string()),
    event_id: v.exactOptional(v.string()),
  }),
});
export type ChangeBody = v.InferOutput<typeof change>;

/** A change in the copy of a person's data: without the records that it is about. */
const copiedChange = copied('changes', v.strictObject(changeEntries));
export type CopiedChange = v.InferOutput<typeof copiedChange>;

const COMPANY = '/companies/{company}';
const changes = operationsOf('Changes', 'user');
const audit = operationsOf('Audit log', 'user');

export const LOG_OPERATIONS: readonly Operation[] = [
  changes({
    name: 'listChanges',
    method: 'GET',
    path: `${COMPANY}/changes`,
    summary: 'The changes after a position, in order (super admin)',
    description:
      'Continue from next, even if the page is empty. The newest 1,000,000 changes are kept for 30 days; an earlier position is refused with 410 and the position to start from.',
    query: changesQuerySchema,
    answer: ref('ChangePage'),
    golden: 'stream/changes',
    problems: ['permission_denied', 'position_too_old'],
  }),
  audit({
    name: 'listAuditEntries',
    method: 'GET',
    path: `${COMPANY}/audit`,
    summary: 'The audit log: actors and their actions, newest first (super admin)',
    description: 'Kept for a year. Secrets, passwords and tokens are not in it.',
    query: auditQuerySchema,
    answer: auditAnswer,
    golden: 'stream/audit',
    problems: ['permission_denied'],
  }),
];
