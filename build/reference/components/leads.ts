/** The shapes of leads, of writes to them, and of imports. */
import {
  arrayOf,
  choice,
  count,
  exactly,
  flag,
  id,
  type JsonSchema,
  phone,
  ref,
  text,
  time,
} from '../../../worker/shared/reference/operation.ts';

const NAMED = { 'name?': text };
const MATCHED_ON = choice(['email', 'phone', 'email_and_phone']);

const summary = {
  lead_id: id,
  source_tags: arrayOf(text),
  'tags?': arrayOf(text),
  ...NAMED,
  'emails?': arrayOf(ref('LeadEmail')),
  'phones?': arrayOf(ref('LeadPhone')),
  'aliases?': arrayOf(text),
  'lead_group?': id,
  state: text,
  'assigned_to?': ref('Person'),
  'lead_fields?': ref('FieldValues'),
  lead_creation_time: time,
  lead_modification_time: time,
};
const selectable = { ...summary, 'user_assigned_to?': id, allow_unmerge: flag };

/** A value that a merge or a change tells: text, or a list of values. */
const LISTED = arrayOf({ anyOf: [ref('LeadEmail'), ref('LeadPhone'), ref('FieldValue')] });
const MEMBER_VALUE: JsonSchema = { anyOf: [text, LISTED] };

export const LEAD_COMPONENTS: Record<string, JsonSchema> = {
  LeadEmail: exactly({ type: text, email: text }),
  LeadPhone: exactly({ phone, type: text, 'extension?': text }),
  FieldValues: { type: 'object', additionalProperties: { type: 'array', items: ref('FieldValue') } },
  FieldValue: {
    anyOf: [
      text,
      arrayOf(text),
      exactly({ unit: text, value: { type: 'number' } }),
      { type: 'object', additionalProperties: { type: 'array', items: ref('FieldValue') } },
    ],
  },
  GivenFieldValues: {
    type: 'object',
    additionalProperties: {
      anyOf: [
        ref('FieldValue'),
        { type: 'number' },
        { type: 'null' },
        { type: 'array', items: ref('GivenFieldValue') },
      ],
    },
  },
  GivenFieldValue: {
    anyOf: [
      ref('FieldValue'),
      { type: 'number' },
      {
        type: 'object',
        additionalProperties: {
          anyOf: [ref('GivenFieldValue'), { type: 'array', items: ref('GivenFieldValue') }],
        },
      },
    ],
  },
  Lead: exactly({
    lead_id: id,
    ...NAMED,
    source_tags: arrayOf(text),
    'tags?': arrayOf(text),
    emails: arrayOf(ref('LeadEmail')),
    phones: arrayOf(ref('LeadPhone')),
    'aliases?': arrayOf(text),
    state: text,
    'assigned_to?': ref('Person'),
    'lead_group?': id,
    lead_fields: ref('FieldValues'),
    last_event_time: { type: 'integer' },
    lead_modification_time: time,
  }),
  RecentLead: exactly(summary),
  FoundLead: exactly(selectable),
  ViewLead: exactly({ ...selectable, location_names: arrayOf(text) }),
  AffectedLeads: exactly({ lead_ids: arrayOf(id), 'lead?': ref('Lead') }),
  PossibleDuplicate: exactly({ lead_id: id, matched_on: MATCHED_ON }),
  CreatedLead: exactly({
    lead_ids: arrayOf(id),
    'lead?': ref('Lead'),
    possible_duplicates: arrayOf(ref('PossibleDuplicate')),
  }),
  UpsertedLead: exactly({
    lead_ids: arrayOf(id),
    'lead?': ref('Lead'),
    created: flag,
    'matched_on?': MATCHED_ON,
    possible_duplicates: arrayOf(ref('PossibleDuplicate')),
  }),
  MemberChange: {
    anyOf: [
      exactly({ field: text, 'before?': MEMBER_VALUE, 'after?': MEMBER_VALUE }),
      exactly({
        field: text,
        added: LISTED,
        removed: LISTED,
        'reordered?': { const: true },
      }),
      exactly({ field: text, omitted: { const: true } }),
    ],
  },
  MergeConflict: exactly({
    field: text,
    primary: MEMBER_VALUE,
    secondary: MEMBER_VALUE,
    winner: choice(['primary', 'secondary', 'both']),
  }),
  Merge: exactly({
    status: text,
    merged_lead_id: id,
    secondary_lead_id: id,
    conflicts: arrayOf(ref('MergeConflict')),
    'preview?': ref('Lead'),
  }),
  Import: exactly({
    import_id: id,
    status: choice(['running', 'done']),
    dry_run: flag,
    count,
    processed: count,
    created: count,
    updated: count,
    failed: count,
    ignored_columns: arrayOf(text),
    start: count,
    rows: arrayOf(ref('ImportedRow')),
  }),
  ImportedRow: exactly({
    row: { type: 'integer', minimum: 1 },
    status: choice(['created', 'updated', 'failed']),
    'lead_id?': id,
    'matched_on?': MATCHED_ON,
    'changes?': arrayOf(ref('MemberChange')),
    'further_changes?': count,
    'errors?': arrayOf(
      exactly({
        'column?': text,
        code: text,
        detail: text,
        'lead_ids?': arrayOf(id),
        'limit?': count,
        'count?': count,
      }),
    ),
  }),
  Module: exactly({ display_name: text, adm_id: id, type: choice(['built-in', 'custom']) }),
  Record: exactly({
    record_id: id,
    adm_id: id,
    fields: ref('FieldValues'),
    created_time: time,
    modified_time: time,
  }),
  RecordInput: { anyOf: [exactly({ fields: ref('GivenFieldValues') }), ref('GivenFieldValues')] },
  SearchHit: exactly({
    search_field_name: text,
    field_name: text,
    field_value: text,
    ...NAMED,
    'phone?': text,
    'email?': text,
    lead_id: id,
    'user_assigned_to?': id,
    lead_modification_time: time,
  }),
  LeadOnDemand: exactly({ lead: ref('Lead') }),
  SmartView: exactly({ name: text, smart_view_id: id, filters: ref('Filters'), sort: ref('Sort') }),
  SmartViewName: exactly({ name: text, smart_view_id: id }),
  Filters: {
    type: 'object',
    additionalProperties: { anyOf: [ref('Filter'), exactly({ not: ref('Filter') })] },
  },
  Filter: { anyOf: [arrayOf(text), text, ref('FilterRange'), exactly({ contains: text })] },
  FilterRange: {
    type: 'object',
    properties: { from: { type: ['string', 'number', 'null'] }, to: { type: ['string', 'number', 'null'] } },
    additionalProperties: false,
  },
  Sort: {
    type: 'object',
    maxProperties: 3,
    additionalProperties: exactly({ order: choice(['asc', 'desc']) }),
  },
  Facet: exactly({
    id: text,
    display_name: text,
    short_display_name: text,
    facet_type: { const: 'terms' },
    total_available_facets: count,
    total_facet_count: count,
    values: arrayOf(exactly({ id: text, display_name: text, count, selected: flag })),
    'not_counted?': { const: 'too_many_values' },
  }),
};
