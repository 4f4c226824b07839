/**
 * Erasing a person's data: everything that the company keeps of a lead is deleted, in one transaction. What stays says only
 * that there was an erasure. Every folder that keeps something of a lead has its line here.
 */
import type { Call, WriteCall } from '../call.ts';
import { chunkOf } from '../columns/chunk.ts';
import { forgetChunks } from '../columns/stored-columns.ts';
import { eraseCalls } from '../calls/erasing.ts';
import { eraseTexts } from '../texts/erasing.ts';
import { eraseAnswersAbout } from '../idempotency/idempotency.ts';
import { eraseImportedRows } from '../imports/erasing.ts';
import { refuseMerged } from '../leads/access.ts';
import { deleteLead, findLead, findSurvivor } from '../leads/lead-store.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { deleteMergesInto, mergedInto } from '../merges/merge-snapshots.ts';
import { deleteNotificationsAbout } from '../notifications/notifications.ts';
import { asId } from '../../ids.ts';
import { notFound } from '../../problems.ts';
import { deleteTimeline, forgetMergesOnOtherTimelines } from '../timeline/erasing.ts';
import { clearIndexes } from '../search/index-merges.ts';
import { findRemoved, forgetRemoved } from './removed-leads.ts';

/** What an erasure deleted: how many of each. */
export interface Erasure {
  /** Leads that had been merged into this one. */
  merged_leads: number;
  events: number;
  comments: number;
  /** Events of other leads' timelines that told values of this one. */
  events_of_other_leads: number;
  notifications: number;
  /** Phone calls, with what carriers told of them. */
  calls: number;
  /** What was recorded of them, which their carriers are asked to delete; the audit log says which are gone. */
  recordings: number;
  texts: number;
  /** Files that came with them, which carriers are asked to delete as well. */
  media: number;
  /** Rows of imports that were about it. */
  import_rows: number;
}

/**
 * The lead to erase, whether it lives or was removed.
 * @throws Problem `not_found`; `lead_merged` with `merged_into` for one that lives on in another
 */
export function erasableLead(call: Call, idText: string): LeadRecord {
  const { database } = call;
  const leadId = asId(idText) ?? '';
  const lead =
    findLead(database, leadId) ?? findRemoved(database, leadId)?.lead ?? findSurvivor(database, leadId);
  if (lead === undefined) throw notFound();
  refuseMerged(idText, lead);
  return lead;
}

/** Erases a lead and whatever was merged into it. It cannot be undone. */
export function eraseLead(call: WriteCall, lead: LeadRecord): Erasure {
  const { database } = call;
  const merged = mergedInto(database, lead.leadNumber);
  const leadIds = [lead.leadId, ...merged.map(({ leadId }) => leadId)];
  const leadNumbers = [lead.leadNumber, ...merged.map(({ leadNumber }) => leadNumber)];
  if (findLead(database, lead.leadId) !== undefined) deleteLead(database, lead);
  forgetRemoved(database, lead.leadNumber);
  deleteMergesInto(database, lead.leadNumber);
  forgetChunks(database, [...new Set(leadNumbers.map(chunkOf))]);
  eraseAnswersAbout(database, leadIds);
  const { calls, recordings } = eraseCalls(call, lead.leadNumber);
  const { texts, media } = eraseTexts(call, lead.leadNumber);
  const erasure = {
    merged_leads: merged.length,
    ...deleteTimeline(database, lead.leadNumber),
    events_of_other_leads: forgetMergesOnOtherTimelines(database, leadIds),
    notifications: deleteNotificationsAbout(database, leadIds),
    calls,
    recordings,
    texts,
    media,
    import_rows: eraseImportedRows(database, leadIds),
  };
  clearIndexes(call);
  call.emit({ type: 'lead.erased', leadId: lead.leadId });
  call.audit({ action: 'lead.erased', subject: `lead:${lead.leadId}`, detail: { ...erasure } });
  return erasure;
}
