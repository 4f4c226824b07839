/** The columns that there are. Columns are stored under their names, so another content needs another name. */
import { findableEmails } from '../../record/match-keys.ts';
import type { LeadRecord } from '../../record/schema.ts';
import type { NumbersOf, TermsOf, TextsOf } from './column.ts';
import { numberOf, phoneDigits, termsOf, textsOf, valuesOf } from './lead-values.ts';

export const STATE: TermsOf = { kind: 'terms', name: 'state', valueOf: (lead) => [lead.state] };
export const LEAD_GROUP: TermsOf = {
  kind: 'terms',
  name: 'lead_group',
  valueOf: (lead) => optional(lead.leadGroup),
};
export const USER_ASSIGNED: TermsOf = {
  kind: 'terms',
  name: 'user_assigned',
  valueOf: (lead) => optional(lead.assigneeId),
};

export const SOURCE_TAGS: TermsOf = {
  kind: 'terms',
  name: 'source_tags',
  valueOf: (lead) => lead.sourceTags,
};
export const TAGS: TermsOf = { kind: 'terms', name: 'tags', valueOf: (lead) => lead.tags };

export const CREATION_TIME = timeColumn('lead_creation_time', (lead) => lead.creationTime);
export const MODIFICATION_TIME = timeColumn('lead_modification_time', (lead) => lead.modificationTime);
export const LAST_EVENT_TIME = timeColumn('last_event_time', (lead) => lead.lastEventTime);
/** The time in the lead's id (a UUID version 7): nearly its order, where nothing else orders many leads. */
export const ID_TIME = timeColumn('lead_id', (lead) =>
  Number.parseInt(lead.leadId.replace('-', '').slice(0, 12), 16),
);

export const NAME: TextsOf = { kind: 'texts', name: 'name_text', valueOf: (lead) => optional(lead.name) };
export const EMAILS: TextsOf = {
  kind: 'texts',
  name: 'email_text',
  valueOf: findableEmails,
};
export const PHONES: TextsOf = { kind: 'texts', name: 'phone_text', valueOf: phoneDigits };

/** The same as texts, for searches that ask for them. */
export const SOURCE_TAG_TEXTS: TextsOf = {
  kind: 'texts',
  name: 'source_tag_text',
  valueOf: (lead) => lead.sourceTags,
};
export const TAG_TEXTS: TextsOf = { kind: 'texts', name: 'tag_text', valueOf: (lead) => lead.tags };

/** The terms of a lead field; `path` is its name, or `field.part`. */
export function fieldTerms(path: string, type: string): TermsOf {
  return {
    kind: 'terms',
    name: `field_terms:${path}`,
    valueOf: (lead) => termsOf(valuesOf(lead, path), type),
  };
}

/** The first number or time of a lead field. */
export function fieldNumbers(path: string, type: string): NumbersOf {
  return {
    kind: 'numbers',
    name: `field_numbers:${path}`,
    valueOf: (lead) => numberOf(valuesOf(lead, path), type),
  };
}

/** The texts of a lead field. */
export function fieldTexts(path: string): TextsOf {
  return { kind: 'texts', name: `field_texts:${path}`, valueOf: (lead) => textsOf(valuesOf(lead, path)) };
}

function timeColumn(name: string, valueOf: (lead: LeadRecord) => number): NumbersOf {
  return { kind: 'numbers', name, valueOf };
}

function optional(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
