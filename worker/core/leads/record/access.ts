/** Decides which leads a user may read and change (one right for both), and finds the lead for an id in a path. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { createMiddleware } from 'hono/factory';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { asId } from '../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { checkIfMatch } from '../../engine/http/answers.ts';
import { contentTag, leadContent } from './lead-bodies.ts';
import { findLead, findSurvivor } from './lead-store.ts';
import { serves, serversOfWithheld } from './serving.ts';
import type { LeadRecord } from './schema.ts';
import { type ActingUser, userOf } from '../../engine/context/actors.ts';
import type { SqlValue } from '../../engine/storage/database.ts';
import { type CompanySettings, settingsOf } from '../../company/settings/settings.ts';

/** The path of one lead below `/companies/<uuid>/leads`. Other words in this place are operations. */
export const LEAD = '/:lead{[\\da-fA-F-]{36}}';

/** A condition on a row of `leads`, with the values it binds. */
export interface Condition {
  sql: string;
  values: SqlValue[];
}

/** The leads that an agent may work on. Other roles have no limits. */
export interface LeadScope {
  /** The user sees their own leads, in any group. */
  userId: string;
  groupId: string;
  /** Whether the user sees all leads of their group or only the unassigned ones. */
  seesWholeGroup: boolean;
}

/**
 * Returns the lead with the id `idText` or, when it was merged, the lead that it was merged into.
 * @throws Problem `not_found` when there is none, `permission_denied` when the caller may not see it
 */
export function readableLead(context: RequestContext, idText: string): LeadRecord {
  const leadId = asId(idText);
  const lead =
    leadId === undefined
      ? undefined
      : (findLead(context.database, leadId) ?? findSurvivor(context.database, leadId));
  if (lead === undefined) throw notFound();
  if (mayWorkOn(context, lead) || serves(context, userOf(context.actor)?.userId ?? '', lead)) return lead;
  throw new Problem('permission_denied', 'You have no rights on this lead.');
}

/**
 * Refuses a call or text without a lead to agents, except one from a withheld number, for those who serve it.
 * @throws Problem `permission_denied`
 */
export function requireServed(context: RequestContext, kind: 'call' | 'text', id: string): void {
  const user = userOf(context.actor);
  if (user?.roleId !== 'agent' || serversOfWithheld(context, kind, id)(user.userId)) return;
  const detail = `A ${kind} without a lead is for managers, super admins and the people of its branch.`;
  throw new Problem('permission_denied', detail);
}

/**
 * Returns the lead with the id `idText` for a change. Call it inside the change's transaction.
 * @throws Problem `not_found`, `permission_denied`, `lead_merged` with `merged_into` when it was merged into another lead,
 *   `precondition_failed` when `If-Match` names another version
 */
export function writableLead(context: WriteContext, idText: string): LeadRecord {
  const lead = readableLead(context, idText);
  refuseMerged(idText, lead);
  // The tag is a hash of the whole lead, so it is computed only when it is needed.
  if (context.ifMatch !== undefined) checkIfMatch(context.ifMatch, contentTag(leadContent(context, lead)));
  return lead;
}

/**
 * Refuses a lead that does not exist (404) or that the caller may not see (403) before the body is read. The change checks again
 * inside its transaction.
 */
export const requireLead = createMiddleware<CoreApp>(async (c, next) => {
  readableLead(contextOfRequest(c), c.req.param('lead') ?? '');
  await next();
});

/**
 * Refuses a change when `lead` is not the lead that the path names but its survivor.
 * @throws Problem `lead_merged`
 */
export function refuseMerged(idText: string, lead: LeadRecord): void {
  if (lead.leadId === asId(idText)) return;
  throw new Problem('lead_merged', `The lead was merged into ${lead.leadId}; write to that one.`, {
    members: { merged_into: lead.leadId },
  });
}

/** Returns the limits of a user; undefined for roles other than agent, which may work on every lead. */
export function limitsOf(settings: CompanySettings, user: ActingUser | undefined): LeadScope | undefined {
  if (user?.roleId !== 'agent') return undefined;
  const { userId, groupId } = user;
  return { userId, groupId, seesWholeGroup: settings.options().group_visibility === 'all' };
}

/**
 * Tells whether the caller may work on a lead: super admins and managers on every lead; agents on their own leads, on the
 * unassigned leads of their group and, with the option `group_visibility`, on all leads of their group. `readableLead` also opens
 * the leads that an agent serves by phone.
 */
export function mayWorkOn(
  context: RequestContext,
  lead: { assigneeId: string | undefined; leadGroup: string | undefined },
): boolean {
  const scope = limitsOf(settingsOf(context), userOf(context.actor));
  return scope === undefined || isInScope(scope, lead);
}

/** Tells whether an agent with these limits may work on a lead. */
export function isInScope(
  scope: LeadScope,
  lead: { assigneeId: string | undefined; leadGroup: string | undefined },
): boolean {
  if (lead.assigneeId === scope.userId) return true;
  if (lead.leadGroup !== scope.groupId) return false;
  return lead.assigneeId === undefined || scope.seesWholeGroup;
}

/** Returns the rule of `mayWorkOn` as a condition for queries of leads. */
export function scopeOf(context: RequestContext): Condition {
  const scope = limitsOf(settingsOf(context), userOf(context.actor));
  if (scope === undefined) return { sql: 'TRUE', values: [] };
  return {
    sql: '(assignee_id = ? OR (lead_group = ? AND (assignee_id IS NULL OR ?)))',
    values: [scope.userId, scope.groupId, scope.seesWholeGroup],
  };
}
