/** Removes leads and restores them. A removed lead is in no list and can be restored for a time. */
import { actorId } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { mayWorkOn, writableLead } from '../record/access.ts';
import { refreshVisits } from '../timeline/event-visits.ts';
import { nextModificationTime } from '../timeline/events.ts';
import { deleteLead, insertLead } from '../record/lead-store.ts';
import type { LeadRecord } from '../record/schema.ts';
import { asId } from '../../../shared/http/ids.ts';
import { notFound } from '../../../shared/http/problems.ts';
import { findRemoved, forgetRemoved, keepRemoved, listRemoved } from './removed-leads.ts';
import type { RemovedLead, RemovedPage } from './schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes a lead from lists, counts, search and upsert. Keeps its timeline.
 * @param leadId the id from the path
 * @throws Problem those of `writableLead`
 */
export function removeLead(context: WriteContext, leadId: string): RemovedLead {
  return removeReadLead(context, writableLead(context, leadId));
}

/** Removes a lead after the caller has checked the rights. */
export function removeReadLead(context: WriteContext, lead: LeadRecord): RemovedLead {
  const removed = { lead, removedTime: context.now, removedBy: actorId(context.actor) };
  deleteLead(context.database, lead);
  keepRemoved(context.database, removed);
  context.emit({ type: 'lead.removed', leadId: lead.leadId });
  context.audit({ action: 'lead.removed', subject: `lead:${lead.leadId}` });
  context.wakeBy(restorableUntil(context, removed));
  return removed;
}

/**
 * Restores a removed lead unchanged. If the company no longer has its state or group, the first one is used.
 * @throws Problem `not_found` when it was not removed, or was removed too long ago
 */
export function restoreLead(context: WriteContext, leadId: string): LeadRecord {
  const { lead } = requireRemoved(context, leadId);
  const { database } = context;
  const settings = settingsOf(context);
  const states = settings.states();
  const groups = settings.groups();
  const restored = {
    ...lead,
    state: states.some(({ name }) => name === lead.state) ? lead.state : (states[0]?.name ?? lead.state),
    leadGroup: groups.some(({ id }) => id === lead.leadGroup) ? lead.leadGroup : groups[0]?.id,
    modificationTime: nextModificationTime(lead, context.now),
  };
  forgetRemoved(database, lead.leadNumber);
  insertLead(database, restored);
  refreshVisits(database, lead.leadNumber);
  context.emit({ type: 'lead.restored', leadId: lead.leadId });
  context.audit({ action: 'lead.restored', subject: `lead:${lead.leadId}` });
  return restored;
}

/** Lists the removed leads that can still be restored, newest removal first. */
export function listRestorable(
  context: RequestContext,
  page: RemovedPage,
): { count: number; removed: RemovedLead[] } {
  return listRemoved(context.database, { ...page, since: context.now - restorableMs(context) });
}

/** Returns until when a removed lead can be restored, in milliseconds since the epoch. */
export function restorableUntil(context: RequestContext, { removedTime }: RemovedLead): number {
  return removedTime + restorableMs(context);
}

function requireRemoved(context: RequestContext, idText: string): RemovedLead {
  const removed = findRemoved(context.database, asId(idText) ?? '');
  if (removed === undefined || !mayWorkOn(context, removed.lead)) throw notFound();
  if (restorableUntil(context, removed) <= context.now) throw notFound();
  return removed;
}

function restorableMs(context: RequestContext): number {
  const settings = settingsOf(context);
  return settings.options().retention.removed_leads_days * DAY_MS;
}
