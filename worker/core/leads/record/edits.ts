/**
 * Applies the edits of create, modify and upsert: computes the record after an edit from the record before and the input. An edit
 * that makes a list longer than its bound is refused as a whole. A list that was longer before may stay, and may be sent back
 * unchanged. Pure.
 */
import { emailKey } from '../../../shared/contact/email.ts';
import type { CompanyOptions } from '../../company/settings/records.ts';
import type { PhoneNumber } from '../../../shared/contact/phone-numbers.ts';
import { phoneKey } from '../../../shared/contact/former-numbers.ts';
import { type LeadInput, uniqueTags } from './lead-input.ts';
import { NO_VISITS } from '../../../dni/pure/lead-visits.ts';
import { shownKeys } from './match-keys.ts';
import { type LeadRecord, MAX_VALUES } from './schema.ts';
import type { LeadEmail, LeadFields, LeadPhone } from './answer-schema.ts';
import { Problem } from '../../../shared/http/problems.ts';

const DEFAULT_TYPE = 'Work';
/** Most identifiers of leads that were merged into a lead. */
const MAX_ALIASES = 500;

/** The bounded lists: names in the API, names in messages, most values. */
const LISTS: readonly { list: keyof Lists; name: string; label: string; limit: number }[] = [
  { list: 'emails', name: 'emails', label: 'e-mail addresses', limit: MAX_VALUES },
  { list: 'phones', name: 'phones', label: 'phone numbers', limit: MAX_VALUES },
  { list: 'sourceTags', name: 'source_tags', label: 'source tags', limit: MAX_VALUES },
  { list: 'tags', name: 'tags', label: 'tags', limit: MAX_VALUES },
  {
    list: 'aliases',
    name: 'with',
    label: 'identifiers of leads that were merged into it',
    limit: MAX_ALIASES,
  },
];

/** The members of a new lead before the input is applied. */
export interface NewLead {
  leadId: string;
  state: string;
  leadGroup: string;
  now: number;
}

type Lists = Pick<LeadRecord, 'emails' | 'phones' | 'sourceTags' | 'tags' | 'aliases'>;

/**
 * Returns the record of a new lead.
 * @param given the members of a new lead that the input does not set
 * @throws Problem `too_many_values`
 */
export function leadFrom(given: NewLead, input: LeadInput): LeadRecord {
  return modified(blankLead(given), input);
}

function blankLead({ leadId, state, leadGroup, now }: NewLead): LeadRecord {
  return {
    leadNumber: 0,
    leadId,
    name: undefined,
    emails: [],
    phones: [],
    sourceTags: [],
    tags: [],
    state,
    leadGroup,
    assigneeId: undefined,
    fields: {},
    aliases: [],
    visits: NO_VISITS,
    creationTime: now,
    modificationTime: now,
    lastEventTime: now,
  };
}

/**
 * Applies a merge patch (RFC 7396): members of the input replace those of the lead; absent members stay.
 * @throws Problem `too_many_values`
 */
export function modified(lead: LeadRecord, input: LeadInput): LeadRecord {
  const after = withShownKeys({
    ...lead,
    ...overwritten(lead, input),
    emails: input.emails ?? withPrimaryEmail(lead.emails, input.email),
    phones: input.phones ?? withPrimaryPhone(lead.phones, input.phone),
    sourceTags: input.sourceTags ?? lead.sourceTags,
    tags: input.tags ?? lead.tags,
  });
  return withinBounds(after);
}

/**
 * Applies an upsert to the lead that it found: fields are overwritten; missing identifiers are appended, so the primary ones
 * stay; tags are added; source tags follow the company's option.
 * @throws Problem `too_many_values`
 */
export function upserted(
  lead: LeadRecord,
  input: LeadInput,
  sourceUpdate: CompanyOptions['source_update'],
): LeadRecord {
  const after = withShownKeys({
    ...lead,
    ...overwritten(lead, input),
    emails: withAppended(lead.emails, emailsOf(input), ({ email }) => emailKey(email)),
    phones: withAppended(lead.phones, phonesOf(input), ({ phone }) => phoneKey(phone)),
    sourceTags: updatedTags(lead.sourceTags, input.sourceTags ?? [], sourceUpdate),
    tags: input.tags === undefined ? lead.tags : uniqueTags([...lead.tags, ...input.tags]),
  });
  return withinBounds(after);
}

