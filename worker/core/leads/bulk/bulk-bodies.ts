/** Builds the answers of bulk operations. */
import type { BulkBody, BulkRowBody } from './reference.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { undoableUntil } from './bulk-operations.ts';
import type { BulkAction, BulkRecord, RowResult } from './schema.ts';
import { findUserOnce } from '../../people/users/users.ts';

/** The members of the request that describe the action. */
type ActionMembers = Pick<BulkBody, 'action'> & Partial<BulkBody>;

export function bulkBody(context: RequestContext, record: BulkRecord): BulkBody {
  const { changed, unchanged, failed, undone, kept, endedTime, endedBy } = record;
  const until = undoableUntil(record);
  return {
    bulk_id: record.bulkId,
    status: record.status,
    ...actionBody(context, record.action),
    selection: record.selection,
    count: record.leadCount,
    processed: changed + unchanged + failed,
    changed,
    unchanged,
    failed,
    undone,
    kept,
    detail: describe(record),
    created_by: record.createdBy,
    created_time: writeMoment(record.createdTime),
    request_id: record.requestId,
    ...(endedTime === undefined ? {} : { ended_time: writeMoment(endedTime) }),
    ...(endedBy === undefined ? {} : { ended_by: endedBy }),
    ...(until === undefined || until <= context.now ? {} : { undoable_until: writeMoment(until) }),
  };
}

export function bulkRowBody([leadId, status, code]: RowResult): BulkRowBody {
  return {
    ...(leadId === null ? {} : { lead_id: leadId }),
    status,
    ...(code === undefined ? {} : { code }),
  };
}

function actionBody(context: RequestContext, action: BulkAction): ActionMembers {
  const emailOf = (userId: string): string => findUserOnce(context, userId)?.email ?? '';
  switch (action.action) {
    case 'assign':
      return { action: 'assign', to_user_email: emailOf(action.userId) };
    case 'unassign':
      return action.userId === undefined
        ? { action: 'unassign' }
        : { action: 'unassign', from_user_email: emailOf(action.userId) };
    default:
      return action;
  }
}

function describe({ status, leadCount, changed, unchanged, failed, undone, kept }: BulkRecord): string {
  const left = leadCount - changed - unchanged - failed;
  const done = `${changed} of ${leadCount} leads were changed, ${unchanged} needed no change, ${failed} failed`;
  const back = `${undone} of the ${changed} changed leads were restored, ${kept} were left as they are because they were edited since or cannot be restored`;
  switch (status) {
    case 'waiting':
      return `It waits for its turn; ${leadCount} leads will be changed.`;
    case 'running':
      return `${done}; ${left} are left.`;
    case 'cancelled':
      return `It was cancelled: ${done}, and ${left} were left out.${undone + kept === 0 ? '' : ` Of these ${back}.`}`;
    case 'done':
      return `${done}.${undone + kept === 0 ? '' : ` Since then ${back}.`}`;
    case 'undoing':
      return `It is being undone: ${back}; ${changed - undone - kept} are left.`;
    default:
      return `It was undone: ${back}.`;
  }
}
