/** Reads the body of create, modify and upsert: normalizes it and checks it against the company's settings. */
import { checkAgainst, isBlank, isObject, pointerTo } from '../../../shared/http/input.ts';
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import type { CompanySettings } from '../../company/settings/settings.ts';
import { emailKey, readEmail } from '../../../shared/contact/email.ts';
import { readFieldValues } from './field-values.ts';
import { type PhoneNumber, readPhone } from '../../../shared/contact/phone-numbers.ts';
import { leadInputSchema, MAX_VALUES } from './schema.ts';
import type { LeadEmail, LeadFields, LeadPhone, FieldValue } from './answer-schema.ts';
import type { LeadRecord } from './schema.ts';

/** An extension consists of the characters of a keypad. */
const EXTENSION = /^[\d*#]{1,20}$/;
const DEFAULT_TYPE = 'Work';

/** A lead in the body of a request. A member that was not sent is undefined; `null` and `[]` clear it. */
export interface LeadInput {
  name: string | null | undefined;
  /** The primary address. A body has either `email` or `emails` (the whole list), not both. */
  email: string | null | undefined;
  emails: LeadEmail[] | undefined;
  phone: PhoneNumber | null | undefined;
  phones: LeadPhone[] | undefined;
  sourceTags: string[] | undefined;
  tags: string[] | undefined;
  state: string | undefined;
  leadGroup: string | undefined;
  /** New values by field name. An empty array clears the field; `null` clears all fields. */
  fields: Map<string, FieldValue[]> | null;
}

/** Rules that the schema does not contain. */
export interface InputRules {
  /** An e-mail address or a phone number must be given. */
  identifierRequired: boolean;
  /** The lead is new, so the bounds apply to the lists in the body. */
  isNew?: boolean;
  /**
   * The lead as it is. What it has may be sent again, even if it could not be set any more: a state, a group, a field or a choice
   * that the company has no more.
   */
  present?: LeadRecord;
}

type Members = Record<string, unknown>;

/**
 * Reads the body of create, modify and upsert.
 * @throws Problem that lists every fault: of form, of identifiers, and against the company's settings
 */
export function readLeadInput(settings: CompanySettings, body: unknown, rules: InputRules): LeadInput {
  const { input, faults } = checkLeadInput(settings, body, rules);
  refuseFaults(faults);
  return input;
}

/** Reads the same body for a caller that also collects other faults. When there are faults, the input must not be used. */
export function checkLeadInput(
  settings: CompanySettings,
  body: unknown,
  rules: InputRules,
): { input: LeadInput; faults: Fault[] } {
  const faults = [...checkAgainst(leadInputSchema, body)];
  const members = isObject(body) ? body : {};
  const { default_region: region } = settings.options();
  const input: LeadInput = {
    name: readName(members['name']),
    email: readPrimaryEmail(members['email'], faults),
    emails: readEmails(members['emails'], rules.present, faults),
    phone: readPrimaryPhone(members['phone'], region, faults),
    phones: readPhones(members['phones'], { region, present: rules.present }, faults),
    sourceTags: readTags(members['source_tags']),
    tags: readTags(members['tags']),
    state: readState(settings, changed(members['state'], rules.present?.state), faults),
    leadGroup: readGroup(settings, changed(members['lead_group'], rules.present?.leadGroup), faults),
    fields:
      members['lead_fields'] === null
        ? null
        : readFields(settings, members['lead_fields'], { present: rules.present?.fields ?? {}, faults }),
  };
  reportBoth(members, ['email', 'emails'], faults);
  reportBoth(members, ['phone', 'phones'], faults);
  if (rules.isNew === true) reportTooLong(members, faults);
  if (rules.identifierRequired && !hasIdentifier(members)) {
    faults.push({
      pointer: '',
      code: 'identifier_required',
      detail: 'Give an e-mail address or a phone number.',
    });
  }
  return { input, faults };
}

/** Removes duplicate tags, ignoring case; keeps the order. */
export function uniqueTags(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const key = tag.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Returns a value that differs from the present one; undefined for the same. */
function changed(value: unknown, present: string | undefined): unknown {
  return value === present ? undefined : value;
}

function readName(value: unknown): string | null | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' && !isBlank(value) ? value.trim() : null;
}

function readTags(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const tags = Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : [];
  return uniqueTags(tags.map((tag) => tag.trim()));
}

function readPrimaryEmail(value: unknown, faults: Fault[]): string | null | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || isBlank(value)) return null;
  return readEmail(value) ?? refuseEmail('/email', faults) ?? null;
}

function readPrimaryPhone(value: unknown, region: string, faults: Fault[]): PhoneNumber | null | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || isBlank(value)) return null;
  return readPhone(value, region) ?? refusePhone('/phone', region, faults) ?? null;
}

function readEmails(
  value: unknown,
  present: LeadRecord | undefined,
  faults: Fault[],
): LeadEmail[] | undefined {
  if (value === undefined) return undefined;
  const known = new Set(present?.emails.map(({ email }) => email));
  const read = entriesOf(value).flatMap(([index, entry]): LeadEmail[] => {
    if (typeof entry['email'] !== 'string' || isBlank(entry['email'])) return [];
    const email = known.has(entry['email'])
      ? entry['email']
      : (readEmail(entry['email']) ?? refuseEmail(`/emails/${index}/email`, faults));
    return email === undefined ? [] : [{ type: typeOf(entry), email }];
  });
  return firstOfEach(read, ({ email }) => emailKey(email));
}

