/** The route of the audit log: `GET /companies/<uuid>/audit`. */
import type { AuditEntry, AuditPage } from './reference.ts';
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { requireRole } from '../http/rights.ts';
import type { CoreApp } from '../context/company-context.ts';
import { writeMoment } from '../times/moments.ts';
import { listAudit } from '../commit/audit.ts';
import { auditQuerySchema } from '../context/audit-schema.ts';

export const auditRoutes = new Hono<CoreApp>();

/** Lists the entries of the audit log for super admins, newest first: `{entries, next_cursor?}`. */
auditRoutes.get('/', requireRole('superadmin'), (c) => {
  const query = parse(auditQuerySchema, c.req.query(), 'parameters');
  const { entries, next } = listAudit(c.env.company.database, query);
  return c.json({
    entries: entries.map((entry): AuditEntry => ({
      time: writeMoment(entry.auditTime),
      actor: entry.actor,
      ...(entry.actorName === '' ? {} : { actor_name: entry.actorName }),
      action: entry.action,
      subject: entry.subject,
      detail: entry.detail,
      request_id: entry.requestId,
    })),
    ...(next === undefined ? {} : { next_cursor: next }),
  } satisfies AuditPage);
});
