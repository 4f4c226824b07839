/** The shapes of the answers. */
import { LEAD_FIELD_TYPES } from '../../worker/core/settings/records.ts';
import { EVENT_TYPES } from '../../worker/core/timeline/schema.ts';
import { problemVocabulary } from '../../worker/problems.ts';
import { CALL_COMPONENTS } from './call-components.ts';
import { findingComponents } from './finding-components.ts';
import { arrayOf, count, exactly, flag, id, type JsonSchema, ref, text, time } from './operation.ts';
import { peopleComponents } from './people-components.ts';
import { MEMBERSHIP_COMPONENTS } from './membership-operations.ts';
import { REMOVAL_COMPONENTS } from './removal-operations.ts';
import { streamComponents } from './stream-components.ts';

const anything: JsonSchema = {};
const object: JsonSchema = { type: 'object' };
const fieldType: JsonSchema = { enum: LEAD_FIELD_TYPES };
const emails = arrayOf(exactly({ type: text, email: text }));
const phones = arrayOf(exactly({ phone: text, type: text, 'extension?': text }));
const aliases: JsonSchema = {
  ...arrayOf(text),
  description:
    'E-mail addresses (in lower case) and phone numbers of leads that were merged into this one and that it does not show otherwise. Search and upsert find the lead by them.',
};
const assignedTo = exactly({ name: text, id });
const fieldValues = { type: 'object', additionalProperties: { type: 'array' } };
const summary = {
  lead_id: id,
  source_tags: arrayOf(text),
  'name?': text,
  'emails?': emails,
  'phones?': phones,
  'aliases?': aliases,
  'lead_group?': id,
  state: text,
  'assigned_to?': assignedTo,
  'lead_fields?': fieldValues,
  lead_creation_time: time,
  lead_modification_time: time,
};
const person = exactly({ 'user_id?': id, 'name?': text, 'group_id?': id, company_id: id });
const duplicates = arrayOf(exactly({ lead_id: id, matched_on: text }));
const module = { display_name: text, adm_id: id, type: { enum: ['built-in', 'custom'] } };
const location = {
  name: text,
  city: text,
  state: text,
  country: text,
  address: text,
  postal_code: text,
  timezone: text,
  latitude: text,
  longitude: text,
  hours: arrayOf(object),
  numbers: { type: 'array' },
  users: { type: 'array' },
  extra_params: object,
};