function readPhones(
  value: unknown,
  { region, present }: { region: string; present: LeadRecord | undefined },
  faults: Fault[],
): LeadPhone[] | undefined {
  if (value === undefined) return undefined;
  const known = new Set(present?.phones.map(({ phone }) => phone));
  const read = entriesOf(value).flatMap(([index, entry]): LeadPhone[] => {
    if (typeof entry['phone'] !== 'string' || isBlank(entry['phone'])) return [];
    const number: PhoneNumber | undefined = known.has(entry['phone'])
      ? { phone: entry['phone'] }
      : (readPhone(entry['phone'], region) ?? refusePhone(`/phones/${index}/phone`, region, faults));
    const extension = readExtension(entry['extension'], index, faults) ?? number?.extension;
    if (number === undefined) return [];
    return [{ phone: number.phone, type: typeOf(entry), ...(extension === undefined ? {} : { extension }) }];
  });
  return firstOfEach(read, ({ phone }) => phone);
}

function readExtension(value: unknown, index: number, faults: Fault[]): string | undefined {
  if (typeof value !== 'string' || isBlank(value)) return undefined;
  if (EXTENSION.test(value.trim())) return value.trim();
  const detail = 'An extension has 1 to 20 digits, * and #.';
  faults.push({ pointer: `/phones/${index}/extension`, code: 'invalid_phone', detail });
  return undefined;
}

function readState(settings: CompanySettings, value: unknown, faults: Fault[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const fault = faultOfState(settings, value);
  if (fault !== undefined) faults.push(fault);
  return value;
}

/** Returns the fault of a state that the company does not have, or undefined. */
export function faultOfState(settings: CompanySettings, state: string): Fault | undefined {
  const allowed = settings.states().map(({ name }) => name);
  if (allowed.includes(state)) return undefined;
  const detail = 'The company has no such state.';
  return { pointer: '/state', code: 'unknown_state', detail, allowed };
}

function readGroup(settings: CompanySettings, value: unknown, faults: Fault[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const allowed = settings.groups().map(({ id }) => id);
  if (!allowed.includes(value)) {
    const detail = 'The company has no such group.';
    faults.push({ pointer: '/lead_group', code: 'unknown_group', detail, allowed });
  }
  return value;
}

function readFields(
  settings: CompanySettings,
  value: unknown,
  { present, faults }: { present: LeadFields; faults: Fault[] },
): Map<string, FieldValue[]> {
  const read = new Map<string, FieldValue[]>();
  if (!isObject(value)) return read;
  const rules = new Map(settings.fields().map((field) => [field.name, field]));
  const currencies = settings.currencies().map(({ unit }) => unit);
  for (const [name, values] of Object.entries(value)) {
    const pointer = pointerTo(['lead_fields', name]);
    const there = Object.hasOwn(present, name) ? present[name] : undefined;
    // As it is there, whatever became of the field.
    if (there !== undefined && JSON.stringify(there) === JSON.stringify(values)) continue;
    const rule = rules.get(name);
    if (rule === undefined) {
      const detail = 'The company has no such lead field.';
      faults.push({ pointer, code: 'unknown_lead_field', detail, allowed: [...rules.keys()] });
    } else {
      const context = { currencies, faults };
      read.set(name, readFieldValues(rule, values, pointer, { context, present: there }));
    }
  }
  return read;
}

function reportBoth(members: Members, [one, all]: [string, string], faults: Fault[]): void {
  if (members[one] === undefined || members[all] === undefined) return;
  const detail = `Send either ${one} (the primary one) or ${all} (the whole list), not both.`;
  faults.push({ pointer: `/${all}`, code: 'invalid_parameter', detail });
}

function reportTooLong(members: Members, faults: Fault[]): void {
  for (const name of ['emails', 'phones', 'source_tags', 'tags']) {
    const list = members[name];
    if (!Array.isArray(list) || list.length <= MAX_VALUES) continue;
    const detail = `A lead holds at most ${MAX_VALUES} of them.`;
    faults.push({ pointer: `/${name}`, code: 'invalid_parameter', detail });
  }
}

function hasIdentifier(members: Members): boolean {
  const listed = [...entriesOf(members['emails']), ...entriesOf(members['phones'])];
  return (
    !isBlank(members['email']) ||
    !isBlank(members['phone']) ||
    listed.some(([, entry]) => !isBlank(entry['email']) || !isBlank(entry['phone']))
  );
}

function entriesOf(value: unknown): [number, Members][] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((entry, index): [number, Members][] => (isObject(entry) ? [[index, entry]] : []));
}

function typeOf(entry: Members): string {
  return typeof entry['type'] === 'string' && !isBlank(entry['type']) ? entry['type'].trim() : DEFAULT_TYPE;
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const byKey = new Map<string, Item>();
  for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
  return [...byKey.values()];
}

function refuseEmail(pointer: string, faults: Fault[]): undefined {
  const detail = 'Write one e-mail address, for instance jo@example.com.';
  faults.push({ pointer, code: 'invalid_email', detail });
}

function refusePhone(pointer: string, region: string, faults: Fault[]): undefined {
  const detail = `Write a phone number with its country code, or one that is possible in ${region}.`;
  faults.push({ pointer, code: 'invalid_phone', detail });
}
