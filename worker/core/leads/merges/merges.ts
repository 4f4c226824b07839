/** Merges a lead into another one and undoes merges. */
import type { MergeAnswer, UnmergeAnswer } from './reference.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { asId } from '../../../shared/http/ids.ts';
import { Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import {
  commitChange,
  moveEvents,
  newestEventTime,
  nextModificationTime,
  recordEvent,
  removeEvent,
} from '../timeline/events.ts';
import { refreshVisits } from '../timeline/event-visits.ts';
import { readableLead, refuseMerged, writableLead } from '../record/access.ts';
import { deleteLead, insertLead, updateLead } from '../record/lead-store.ts';
import { leadBody } from '../record/lead-bodies.ts';
import { readFieldRules } from '../editing/lead-writes.ts';
import { findMerge, keepMerge, type MergeRecord, readSnapshot, UNMERGEABLE_MS } from './merge-snapshots.ts';
import { readMergeChoice } from './merge-choice.ts';
import { merged, type MergeSnapshot, unmerged } from './merging.ts';
import type { LeadRecord } from '../record/schema.ts';
import type { MergeInput } from './schema.ts';

/** Returns the time after which merges can still be undone. */
export function canUnmergeSince(now: number): number {
  return now - UNMERGEABLE_MS;
}

/**
 * Merges the secondary lead into the primary one. The fields follow the rules of `merged`, all events and comments move, and the
 * secondary lead disappears from all lists. A repeated merge gets the first answer again.
 * @param leadId the primary lead's id from the path
 * @throws Problem `cannot_merge_self`, `lead_merged`; those of `readMergeChoice` and `writableLead`
 */
export function mergeLeads(
  context: WriteContext,
  leadId: string,
  input: MergeInput,
  isDryRun: boolean,
): MergeAnswer {
  const target = readableLead(context, leadId);
  const rules = readFieldRules(context);
  const choice = readMergeChoice(input, rules);
  refuseSelf(leadId, input);
  refuseMerged(leadId, target);
  const first = findMerge(context.database, asId(input.with) ?? '', target.leadNumber);
  if (first !== undefined && !isDryRun) return first.answer;
  const primary = writableLead(context, leadId);
  const secondary = requireSecondary(context, input.with);
  const { lead, conflicts } = merged({ primary, secondary }, choice, rules);
  refuseOverfull(lead, choice.unite, rules);
  const answer: MergeAnswer = {
    status: 'success',
    merged_lead_id: primary.leadId,
    secondary_lead_id: secondary.leadId,
    conflicts,
  };
  if (isDryRun) return { ...answer, preview: leadBody(context, lead) };
  saveMerge(context, { before: primary, after: lead, secondary }, answer);
  return answer;
}

/**
 * Undoes a merge. Restores the secondary lead with its events, and the survivor's former fields except those that were edited
 * after the merge. If nothing happened in between, both leads are exactly as before the merge.
 * @param leadId the survivor's id from the path
 * @throws Problem `not_found` for an unknown secondary, `unmerge_unavailable` when it was not merged into this lead or too long
 *   ago; those of `writableLead`
 */
export function unmergeLeads(context: WriteContext, leadId: string, secondaryId: string): UnmergeAnswer {
  const current = writableLead(context, leadId);
  const merge = requireMerge(context, current, secondaryId);
  const snapshot = readSnapshot(merge.snapshot);
  const { secondary } = snapshot;
  const { lead, kept, isUntouched } = unmerged(current, snapshot, readFieldRules(context));
  const absorbed = absorbedBy(context, merge.secondaryNumber);
  context.database.run('DELETE FROM merges WHERE secondary_number = ?', merge.secondaryNumber);
  redirectAbsorbed(context, merge.secondaryNumber, absorbed);
  moveEvents(context.database, { from: current.leadNumber, to: secondary.leadNumber, origins: absorbed });
  const ownNewest = newestEventTime(context.database, secondary.leadNumber) ?? secondary.lastEventTime;
  insertLead(context.database, { ...secondary, lastEventTime: ownNewest });
  if (isUntouched) removeEvent(context.database, merge.eventId);
  const newest = newestEventTime(context.database, current.leadNumber) ?? lead.lastEventTime;
  const restored = { ...lead, lastEventTime: newest };
  if (isUntouched) {
    updateLead(context.database, current, restored);
  } else {
    const data = { secondary_lead_id: secondary.leadId, kept };
    commitChange(context, current, restored, { type: 'lead_unmerged', data });
  }
  for (const { leadNumber } of [current, secondary]) refreshVisits(context.database, leadNumber);
  context.emit({
    type: 'lead.unmerged',
    leadId: current.leadId,
    data: { secondary_lead_id: secondary.leadId },
  });
  return { status: 'success', lead_ids: [current.leadId, secondary.leadId], kept };
}

/** Writes a merge: the survivor, the record of the merge with the snapshot for an unmerge, and the joined timeline. */
function saveMerge(
  context: WriteContext,
  { before, after, secondary }: MergeSnapshot,
  answer: MergeAnswer,
): void {
  const { database, now } = context;
  const { leadId, leadNumber } = before;
  const survivor = {
    ...after,
    modificationTime: nextModificationTime(before, now),
    lastEventTime: Math.max(after.lastEventTime, now),
  };
  deleteLead(database, secondary);
  updateLead(database, before, survivor);
  moveEvents(database, { from: secondary.leadNumber, to: leadNumber });
  refreshVisits(database, leadNumber);
  const { secondary_lead_id, conflicts } = answer;
  const event = recordEvent(context, leadNumber, {
    type: 'lead_merged',
    data: { secondary_lead_id, conflicts },
  });
  context.emit({ type: 'lead.merged', leadId, eventId: event.eventId, data: { secondary_lead_id } });
  database.run(
    'UPDATE merges SET survivor_number = ? WHERE survivor_number = ?',
    leadNumber,
    secondary.leadNumber,
  );
  context.wakeBy(now + UNMERGEABLE_MS);
  const merge = {
    secondaryId: secondary.leadId,
    secondaryNumber: secondary.leadNumber,
    primaryNumber: leadNumber,
    survivorNumber: leadNumber,
    eventId: event.eventId,
    mergedTime: now,
    answer,
  };
  keepMerge(database, merge, { before, after: survivor, secondary });
}

function refuseSelf(leadId: string, input: MergeInput): void {
  if (asId(input.with) !== asId(leadId)) return;
  const detail = 'A lead cannot be merged with itself.';
  throw problemOfFaults([{ pointer: '/with', code: 'cannot_merge_self', detail }]);
}

function requireSecondary(context: RequestContext, idText: string): LeadRecord {
  const lead = readableLead(context, idText);
  refuseMerged(idText, lead);
  return lead;
}

/** Refuses a union with more values than its field may hold. */
function refuseOverfull(
  lead: LeadRecord,
  unite: ReadonlySet<string>,
  rules: ReturnType<typeof readFieldRules>,
): void {
  for (const [name, values] of Object.entries(lead.fields)) {
    const limit = rules.get(name)?.cardinality ?? 0;
    if (limit > 0 && values.length > limit && unite.has(`lead_fields.${name}`)) {
      const detail = `"${name}" holds at most ${limit} values; the union has ${values.length}.`;
      throw problemOfFaults([{ pointer: '/merge_fields', code: 'cardinality_exceeded', detail }]);
    }
  }
}

function requireMerge(context: RequestContext, primary: LeadRecord, secondaryId: string): MergeRecord {
  const merge = findMerge(context.database, asId(secondaryId) ?? '', primary.leadNumber);
  if (merge !== undefined && merge.mergedTime > canUnmergeSince(context.now)) return merge;
  // Throws when the lead does not exist or the caller may not see it.
  const living = readableLead(context, secondaryId);
  throw new Problem(
    'unmerge_unavailable',
    merge === undefined
      ? 'This lead was not merged into the one in the path; name the lead that it was merged into.'
      : 'The merge was more than 90 days ago.',
    { members: { living_lead_id: living.leadId } },
  );
}

/** Lists a merged lead and all leads that were merged into it before. */
function absorbedBy(context: RequestContext, secondaryNumber: number): number[] {
  return context.database
    .all<{ lead_number: number }>(
      `WITH RECURSIVE absorbed (lead_number) AS (
         SELECT ? UNION SELECT secondary_number FROM absorbed JOIN merges ON primary_number = lead_number
       ) SELECT lead_number FROM absorbed`,
      secondaryNumber,
    )
    .map(({ lead_number }) => lead_number);
}

/** Makes the ids of leads that were merged into a restored lead lead to it again. */
function redirectAbsorbed(context: WriteContext, secondaryNumber: number, absorbed: readonly number[]): void {
  context.database.run(
    'UPDATE merges SET survivor_number = ? WHERE secondary_number IN (SELECT value FROM json_each(?))',
    secondaryNumber,
    JSON.stringify(absorbed),
  );
}
