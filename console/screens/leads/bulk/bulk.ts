/** Counts, starts, follows and undoes bulk operations. */
import { ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { changed } from '../../../api/resource.ts';
import type { BulkBody as Bulk } from '../../../../worker/core/leads/bulk/reference.ts';
import type { selectionOf } from '../query.ts';

/** The pause between two reads of the progress. */
const PAUSE_MS = 400;

/** The action on each lead. */
export type BulkAction =
  | { action: 'assign'; to_user_email: string }
  | { action: 'change_state'; state: string }
  | { action: 'tags'; add: string[]; remove: string[] }
  | { action: 'remove' };

/** The selected leads: by id, or by the filters of the list. */
export type LeadSelection = { lead_ids: string[] } | ReturnType<typeof selectionOf>;

export type { Bulk };

/** Counts the selected leads. */
export async function countLeads(selected: LeadSelection): Promise<number> {
  const { body } = await ask<{ count: number }>(companyPath('/leads/bulk?dry_run=true'), {
    method: 'POST',
    body: { action: 'remove', ...selected },
  });
  return body.count;
}

/** Starts a bulk operation. @throws Refusal */
export async function beginBulk(action: BulkAction, selected: LeadSelection): Promise<Bulk> {
  const { body } = await ask<Bulk>(companyPath('/leads/bulk'), {
    method: 'POST',
    body: { ...action, ...selected },
  });
  return body;
}

/** Undoes a bulk operation and waits for the end. */
export async function undoBulk(bulkId: string): Promise<void> {
  const { body } = await ask<Bulk>(companyPath(`/leads/bulk/${bulkId}/undo`), { method: 'POST', body: {} });
  await whenEnded(body);
}

/** Waits until the operation has ended, and refreshes the lists. */
export async function whenEnded(bulk: Bulk): Promise<Bulk> {
  let now = bulk;
  while (now.status === 'waiting' || now.status === 'running' || now.status === 'undoing') {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    now = (await ask<Bulk>(companyPath(`/leads/bulk/${bulk.bulk_id}?size=1`))).body;
  }
  changed(companyPath('/leads'), companyPath('/smart_views/'));
  return now;
}