/** Every named shape, by its name in `components.schemas`. */
export const COMPONENTS: Record<string, JsonSchema> = {
  Problem: {
    type: 'object',
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      code: { enum: problemVocabulary().map(({ code }) => code) },
      detail: text,
      instance: text,
      request_id: text,
      errors: arrayOf(
        exactly({
          'pointer?': text,
          'parameter?': text,
          'row?': count,
          'column?': text,
          code: text,
          detail: text,
          'allowed?': arrayOf(text),
        }),
      ),
    },
    required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'request_id', 'errors'],
  },
  Token: { type: 'string', pattern: '^llt_[A-Za-z0-9_-]{64}$' },
  ...peopleComponents,
  LeadField: exactly({
    name: text,
    label: text,
    type: fieldType,
    cardinality: { type: 'integer' },
    sortable: flag,
    field_facet: flag,
    pinned: flag,
    print_lines: count,
    field_group: text,
    'choices?': arrayOf(text),
    'sub_fields?': arrayOf(
      exactly({
        name: text,
        label: text,
        type: fieldType,
        sortable: flag,
        summary: flag,
        field_facet: flag,
        print_lines: count,
        'choices?': arrayOf(text),
      }),
    ),
  }),
  State: exactly({ name: text, label: text, color: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' } }),
  Group: exactly({ id, label: text, deletable: flag, 'smart_view_id?': id }),
  Currency: exactly({
    name: text,
    unit: text,
    symbol: text,
    rate: { type: 'number', exclusiveMinimum: 0 },
    show: flag,
    company_default: flag,
  }),
  CompanyOptions: exactly({
    name: text,
    default_region: text,
    source_update: text,
    create_duplicates: text,
    upsert_conflict: text,
    group_visibility: text,
    week_start: text,
    notification_webhook: { oneOf: [exactly({ url: text, secret: text }), { type: 'null' }] },
    retention: exactly({
      removed_leads_days: count,
      idle_leads_days: { type: ['integer', 'null'] },
      notifications_days: count,
      audit_days: count,
    }),
  }),
  ...streamComponents,
  ...MEMBERSHIP_COMPONENTS,
  ...REMOVAL_COMPONENTS,
  Lead: exactly({
    lead_id: id,
    'name?': text,
    source_tags: arrayOf(text),
    emails,
    phones,
    'aliases?': aliases,
    state: text,
    'assigned_to?': assignedTo,
    'lead_group?': id,
    lead_fields: fieldValues,
    last_event_time: { type: 'integer', description: 'Milliseconds since the epoch.' },
    lead_modification_time: time,
  }),
  RecentLead: exactly(summary),
  FoundLead: exactly({ ...summary, 'user_assigned_to?': id, allow_unmerge: flag }),
  ...findingComponents(summary),
  ...CALL_COMPONENTS,
  AffectedLeads: exactly({ lead_ids: arrayOf(id), 'lead?': ref('Lead') }),
  CreatedLead: exactly({ lead_ids: arrayOf(id), possible_duplicates: duplicates, 'lead?': ref('Lead') }),
  UpsertedLead: exactly({
    lead_ids: arrayOf(id),
    'lead?': ref('Lead'),
    created: flag,
    'matched_on?': text,
    possible_duplicates: duplicates,
  }),
  Merge: exactly({
    status: text,
    merged_lead_id: id,
    secondary_lead_id: id,
    conflicts: arrayOf(exactly({ field: text, primary: anything, secondary: anything, winner: text })),
    'preview?': ref('Lead'),
  }),
  Event: exactly({
    type: { enum: EVENT_TYPES },
    inbound: flag,
    online: flag,
    data: {
      type: 'object',
      properties: {
        event_id: id,
        event_time: time,
        created_by_entity: person,
        created_by: text,
        comment_count: count,
        attached_entities: arrayOf(exactly({ type: { const: 'lead' }, lead: exactly({ id }) })),
        message: text,
        phone: text,
        tags: { type: 'array' },
        extra_data: object,
      },
      required: [
        'event_id',
        'event_time',
        'created_by_entity',
        'created_by',
        'comment_count',
        'attached_entities',
      ],
    },
  }),
  Comment: exactly({
    sub_event_id: id,
    data: exactly({
      comment: text,
      sub_event_type: { const: 'comment' },
      event_time: time,
      created_by_entity: person,
      created_by: text,
      sub_event_id: id,
    }),
  }),
  Module: exactly(module),
  ModuleMeta: exactly({
    ...module,
    custom_fields: arrayOf(
      exactly({
        name: text,
        label: text,
        type: fieldType,
        'choices?': arrayOf(text),
        is_identifier: flag,
        auto_generated: flag,
      }),
    ),
    i18n: exactly({
      lead_title_singular: text,
      lead_sentence_singular: text,
      lead_sentence_plural: text,
      lead_title_plural: text,
    }),
    restrictions: object,
  }),
  Record: exactly({
    record_id: id,
    adm_id: id,
    fields: fieldValues,
    created_time: time,
    modified_time: time,
  }),
  ClosestLocation: { oneOf: [exactly(location), { type: 'null' }] },
  Closest: exactly({ phone_number: text, closest_location: ref('ClosestLocation') }),
  Swap: exactly({
    phone_number: text,
    closest_location: ref('ClosestLocation'),
    source: text,
    swaps: arrayOf(exactly({ from: text, to: text, sms: flag })),
    'forms?': { type: 'object', description: 'For the widget of this version only.' },
    max_age: count,
  }),
};
