/** A company with random leads, created through the API, and the same leads as records for the naive references. */
import * as fc from 'fast-check';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { sendLead } from '../../../../harness/leads.ts';

/** A lead in the references: the values that were sent, in the stored form. Times are in milliseconds. */
export interface KnownLead {
  leadId: string;
  name: string | undefined;
  emails: string[];
  phones: string[];
  sources: string[];
  tags: string[];
  state: string;
  group: string;
  assignee: string | undefined;
  fields: Record<string, unknown[]>;
  created: number;
  modified: number;
  events: { type: string; time: number; texts: string[] }[];
}

export interface RandomCompany {
  company: PeopledCompany;
  leads: KnownLead[];
  groups: { id: string; label: string }[];
}

export const STATES = ['open', 'contacted', 'qualified', 'unqualified', 'closed_won', 'closed_lost'];

/** Name and type of the lead fields; all are facets and sortable. */
export const FIELDS = {
  city: 'text',
  budget: 'number',
  plan: 'dropdown',
  visit: 'date',
  callback: 'datetime',
  interests: 'multiselect',
  value: 'currency',
  page: 'url',
  home: 'complex',
} as const;
/** Name and type of the parts of `home`. */
export const PARTS = { street: 'text', rooms: 'number', kind: 'dropdown' } as const;

const FIRST = [
  'Ann',
  'Änne',
  'John',
  'Joan',
  'José',
  'Zoë',
  'ẞabine',
  'Νίκος',
  'Мария',
  '山田太郎',
  'Li',
  "O'Neil",
  '😀 Max',
];
const LAST = [
  'Smith',
  'Smithson',
  'Müller',
  'Garcia',
  'García',
  'de la Cruz',
  'van Dyke',
  'Ng',
  'Σισυφος',
  'Straße',
  '100%_x\\',
];
const DOMAINS = ['example.com', 'gmail.com', 'mail.example.org', 'acme-plumbing.test'];
const CITIES = ['Austin', 'austin', 'Dallas', 'Köln', 'Koln', 'São Paulo', 'New  York', 'Łódź', '東京都'];
const WORDS = [
  'leaking pipe',
  'call back Tuesday',
  '"quoted"',
  'NEAR(a b)',
  'fifty% off',
  'snow_flake',
  'C:\\temp',
  'urgent!',
];
const SOURCES = ['Google Ads', 'google ads 2', 'Fair'];
const TAGS = ['VIP', 'Spring list', 'cold', 'Größe'];
const CHOICES = ['basic', 'plus', 'premium'];
const LABELS = { city: 'City', budget: 'Budget', plan: 'Plan', visit: 'Visit', callback: 'Call back' };

const text = (values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values);
const some = <T>(value: fc.Arbitrary<T>, most: number): fc.Arbitrary<T[]> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<T[]>([]) },
    { weight: 3, arbitrary: fc.array(value, { minLength: 1, maxLength: most }) },
  );
const DAY = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.parse('2024-01-01T00:00:00.000Z');
const moment = fc.integer({ min: 0, max: 800 * DAY }).map((offset) => FIRST_DAY + offset);
const isoDate = fc
  .integer({ min: 0, max: 900 })
  .map((day) => new Date(FIRST_DAY + day * DAY).toISOString().slice(0, 10));

const decimal = fc.constantFrom(
  '1',
  '1.0',
  '1.50',
  '1.5',
  '-3',
  '0',
  '-0',
  '007',
  '20',
  '100000000',
  '.5',
  '0.50',
);
const fields = fc.record({
  city: some(text(CITIES), 2),
  budget: some(decimal, 1),
  plan: some(text(CHOICES), 1),
  visit: some(isoDate, 1),
  callback: some(
    moment.map((time) => new Date(time).toISOString()),
    1,
  ),
  interests: some(fc.subarray(CHOICES, { minLength: 1 }), 1),
  value: some(fc.record({ unit: fc.constant('USD'), value: fc.constantFrom(1, 2.5, 1000, -4) }), 1),
  page: some(
    fc.constantFrom('https://example.com/a', 'https://example.com/b?x=1', 'http://test.example/'),
    1,
  ),
  home: some(
    fc.record({ street: some(text(LAST), 2), rooms: some(decimal, 1), kind: some(text(CHOICES), 1) }),
    2,
  ),
});

interface Past {
  type: string;
  time: number;
  subject: string | undefined;
  message: string;
}
const past: fc.Arbitrary<Past[]> = fc.array(
  fc.record({
    type: fc.constantFrom('note', 'email_message', 'reminder', 'sms'),
    time: moment,
    subject: fc.option(text(WORDS), { nil: undefined }),
    message: fc.tuple(text(WORDS), text(FIRST), text(WORDS)).map((parts) => parts.join(' ')),
  }),
  { minLength: 1, maxLength: 3 },
);

const person = fc.record({
  name: fc.option(
    fc.tuple(text(FIRST), text(LAST)).map((names) => names.join(' ')),
    { nil: undefined, freq: 8 },
  ),
  emails: some(
    fc.tuple(text(['ann', 'John.Smith', 'j_smith', 'x+tag', 'qqx']), fc.nat({ max: 99 }), text(DOMAINS)),
    3,
  ),
  phones: some(fc.nat({ max: 9_999 }), 2),
  state: text(STATES),
  group: fc.nat({ max: 2 }),
  assignee: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
  fields,
  created: moment,
  events: fc.oneof({ weight: 3, arbitrary: past.map(() => [] as Past[]) }, { weight: 1, arbitrary: past }),
});

