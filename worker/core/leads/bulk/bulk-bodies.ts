/** Bulk operations as they go over the wire. */
import type { BulkBody, BulkRowBody } from './answer-schema.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { undoableUntil } from './bulk-operations.ts';
import type { BulkAction, BulkRecord, RowResult } from './schema.ts';
import { findUserOnce } from '../../people/users/users.ts';

/** What is done: the members of the request. */
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
    detail: inWords(record),
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

function inWords({ status, leadCount, changed, unchanged, failed, undone, kept }: BulkRecord): string {
  const left = leadCount - changed - unchanged - failed;
  const done = `${changed} of ${leadCount} leads were changed, ${unchanged} were so already, ${failed} failed`;
  const back = `${undone} of the ${changed} changed leads are as they were, ${kept} were left alone because they were edited since or cannot go back`;
  switch (status) {
    case 'waiting':
      return `It waits for its turn; ${leadCount} leads are to be changed.`;
    case 'running':
      return `${done}; ${left} are still to be looked at.`;
    case 'cancelled':
      return `It was cancelled: ${done}, and ${left} were not touched.${undone + kept === 0 ? '' : ` Of these ${back}.`}`;
    case 'done':
      return `${done}.${undone + kept === 0 ? '' : ` Since then ${back}.`}`;
    case 'undoing':
      return `It is being taken back: ${back}; ${changed - undone - kept} are still to be looked at.`;
    default:
      return `It was taken back: ${back}.`;
  }
}
