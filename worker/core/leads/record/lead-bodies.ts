/** Builds the forms of a lead in answers (full form, summary) and its ETag. */
import type { LeadBody, LeadSummary, SelectableSummary } from './answer-schema.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { versionTag } from '../../engine/http/answers.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { sourceOfLead } from '../../../dni/pure/lead-visits.ts';
import type { LeadRecord } from './schema.ts';
import { findUserOnce } from '../../people/users/users.ts';

/** Hexadecimal digits of an ETag: 64 bits tell the versions of one lead apart. */
const TAG_LENGTH = 16;

export function leadBody(context: RequestContext, lead: LeadRecord): LeadBody {
  return {
    lead_id: lead.leadId,
    ...(lead.name === undefined ? {} : { name: lead.name }),
    source_tags: lead.sourceTags,
    ...tagsOf(lead),
    emails: lead.emails,
    phones: lead.phones,
    ...aliasesOf(lead),
    ...sourceOf(lead),
    ...lead.visits,
    state: lead.state,
    ...assignedTo(context, lead),
    ...(lead.leadGroup === undefined ? {} : { lead_group: lead.leadGroup }),
    lead_fields: lead.fields,
    last_event_time: lead.lastEventTime,
    lead_modification_time: writeMoment(lead.modificationTime),
  };
}

export function leadSummary(context: RequestContext, lead: LeadRecord): LeadSummary {
  const hasFields = Object.keys(lead.fields).length > 0;
  return {
    lead_id: lead.leadId,
    source_tags: lead.sourceTags,
    ...tagsOf(lead),
    ...(lead.name === undefined ? {} : { name: lead.name }),
    ...(lead.emails.length === 0 ? {} : { emails: lead.emails }),
    ...(lead.phones.length === 0 ? {} : { phones: lead.phones }),
    ...aliasesOf(lead),
    ...sourceOf(lead),
    ...lead.visits,
    ...(lead.leadGroup === undefined ? {} : { lead_group: lead.leadGroup }),
    state: lead.state,
    ...assignedTo(context, lead),
    ...(hasFields ? { lead_fields: lead.fields } : {}),
    lead_creation_time: writeMoment(lead.creationTime),
    lead_modification_time: writeMoment(lead.modificationTime),
  };
}

/** Returns where the lead came from; an empty object if that is not known. */
export function sourceOf({ visits, sourceTags }: LeadRecord): { lead_source?: string } {
  const source = sourceOfLead({ ...visits, source_tags: sourceTags });
  return source === undefined ? {} : { lead_source: source };
}

/** @param allowUnmerge whether a merge into this lead can still be undone */
export function selectableSummary(
  context: RequestContext,
  lead: LeadRecord,
  allowUnmerge: boolean,
): SelectableSummary {
  return {
    ...leadSummary(context, lead),
    ...(lead.assigneeId === undefined ? {} : { user_assigned_to: lead.assigneeId }),
    allow_unmerge: allowUnmerge,
  };
}

/** Returns the full form as JSON. */
export function leadContent(context: RequestContext, lead: LeadRecord): string {
  return JSON.stringify(leadBody(context, lead));
}

/** Returns the ETag of what `GET` answers: a hash of the content, so a lead that is changed back has its former tag again. */
export function contentTag(content: string): string {
  return versionTag(sha256Hex(content).slice(0, TAG_LENGTH));
}

function tagsOf({ tags }: LeadRecord): Pick<LeadBody, 'tags'> {
  return tags.length === 0 ? {} : { tags };
}

function aliasesOf({ aliases }: LeadRecord): Pick<LeadBody, 'aliases'> {
  return aliases.length === 0 ? {} : { aliases };
}

function assignedTo(context: RequestContext, lead: LeadRecord): Pick<LeadBody, 'assigned_to'> {
  if (lead.assigneeId === undefined) return {};
  return { assigned_to: { name: findUserOnce(context, lead.assigneeId)?.name ?? '', id: lead.assigneeId } };
}
