/** What the API answers to the forms that are refused. */
import type { ApiAnswers } from '../rendered.ts';

export const ID = '00000000-0000-4000-8000-000000000001';
export const OTHER_ID = '00000000-0000-4000-8000-000000000002';
const TIME = '2026-03-02T09:00:00Z';

interface NamedField {
  name: string;
  label: string;
  type: string;
}

const PLAIN = { cardinality: 1, sortable: false, field_facet: false, pinned: false };

const field = (name: string, label: string, more: object = {}): NamedField =>
  Object.assign({ name, label, type: 'text' }, PLAIN, { print_lines: 1, field_group: '' }, more);

/** A field of each type. */
export const LEAD_FIELDS = [
  field('short', 'Short text'),
  field('long', 'Long text', { print_lines: 3 }),
  field('amount', 'Amount', { type: 'currency' }),
  field('choice', 'Choice', { type: 'dropdown', choices: ['a', 'b'] }),
  field('choices', 'Choices', { type: 'multiselect', choices: ['a', 'b'] }),
  field('day', 'Day', { type: 'date' }),
  field('moment', 'Moment', { type: 'datetime' }),
  field('count', 'Number of rooms', { type: 'number', cardinality: 0 }),
  field('page', 'Page', { type: 'url' }),
  field('place', 'Place', { type: 'complex', sub_fields: [field('city', 'City')] }),
];

export const LEAD = {
  lead_id: ID,
  name: 'Ann',
  emails: [],
  phones: [{ phone: '+15125550140', type: 'Mobile' }],
  source_tags: [],
  tags: [],
  lead_fields: { choices: [['a']] },
  state: 'open',
  lead_group: ID,
};

export const NOTE = {
  type: 'note',
  data: {
    event_id: ID,
    event_time: TIME,
    message: 'Call back.',
    comment_count: 0,
    created_by: ID,
    created_by_entity: { name: 'Sue Berg' },
  },
};

export const CURRENCIES = {
  currencies: [
    { unit: 'USD', name: 'US dollar', symbol: '$', rate: 1, show: true, company_default: true },
    { unit: 'EUR', name: 'Euro', symbol: '€', rate: 0.9, show: true, company_default: false },
  ],
};

export const CALL = { call_id: ID, tags: [], value: null, lead_status: null, note: null };

/** A deployment with an engine for speech. */
export const SPEECH = { engine: 'server', price_per_minute: 0.006, months: [], minutes_left: 1_000 };

export const OPTIONS = {
  name: 'Acme',
  default_region: 'US',
  won: { states: [], value_field: null },
  cors_origins: [],
  transcripts: 'off',
  transcript_language: null,
  transcript_minutes: 1_000,
  answer_within_minutes: 30,
  reminder_overdue_minutes: 60,
  time_zone: null,
  retention: {
    removed_leads_days: 30,
    idle_leads_days: null,
    calls_without_lead_days: 365,
    notifications_days: 90,
    audit_days: 365,
    evidence_days: 90,
  },
  outgoing: {
    countries: ['US'],
    texts_per_lead: 4,
    texts_per_user: 60,
    texts_per_company: 600,
    calls_abroad_per_company: 20,
  },
};

export const BOUGHT = { monthly_cost: 5, monthly_cap: 100, numbers: [] };

export const NO_FACTOR = {
  since_time: null,
  recovery_codes_left: 0,
  is_required: false,
  company_name: 'Acme Plumbing',
};
export const FACTOR = {
  since_time: TIME,
  recovery_codes_left: 5,
  is_required: false,
  company_name: 'Acme Plumbing',
};

export const PASSKEY = {
  passkey_id: ID,
  name: 'Phone',
  created_time: TIME,
  last_used_time: null,
  is_synced: false,
  host: 'localhost',
};

export const PROFILE = {
  user_id: ID,
  name: 'Ann Lee',
  role_id: 'manager',
  phone: '',
  notify_reminders_by_sms: false,
  email: 'ann@example.com',
  is_suspended: false,
};

export const COMPANIES = [
  [ID, 'Acme', true],
  [OTHER_ID, 'Bolt', false],
].map(([id, name, isCurrent]) => ({
  company_id: id,
  name,
  role_id: 'superadmin',
  is_suspended: false,
  is_current: isCurrent,
}));

const KINDS =
  'assigned missed_call voicemail text form reminder_due reminder_overdue mentioned marked job report trouble';
const CHANNELS = { console: true, push: true, mail: false };
export const CHOICES = {
  kinds: Object.fromEntries(KINDS.split(' ').map((kind) => [kind, CHANNELS])),
  quiet_hours: null,
  digest_at: null,
  time_zone: null,
  mail: { state: 'ready', address: 'sue@example.com' },
};

export const PLATFORM = {
  platform: 'meta',
  label: 'Meta',
  door: 'api',
  enabled: false,
  fields: [
    { name: 'dataset_id', label: 'Dataset', kind: 'text', hint: 'Digits.', is_required: true },
    { name: 'version', label: 'Version', kind: 'choice', choices: ['1', '2'], is_required: false },
  ],
  settings: { version: '1' },
  secret: { label: 'Access token', hint: '' },
  secret_set: false,
  secret_time: null,
};

export const REPORT = {
  report_id: ID,
  name: 'Weekly',
  query: { metrics: 'calls' },
  is_shared: false,
  owner_id: ID,
  created_time: TIME,
  modified_time: TIME,
  schedule: null,
  shared_until: null,
};

export const COST_FILE = {
  rows: 1,
  saved: 1,
  changed: 1,
  from: '2026-11-02',
  to: '2026-11-02',
  ignored_columns: [],
  total_rows: 0,
  title_rows: 0,
  questions: [],
  preview: [],
};

export const IMPORTED = {
  dry_run: true,
  status: 'done',
  created: 1,
  updated: 0,
  failed: 0,
  rows: [],
  processed: 1,
  count: 1,
};

/** What is read unless a form has answers of its own. */
export const READ_ANSWERS: ApiAnswers = {
  [`GET /leads/${ID}`]: LEAD,
  'GET /users': [PROFILE],
  [`GET /leads/${ID}/contacts`]: {
    first_visit: null,
    call_counts: { received: 0, placed: 0, missed: 0 },
    text_counts: { received: 0, sent: 0 },
    form_count: 0,
    values: [],
  },
  [`GET /leads/${ID}/events`]: { events: [NOTE], count: 1 },
  'GET /lead_settings/fields': LEAD_FIELDS,
  'GET /lead_settings/groups': [
    { id: ID, label: 'Sales', deletable: true },
    { id: OTHER_ID, label: 'Service', deletable: true },
  ],
  'GET /lead_settings/states': [
    { name: 'open', label: 'Open', color: '#64748b' },
    { name: 'won', label: 'Won', color: '#64748b' },
  ],
  'GET /lead_settings/currencies': CURRENCIES,
};
