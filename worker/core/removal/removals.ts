/** The everyday delete: a lead is taken out of every list, and can be brought back for a time. */
import { actorId } from '../actors.ts';
import type { Call, WriteCall } from '../call.ts';
import { writableLead } from '../leads/access.ts';
import { nextModificationTime } from '../leads/commits.ts';
import { deleteLead, insertLead } from '../leads/lead-store.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { mayWorkOn } from '../leads/scopes.ts';
import { asId } from '../../ids.ts';
import { notFound } from '../../problems.ts';
import { findRemoved, forgetRemoved, keepRemoved, listRemoved } from './removed-leads.ts';
import type { RemovedLead, RemovedPage } from './schema.ts';
import { settingsOf } from '../settings/settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Takes a lead out of lists, counts, search and upsert. Its timeline waits with it.
 * @param leadId as it stands in the path
 * @throws Problem those of `writableLead`
 */
export function removeLead(call: WriteCall, leadId: string): RemovedLead {
  return takeAway(call, writableLead(call, leadId));
}

/** Removes a lead of which the rights were looked at. */
export function takeAway(call: WriteCall, lead: LeadRecord): RemovedLead {
  const removed = { lead, removedTime: call.now, removedBy: actorId(call.actor) };
  deleteLead(call.database, lead);
  keepRemoved(call.database, removed);
  call.emit({ type: 'lead.removed', leadId: lead.leadId });
  call.audit({ action: 'lead.removed', subject: `lead:${lead.leadId}` });
  call.wakeBy(restorableUntil(call, removed));
  return removed;
}

/**
 * Brings a removed lead back as it was. A state or group that the company has no more becomes the first one.
 * @throws Problem `not_found` when it was not removed, or too long ago
 */
export function restoreLead(call: WriteCall, leadId: string): LeadRecord {
  const { lead } = requireRemoved(call, leadId);
  const { database } = call;
  const settings = settingsOf(call);
  const states = settings.states();
  const groups = settings.groups();
  const restored = {
    ...lead,
    state: states.some(({ name }) => name === lead.state) ? lead.state : (states[0]?.name ?? lead.state),
    leadGroup: groups.some(({ id }) => id === lead.leadGroup) ? lead.leadGroup : groups[0]?.id,
    modificationTime: nextModificationTime(lead, call.now),
  };
  forgetRemoved(database, lead.leadNumber);
  insertLead(database, restored);
  call.emit({ type: 'lead.restored', leadId: lead.leadId });
  call.audit({ action: 'lead.restored', subject: `lead:${lead.leadId}` });
  return restored;
}

/** The removed leads that can still be restored, the newest removal first. */
export function listRestorable(call: Call, page: RemovedPage): { count: number; removed: RemovedLead[] } {
  return listRemoved(call.database, { ...page, since: call.now - restorableMs(call) });
}

/** Until when a removed lead can be restored, in milliseconds since the epoch. */
export function restorableUntil(call: Call, { removedTime }: RemovedLead): number {
  return removedTime + restorableMs(call);
}

function requireRemoved(call: Call, idText: string): RemovedLead {
  const removed = findRemoved(call.database, asId(idText) ?? '');
  if (removed === undefined || !mayWorkOn(call, removed.lead)) throw notFound();
  if (restorableUntil(call, removed) <= call.now) throw notFound();
  return removed;
}

function restorableMs(call: Call): number {
  const settings = settingsOf(call);
  return settings.options().retention.removed_leads_days * DAY_MS;
}
