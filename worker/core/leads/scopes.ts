/** Which leads a user may see and change; the two are one right. */
import type { Call } from '../call.ts';
import type { SqlValue } from '../database.ts';
import { readCompanyOptions } from '../settings/settings.ts';

/** A condition on a row of `leads`, with the values it binds. */
export interface Condition {
  sql: string;
  values: SqlValue[];
}

/**
 * Whether the caller has rights on a lead: super admins and managers on every one; agents on their own, on the
 * unassigned ones of their group and, by the option `group_visibility`, on all of their group.
 */
export function mayWorkOn(
  call: Call,
  lead: { assigneeId: string | undefined; leadGroup: string | undefined },
): boolean {
  const { roleId, userId, groupId } = call.caller;
  if (roleId !== 'agent') return true;
  if (lead.assigneeId === userId) return true;
  if (lead.leadGroup !== groupId) return false;
  return lead.assigneeId === undefined || seesWholeGroup(call);
}

/** The same rule for queries. */
export function scopeOf(call: Call): Condition {
  const { roleId, userId, groupId } = call.caller;
  if (roleId !== 'agent') return { sql: 'TRUE', values: [] };
  return {
    sql: '(assignee_id = ? OR (lead_group = ? AND (assignee_id IS NULL OR ?)))',
    values: [userId, groupId, seesWholeGroup(call)],
  };
}

function seesWholeGroup(call: Call): boolean {
  return readCompanyOptions(call.database).group_visibility === 'all';
}