/** Creates the company. The same seed gives the same leads. */
export async function makeRandomCompany(count: number, seed: number): Promise<RandomCompany> {
  const company = await makeCompanyWithUsers();
  const { superadmin, path, manager, agent, colleague } = company;
  const first = (
    await answerOf<{ id: string; label: string }[]>(
      await sendAs(superadmin, 'GET', `${path}/lead_settings/groups`),
    )
  )[0];
  const groups = [
    { id: first?.id ?? '', label: first?.label ?? '' },
    { id: crypto.randomUUID(), label: 'North' },
    { id: crypto.randomUUID(), label: 'east' },
  ];
  await answerOf(
    await sendAs(superadmin, 'PUT', `${path}/lead_settings/groups`, [
      { ...first, label: groups[0]?.label },
      ...groups.slice(1).map((group) => ({ ...group, deletable: true })),
    ]),
  );
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, fieldDefinitions()));
  const users = [manager, agent, colleague];
  const people = fc.sample(person, { numRuns: count, seed });
  const leads: KnownLead[] = [];
  for (let start = 0; start < people.length; start += 250) {
    const batch = people
      .slice(start, start + 250)
      .map((each, index) =>
        knownLead(each, start + index, { groups, users: users.map(({ userId }) => userId) }),
      );
    const body = { leads: batch.map((lead, index) => historyOf(lead, people[start + index], users)) };
    const { lead_ids: ids } = await answerOf<{ lead_ids: string[] }>(
      await sendLead({ user: superadmin, path }, 'POST', '/history', body),
    );
    leads.push(...batch.map((lead, index) => ({ ...lead, leadId: ids[index] ?? '' })));
  }
  return { company, leads, groups };
}

type Person = ReturnType<(typeof person)['generate']>['value'];

function knownLead(
  each: Person,
  index: number,
  { groups, users }: { groups: RandomCompany['groups']; users: string[] },
): KnownLead {
  const emails = each.emails.map(([local, number, domain]) => `${local}${number}@${domain}`);
  const phones = each.phones.map((number) => `+1512555${String(number).padStart(4, '0')}`);
  // The request has the generated values. The record has no empty values and each identifier once.
  const kept = Object.entries(each.fields).map(([name, values]): [string, unknown[]] => [
    name,
    keptValues(values),
  ]);
  const events = each.events.map(({ type, time, subject, message }) => ({
    type,
    time,
    texts: [...(type === 'email_message' && subject !== undefined ? [subject] : []), message],
  }));
  return {
    leadId: '',
    name: each.name,
    emails:
      emails.length + phones.length === 0
        ? [`lead.${index}@example.com`]
        : unique(emails, (email) => email.toLowerCase()),
    phones: [...new Set(phones)],
    sources: SOURCES.filter((_, place) => (index >> place) % 3 === 0),
    tags: TAGS.filter((_, place) => (index >> place) % 4 === 1),
    state: each.state,
    group: groups[each.group]?.id ?? '',
    assignee: each.assignee === undefined ? undefined : users[each.assignee],
    fields: Object.fromEntries(kept.filter(([, values]) => values.length > 0)),
    created: each.created,
    modified: Math.max(each.created, ...events.map(({ time }) => time)),
    events,
  };
}

function keptValues(values: readonly unknown[]): unknown[] {
  return values.flatMap((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || 'unit' in value)
      return [value];
    const parts = Object.entries(value as Record<string, unknown[]>).filter(([, inner]) => inner.length > 0);
    return parts.length === 0 ? [] : [Object.fromEntries(parts)];
  });
}

function historyOf(
  lead: KnownLead,
  each: Person | undefined,
  users: { userId: string; email: string }[],
): unknown {
  const email = users.find(({ userId }) => userId === lead.assignee)?.email;
  return {
    lead: {
      ...(lead.name === undefined ? {} : { name: lead.name }),
      emails: lead.emails.map((address) => ({ email: address })),
      phones: lead.phones.map((phone) => ({ phone })),
      source_tags: lead.sources,
      tags: lead.tags,
      state: lead.state,
      lead_group: lead.group,
      lead_fields: lead.fields,
    },
    creation_time: new Date(lead.created).toISOString(),
    ...(email === undefined ? {} : { assigned_to_email: email }),
    events: (each?.events ?? []).map(({ type, time, subject, message }) => ({
      type,
      event_time: new Date(time).toISOString(),
      message,
      ...(type === 'email_message' && subject !== undefined ? { data: { subject } } : {}),
    })),
  };
}

function fieldDefinitions(): unknown[] {
  const common = { sortable: true, field_facet: true, print_lines: 1 };
  const choices = (type: string): object =>
    ['dropdown', 'multiselect'].includes(type) ? { choices: CHOICES } : {};
  return Object.entries(FIELDS).map(([name, type]) => ({
    ...common,
    name,
    label: LABELS[name as keyof typeof LABELS] ?? name,
    type,
    cardinality: 0,
    pinned: false,
    field_group: 'g',
    ...choices(type),
    ...(type === 'complex'
      ? {
          sub_fields: Object.entries(PARTS).map(([part, partType]) => ({
            ...common,
            name: part,
            label: part,
            type: partType,
            summary: false,
            ...choices(partType),
          })),
        }
      : {}),
  }));
}

function unique(values: readonly string[], keyOf: (value: string) => string): string[] {
  return values.filter(
    (value, index) => values.findIndex((other) => keyOf(other) === keyOf(value)) === index,
  );
}
