/**
 * Erases a person's data: deletes everything that the company stores about a lead, in one transaction. Only a record of the
 * erasure remains. Each feature deletes what it stores; `engine/context/personal-data.ts` has the order.
 */
import { asId } from '../../shared/http/ids.ts';
import { notFound } from '../../shared/http/problems.ts';
import { featuresOf } from '../engine/context/feature.ts';
import type { LeadSubject } from '../engine/context/personal-data.ts';
import type { RequestContext, WriteContext } from '../engine/context/request-context.ts';
import type { Database } from '../engine/storage/database.ts';
import { refuseMerged } from '../leads/record/access.ts';
import { findLead, findSurvivor } from '../leads/record/lead-store.ts';
import { keysOf } from '../leads/record/match-keys.ts';
import type { LeadRecord } from '../leads/record/schema.ts';
import { mergedInto } from '../leads/merges/merge-snapshots.ts';
import type { MergeSnapshot } from '../leads/merges/merging.ts';
import { findRemoved } from '../leads/removals/removed-leads.ts';
import type { ErasureBody } from './reference.ts';

/** The answer about a lead of which nothing else is stored. Features add the numbers of what they deleted. */
const NOTHING: ErasureBody = {
  merged_leads: 0,
  events: 0,
  comments: 0,
  events_of_other_leads: 0,
  notifications: 0,
  calls: 0,
  recordings: 0,
  texts: 0,
  forms: 0,
  media: 0,
  import_rows: 0,
  conversions: 0,
};

/**
 * Finds the lead to erase, living or removed.
 * @throws Problem `not_found`; `lead_merged` with `merged_into` for one that was merged into another
 */
export function erasableLead(context: RequestContext, idText: string): LeadRecord {
  const { database } = context;
  const leadId = asId(idText) ?? '';
  const lead =
    findLead(database, leadId) ?? findRemoved(database, leadId)?.lead ?? findSurvivor(database, leadId);
  if (lead === undefined) throw notFound();
  refuseMerged(idText, lead);
  return lead;
}

/** Returns the person behind a lead: the lead, and those that were merged into it. */
export function subjectOf(database: Database, lead: LeadRecord): LeadSubject {
  const merged = mergedInto(database, lead.leadNumber);
  const former = merged.flatMap(({ snapshot }) =>
    snapshot === '' ? [] : keysOf((JSON.parse(snapshot) as MergeSnapshot).secondary),
  );
  return {
    leadId: lead.leadId,
    leadNumber: lead.leadNumber,
    phones: lead.phones.map(({ phone }) => phone),
    leadIds: [lead.leadId, ...merged.map(({ secondaryId }) => secondaryId)],
    leadNumbers: [lead.leadNumber, ...merged.map(({ secondaryNumber }) => secondaryNumber)],
    keys: [...new Set([...keysOf(lead), ...former])],
  };
}

/** Erases a lead and whatever was merged into it. It cannot be undone. */
export function eraseLead(context: WriteContext, lead: LeadRecord): ErasureBody {
  const subject = subjectOf(context.database, lead);
  const erasure = { ...NOTHING, merged_leads: subject.leadIds.length - 1 };
  for (const data of featuresOf(context).leadData) Object.assign(erasure, data.erase(context, subject));
  context.emit({ type: 'lead.erased', leadId: lead.leadId });
  context.audit({ action: 'lead.erased', subject: `lead:${lead.leadId}`, detail: { ...erasure } });
  return erasure;
}