/** Returns the e-mail addresses of the input, the primary one first. */
export function emailsOf(input: LeadInput): LeadEmail[] {
  return input.emails ?? withPrimaryEmail([], input.email);
}

/** Returns the phone numbers of the input, the primary one first. */
export function phonesOf(input: LeadInput): LeadPhone[] {
  return input.phones ?? withPrimaryPhone([], input.phone);
}

/** Computes the members that both modify and upsert overwrite. */
function overwritten(
  lead: LeadRecord,
  input: LeadInput,
): Pick<LeadRecord, 'name' | 'state' | 'leadGroup' | 'fields'> {
  return {
    name: input.name === undefined ? lead.name : (input.name ?? undefined),
    state: input.state ?? lead.state,
    leadGroup: input.leadGroup ?? lead.leadGroup,
    fields: mergedFields(lead.fields, input.fields),
  };
}

function mergedFields(fields: LeadFields, changes: LeadInput['fields']): LeadFields {
  if (changes === null) return {};
  const merged = new Map(Object.entries(fields));
  for (const [name, values] of changes) {
    if (values.length === 0) merged.delete(name);
    else merged.set(name, values);
  }
  return Object.fromEntries(merged);
}

function withPrimaryEmail(emails: readonly LeadEmail[], email: string | null | undefined): LeadEmail[] {
  if (email === undefined) return [...emails];
  if (email === null) return emails.slice(1);
  const others = emails.slice(1).filter((entry) => emailKey(entry.email) !== emailKey(email));
  return [{ type: emails[0]?.type ?? DEFAULT_TYPE, email }, ...others];
}

function withPrimaryPhone(phones: readonly LeadPhone[], number: PhoneNumber | null | undefined): LeadPhone[] {
  if (number === undefined) return [...phones];
  if (number === null) return phones.slice(1);
  const others = phones.slice(1).filter(({ phone }) => phone !== number.phone);
  const { extension } = number;
  const type = phones[0]?.type ?? DEFAULT_TYPE;
  return [{ phone: number.phone, type, ...(extension === undefined ? {} : { extension }) }, ...others];
}

function withAppended<Item>(
  items: readonly Item[],
  added: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const known = new Set(items.map(keyOf));
  return [...items, ...added.filter((item) => !known.has(keyOf(item)))];
}

function updatedTags(
  present: readonly string[],
  sent: readonly string[],
  option: CompanyOptions['source_update'],
): string[] {
  if (sent.length === 0) return [...present];
  switch (option) {
    case 'append':
      return uniqueTags([...present, ...sent]);
    case 'prepend':
      return uniqueTags([...sent, ...present]);
    case 'overwrite':
      return [...sent];
    case 'keep_first':
      return present.length > 0 ? [...present] : [...sent];
    default:
      return [...present];
  }
}

/** Removes the aliases that the lead now shows itself. */
function withShownKeys(lead: LeadRecord): LeadRecord {
  if (lead.aliases.length === 0) return lead;
  const shown = new Set(shownKeys(lead));
  return { ...lead, aliases: lead.aliases.filter((key) => !shown.has(key)) };
}

/**
 * Checks the bounds of a lead and returns the lead to save.
 * @throws Problem `too_many_values`, 409, for the first list that is too long
 */
export function withinBounds(lead: LeadRecord): LeadRecord {
  for (const { list, name, label, limit } of LISTS) {
    const { length: count } = lead[list];
    if (count > limit) throw tooMany({ pointer: `/${name}`, label, limit, count });
  }
  return lead;
}

function tooMany(list: { pointer: string; label: string; limit: number; count: number }): Problem {
  const { pointer, label, limit, count } = list;
  const detail = `A lead holds at most ${limit} ${label}; with this change it would have ${count}.`;
  return new Problem('too_many_values', detail, {
    errors: [{ pointer, code: 'too_many_values', detail }],
    members: { limit, count },
  });
}
