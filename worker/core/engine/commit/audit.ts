/** Writes and lists the audit log, which is kept for the time in the company's options. */
import { actorId, nameOf, userOf } from '../context/actors.ts';
import type { AgedRows } from '../context/aged-rows.ts';
import type { RequestContext } from '../context/request-context.ts';
import type { Database } from '../storage/database.ts';
import { AS_IS, json, Table } from '../storage/table.ts';
import type { AuditEntry, AuditQuery, AuditRecord } from '../context/audit-schema.ts';

/** The entries by age. */
export const AUDIT_ENTRIES: AgedRows = {
  table: 'audit',
  key: 'audit_number',
  time: 'audit_time',
};

/** Longest JSON of an entry's details; longer ones are replaced by `{"omitted":true}`. */
const MAX_DETAIL_LENGTH = 50_000;

/** Members whose values are replaced, because they are secrets. */
const SECRETS = new Set(['secret', 'secrets', 'password', 'token', 'key']);

const AUDIT = new Table<AuditRecord>('audit', {
  auditNumber: AS_IS,
  auditTime: AS_IS,
  actor: AS_IS,
  actorName: AS_IS,
  requestId: AS_IS,
  action: AS_IS,
  subject: AS_IS,
  detail: json(),
});
const PAGE = AUDIT.select(
  `WHERE (?1 = '' OR actor = ?1) AND (?2 = '' OR substr(action, 1, length(?2)) = ?2) AND (?3 = '' OR subject = ?3)
     AND audit_time >= ?4 AND audit_time < ?5 AND audit_number < ?6
   ORDER BY audit_number DESC LIMIT ?7`,
);

/** Writes entries in the transaction of the change that they describe. */
export function writeAudit(context: RequestContext, entries: readonly AuditEntry[]): void {
  for (const { action, subject, detail } of entries) {
    const text = JSON.stringify(detail ?? {}, withoutSecrets);
    context.database.run(
      `INSERT INTO audit (audit_time, actor, actor_name, request_id, action, subject, detail, user_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      context.now,
      actorId(context.actor),
      nameOf(context.actor),
      context.requestId,
      action,
      subject,
      text.length > MAX_DETAIL_LENGTH ? '{"omitted":true}' : text,
      userOf(context.actor)?.userId ?? null,
    );
  }
}

/** Lists a page of the log, newest first, with the position of the next page. */
export function listAudit(
  database: Database,
  { actor, action, subject, from, to, cursor, limit }: AuditQuery,
): { entries: AuditRecord[]; next: number | undefined } {
  const found = AUDIT.all(
    database,
    PAGE,
    actor,
    action,
    subject,
    from ?? 0,
    to ?? Number.MAX_SAFE_INTEGER,
    cursor ?? Number.MAX_SAFE_INTEGER,
    limit + 1,
  );
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? entries.at(-1)?.auditNumber : undefined };
}

/** Lists the subjects of entries of an action whose details name a user. */
export function subjectsNaming(database: Database, action: string, userId: string): string[] {
  return database
    .all<{ subject: string }>(
      "SELECT DISTINCT subject FROM audit WHERE action = ? AND detail ->> 'user_id' = ?",
      action,
      userId,
    )
    .map(({ subject }) => subject);
}

/** Deletes the name of a user from their entries, and the details of the entries about these subjects. */
export function eraseFromAudit(database: Database, userId: string, subjects: readonly string[]): void {
  database.run(
    "UPDATE audit SET detail = '{}' WHERE subject IN (SELECT value FROM json_each(?))",
    JSON.stringify(subjects),
  );
  database.run("UPDATE audit SET actor_name = '' WHERE user_id = ?", userId);
}

/** Replaces the values of members that are secrets, at every depth. */
function withoutSecrets(member: string, value: unknown): unknown {
  return SECRETS.has(member) && value !== null ? '[secret]' : value;
}
