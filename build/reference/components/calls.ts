/** The schemas of the answers about calls and messages. */
import { OUTCOMES, MESSAGE_STATUSES } from '../../../worker/shared/contact/outcomes.ts';
import { callSettingsSchema, CARRIERS } from '../../../worker/core/phone/ringing/settings-schema.ts';
import {
  anyMembers,
  arrayOf,
  count,
  flag,
  choice,
  exactly,
  id,
  type JsonSchema,
  nullable,
  phone,
  ref,
  text,
  time,
} from '../../../worker/shared/reference/operation.ts';
import { schemaOf } from '../schemas.ts';

const members = schemaOf(callSettingsSchema)['properties'] as Record<string, JsonSchema>;
const { default: _none, ...rules } = members['defaults'] ?? {};
const rulesByName: JsonSchema = { type: 'object', additionalProperties: ref('CallRules') };

export const CALL_COMPONENTS: Record<string, JsonSchema> = {
  CallRules: rules,
  CallSettings: exactly({
    carriers: arrayOf(
      exactly({
        carrier: choice(CARRIERS),
        account_id: text,
        secrets: { type: 'integer', minimum: 0 },
        api: nullable(exactly({ user: text, secret: { const: true }, 'base?': text })),
      }),
    ),
    defaults: ref('CallRules'),
    locations: rulesByName,
    numbers: rulesByName,
    blocked: arrayOf(phone),
    unlisted_numbers: arrayOf(phone),
  }),
  Call: exactly({
    call_id: id,
    carrier: text,
    carrier_call_id: text,
    direction: choice(['inbound', 'outbound']),
    number: text,
    from: nullable(text),
    caller_name: nullable(text),
    location_id: nullable(text),
    source: nullable(text),
    started_at: time,
    ring_seconds: count,
    answered_at: nullable(time),
    talk_seconds: nullable(count),
    ended_at: nullable(time),
    outcome: nullable(choice(OUTCOMES)),
    hangup: nullable(
      exactly({ cause: nullable(text), error_code: nullable(text), error_message: nullable(text) }),
    ),
    answered_by: nullable(exactly({ number: phone, 'user_id?': id })),
    first_time: flag,
    prior_calls: count,
    lead_id: nullable(id),
    visit: nullable(anyMembers('No call has one yet, and its members are not defined.')),
    attribution: exactly({
      method: { const: 'number' },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      candidates: { type: 'array', items: exactly({ source: nullable(text), location_id: nullable(text) }) },
    }),
    recording: nullable(exactly({ state: text, seconds: count, announced: flag })),
    voicemail: nullable(exactly({ seconds: count })),
    spam: exactly({
      attestation: nullable(choice(['A', 'B', 'C'])),
      verification: nullable(choice(['passed', 'failed', 'none'])),
      attestation_path: nullable(choice(['diverted', 'passthrough'])),
      reasons: { type: 'array', items: text },
    }),
    tags: { type: 'array', items: text },
    value: nullable(exactly({ unit: text, value: { type: 'number' } })),
    lead_status: nullable(choice(['good', 'not_a_lead'])),
    note: nullable(text),
    modified_at: time,
  }),
  Text: exactly({
    text_id: id,
    carrier: text,
    carrier_text_id: text,
    direction: choice(['inbound', 'outbound']),
    number: phone,
    phone: nullable(text),
    message: text,
    media: arrayOf(exactly({ index: count, content_type: text })),
    location_id: nullable(text),
    source: nullable(text),
    sent_at: time,
    status: choice(MESSAGE_STATUSES),
    error: nullable(text),
    lead_id: nullable(id),
    modified_at: time,
  }),
  CarrierFields: { type: 'object', additionalProperties: text },
  CallPreview: exactly({
    number: phone,
    from: nullable(phone),
    at: time,
    location_id: nullable(text),
    source: nullable(text),
    rings: arrayOf(arrayOf(exactly({ number: phone, 'user_id?': id }))),
    first: arrayOf(text),
    rules: ref('CallRules'),
    steps: arrayOf(exactly({ step: text, detail: text })),
  }),
};
