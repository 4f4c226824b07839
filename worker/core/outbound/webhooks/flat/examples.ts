/** An example of each flat message, for companies in which nothing of the kind has happened yet. Pure. */
import type { ChangeType } from '../../../engine/context/stream-schema.ts';
import { flatChange, type FlatChange } from './flat-change.ts';

const TIME = '2026-11-30T09:30:00.000Z';
const ID = '00000000-0000-4000-8000-00000000000';
const LEAD_ID = { lead_id: `${ID}1` };
const EVENT_ID = { event_id: `${ID}2` };
const OTHER_LEAD = { secondary_lead_id: `${ID}3` };
const USER_ID = { user_id: `${ID}4` };
const PHONE = '+15125550177';
const NUMBER = '+15125550101';
const FROM_ADS = { source: 'Google Ads', campaign: 'Spring' };

const LEAD = {
  ...LEAD_ID,
  lead: {
    ...LEAD_ID,
    name: 'Ann Lee',
    source_tags: [FROM_ADS.source],
    tags: ['VIP'],
    emails: [{ type: 'Work', email: 'ann@example.com' }],
    phones: [{ type: 'Mobile', phone: PHONE }],
    lead_source: FROM_ADS.source,
    campaign_first: FROM_ADS.campaign,
    campaign_last: FROM_ADS.campaign,
    landing_page: 'https://www.example.com/spring',
    state: 'open',
    assigned_to: { id: USER_ID.user_id, name: 'Robin Roe' },
    lead_fields: {},
    last_event_time: Date.parse(TIME),
    lead_modification_time: TIME,
  },
};

const VISIT = {
  visit_id: null,
  began_at: TIME,
  ...FROM_ADS,
  channel: 'paid_search',
  site: 'www.example.com',
  medium: 'cpc',
  term: 'plumber',
  content: null,
  first_source: FROM_ADS.source,
  first_campaign: FROM_ADS.campaign,
  landing_page: 'https://www.example.com/spring',
  referrer: 'https://www.google.com/',
  click_ids: {},
  ad_user_data: null,
  ids: null,
};
/** What calls, texts and forms have. */
const CONTACT = {
  ...LEAD_ID,
  number: NUMBER,
  source: FROM_ADS.source,
  visit: VISIT,
  attribution: { method: 'tap', confidence: 0.98, candidates: [], model_version: '2' },
  modified_at: TIME,
};

const CALL_ID = { call_id: `${ID}5` };
const CALL = {
  ...LEAD,
  ...EVENT_ID,
  ...CALL_ID,
  number: NUMBER,
  outcome: 'missed',
  call: {
    ...CONTACT,
    ...CALL_ID,
    carrier: 'twilio',
    carrier_call_id: 'CA1',
    direction: 'inbound',
    from: PHONE,
    caller_name: null,
    location_id: 'austin',
    started_at: TIME,
    ring_seconds: 24,
    answered_at: null,
    talk_seconds: null,
    ended_at: TIME,
    outcome: 'missed',
    hangup: null,
    answered_by: null,
    placed_by: null,
    first_time: true,
    prior_calls: 0,
    lead_name: 'Ann Lee',
    recording: null,
    voicemail: null,
    spam: { attestation: null, verification: null, attestation_path: null, reasons: [] },
    tags: [],
    value: null,
    lead_status: null,
    note: null,
  },
};

const TEXT_ID = { text_id: `${ID}6` };
const TEXT = {
  ...LEAD,
  ...EVENT_ID,
  ...TEXT_ID,
  number: NUMBER,
  status: 'received',
  text: {
    ...CONTACT,
    ...TEXT_ID,
    carrier: 'twilio',
    carrier_text_id: 'SM1',
    direction: 'inbound',
    phone: PHONE,
    message: 'Can you come on Monday?',
    media: [],
    location_id: 'austin',
    sent_at: TIME,
    status: 'received',
    automatic: false,
    missed_call_id: null,
    error: null,
    lead_name: 'Ann Lee',
  },
};

const PAGE = { page: 'https://www.example.com/contact' };
const FORM_FACTS = { form_id: `${ID}7`, form: 'Contact', ...PAGE, confirmed: true, spam: [] };
const FORM = {
  ...LEAD,
  ...eventOf('form', {
    ...FORM_FACTS,
    ...FROM_ADS,
    name: 'Ann Lee',
    email: 'ann@example.com',
    phone: PHONE,
    answers: [{ label: 'Message', value: 'Our roof leaks.' }],
  }),
  form_id: FORM_FACTS.form_id,
  ...PAGE,
  spam: [],
  form: { ...CONTACT, ...FORM_FACTS, number: null, sent_at: TIME },
};

const NOTE = { ...LEAD, ...eventOf('note', { message: 'Wants a quote.' }) };
const RECORD = { adm_id: `${ID}8`, record_id: `${ID}9` };

const DATA: Readonly<Record<ChangeType, object>> = {
  'lead.created': { ...LEAD, ...eventOf('lead_created', { source_tags: [FROM_ADS.source] }) },
  'lead.changed': { ...LEAD, ...EVENT_ID },
  'lead.assigned': {
    ...LEAD,
    ...EVENT_ID,
    ...USER_ID,
    notification_id: `${ID}0`,
    assigned_by: { id: USER_ID.user_id, name: 'Robin Roe' },
  },
  'lead.merged': { ...LEAD, ...EVENT_ID, ...OTHER_LEAD },
  'lead.unmerged': { ...LEAD, ...OTHER_LEAD },
  'lead.removed': LEAD_ID,
  'lead.restored': LEAD,
  'lead.erased': LEAD_ID,
  'event.created': NOTE,
  'event.changed': NOTE,
  'event.removed': { ...LEAD, ...EVENT_ID },
  'settings.changed': { settings: 'states' },
  'user.created': USER_ID,
  'user.changed': USER_ID,
  'call.started': { ...CALL, outcome: null, call: { ...CALL.call, outcome: null, ended_at: null } },
  'call.completed': CALL,
  'call.changed': CALL,
  'call.transcribed': CALL,
  'text.received': TEXT,
  'text.sent': TEXT,
  'text.changed': TEXT,
  'form.received': FORM,
  'form.changed': FORM,
  'record.created': RECORD,
  'record.changed': RECORD,
  'record.removed': RECORD,
  'report.ready': {
    report_id: `${ID}0`,
    name: 'Calls by source',
    from: '2026-11-23',
    to: '2026-11-29',
    figures: [],
    console_path: '/console/reports',
    due_time: TIME,
  },
};

/** Returns the example of a type of change in a company, before it is flat. */
export function exampleChange(type: ChangeType, companyId: string): Parameters<typeof flatChange>[0] {
  const data = { company_id: companyId, ...DATA[type] };
  return { sequence: 1, type, timestamp: TIME, actor: 'system:forms', request_id: 'example', data };
}

/** Returns the example of a type of change in a company. Its id says that it is one. */
export function exampleOf(type: ChangeType, companyId: string): FlatChange {
  return { ...flatChange(exampleChange(type, companyId)), id: 'example' };
}

/** Returns an event of the lead. */
function eventOf(type: string, data: object): object {
  const common = {
    ...EVENT_ID,
    event_time: TIME,
    created_by_entity: { name: 'forms', company_id: `${ID}0` },
    created_by: 'system:forms',
    comment_count: 0,
    attached_entities: [],
  };
  return {
    ...EVENT_ID,
    event: { type, inbound: type === 'form', online: true, data: { ...common, ...data } },
  };
}
