/**
 * Erasing a person's data: everything that the company keeps of a lead is deleted, in one transaction. What stays says only
 * that there was an erasure.
 */
import { asId } from '../../ids.ts';
import { notFound } from '../../problems.ts';
import type { Call, WriteCall } from '../call.ts';
import { refuseMerged } from '../leads/access.ts';
import { findLead, findSurvivor } from '../leads/lead-store.ts';
import { keysOf } from '../leads/match-keys.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { mergedInto } from '../merges/merge-snapshots.ts';
import type { MergeSnapshot } from '../merges/merging.ts';
import { eraseFromPlaces } from './places.ts';
import { findRemoved } from './removed-leads.ts';
import type { Erasure } from './schema.ts';

const NOTHING: Erasure = {
  merged_leads: 0,
  events: 0,
  comments: 0,
  events_of_other_leads: 0,
  notifications: 0,
  calls: 0,
  recordings: 0,
  texts: 0,
  media: 0,
  import_rows: 0,
};

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
  const merged = mergedInto(call.database, lead.leadNumber);
  const former = merged.flatMap(({ snapshot }) =>
    snapshot === '' ? [] : keysOf((JSON.parse(snapshot) as MergeSnapshot).secondary),
  );
  const erased = {
    lead,
    leadIds: [lead.leadId, ...merged.map(({ leadId }) => leadId)],
    leadNumbers: [lead.leadNumber, ...merged.map(({ leadNumber }) => leadNumber)],
    keys: [...new Set([...keysOf(lead), ...former])],
  };
  const erasure = { ...NOTHING, merged_leads: merged.length, ...eraseFromPlaces(call, erased) };
  call.emit({ type: 'lead.erased', leadId: lead.leadId });
  call.audit({ action: 'lead.erased', subject: `lead:${lead.leadId}`, detail: { ...erasure } });
  return erasure;
}
