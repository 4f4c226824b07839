/** Which leads a user may see and change; the two are one right. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { type ActingUser, userOf } from '../../engine/context/actors.ts';
import type { SqlValue } from '../../engine/storage/database.ts';
import { type CompanySettings, settingsOf } from '../../company/settings/settings.ts';

/** A condition on a row of `leads`, with the values it binds. */
export interface Condition {
  sql: string;
  values: SqlValue[];
}

/** The leads that an agent may work on; whoever is no agent has no limits. */
export interface LeadScope {
  /** Their own leads, whatever the group. */
  userId: string;
  groupId: string;
  /** Of their group the leads of everybody, or only the unassigned ones. */
  seesWholeGroup: boolean;
}

/** The limits of a user; undefined: whoever is no agent works on every lead. */
export function limitsOf(settings: CompanySettings, user: ActingUser | undefined): LeadScope | undefined {
  if (user?.roleId !== 'agent') return undefined;
  const { userId, groupId } = user;
  return { userId, groupId, seesWholeGroup: settings.options().group_visibility === 'all' };
}

/**
 * Whether the caller has rights on a lead: super admins and managers on every one; agents on their own, on the
 * unassigned ones of their group and, by the option `group_visibility`, on all of their group.
 */
export function mayWorkOn(
  context: RequestContext,
  lead: { assigneeId: string | undefined; leadGroup: string | undefined },
): boolean {
  const scope = limitsOf(settingsOf(context), userOf(context.actor));
  return scope === undefined || isInScope(scope, lead);
}

/** Whether an agent with these limits has rights on a lead. */
export function isInScope(
  scope: LeadScope,
  lead: { assigneeId: string | undefined; leadGroup: string | undefined },
): boolean {
  if (lead.assigneeId === scope.userId) return true;
  if (lead.leadGroup !== scope.groupId) return false;
  return lead.assigneeId === undefined || scope.seesWholeGroup;
}

/** The same rule for queries. */
export function scopeOf(context: RequestContext): Condition {
  const scope = limitsOf(settingsOf(context), userOf(context.actor));
  if (scope === undefined) return { sql: 'TRUE', values: [] };
  return {
    sql: '(assignee_id = ? OR (lead_group = ? AND (assignee_id IS NULL OR ?)))',
    values: [scope.userId, scope.groupId, scope.seesWholeGroup],
  };
}
