/** The shapes of what calls and texts answer. */
import { OUTCOMES } from '../../worker/core/calls/facts.ts';
import { TEXT_STATUSES } from '../../worker/core/texts/schema.ts';
import { exactly, flag, id, type JsonSchema, text, time } from './operation.ts';

const object: JsonSchema = { type: 'object' };
const whole: JsonSchema = { type: 'integer', minimum: 0 };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const timeOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
const person = exactly({ number: text, 'user_id?': text });

export const CALL_COMPONENTS: Record<string, JsonSchema> = {
  CallSettings: exactly({
    carriers: {
      type: 'array',
      items: exactly({
        carrier: text,
        account_id: text,
        secrets: { ...whole, description: 'How many there are.' },
        api: {
          oneOf: [exactly({ user: text, secret: { const: true }, 'base?': text }), { type: 'null' }],
        },
      }),
    },
    defaults: object,
    locations: object,
    numbers: object,
    blocked: { type: 'array', items: text },
    unlisted_numbers: { type: 'array', items: text },
  }),
  Call: exactly({
    call_id: id,
    carrier: text,
    carrier_call_id: text,
    direction: { enum: ['inbound', 'outbound'] },
    number: text,
    from: textOrNull,
    caller_name: textOrNull,
    location_id: textOrNull,
    source: textOrNull,
    started_at: time,
    ring_seconds: whole,
    answered_at: timeOrNull,
    talk_seconds: { type: ['integer', 'null'], minimum: 0 },
    ended_at: timeOrNull,
    outcome: { enum: [...OUTCOMES, null], description: 'Null while the call goes on.' },
    answered_by: orNull(person),
    first_time: flag,
    prior_calls: whole,
    lead_id: { type: ['string', 'null'], format: 'uuid' },
    visit: { type: 'null' },
    attribution: exactly({
      method: { const: 'number' },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      candidates: { type: 'array', items: exactly({ source: textOrNull, location_id: textOrNull }) },
    }),
    recording: orNull(exactly({ state: text, seconds: whole, announced: flag })),
    voicemail: orNull(exactly({ seconds: whole })),
    spam: exactly({ attestation: textOrNull, reasons: { type: 'array', items: text } }),
    tags: { type: 'array', items: text },
    value: orNull(exactly({ unit: text, value: { type: 'number' } })),
    lead_status: { enum: ['good', 'not_a_lead', null] },
    note: textOrNull,
    modified_at: time,
  }),
  Text: exactly({
    text_id: id,
    carrier: text,
    carrier_text_id: text,
    direction: { enum: ['inbound', 'outbound'] },
    number: text,
    phone: textOrNull,
    message: text,
    media: { type: 'array', items: exactly({ index: whole, content_type: text }) },
    location_id: textOrNull,
    source: textOrNull,
    sent_at: time,
    status: { enum: TEXT_STATUSES },
    error: textOrNull,
    lead_id: { type: ['string', 'null'], format: 'uuid' },
    modified_at: time,
  }),
  CallPreview: exactly({
    number: text,
    from: textOrNull,
    at: time,
    location_id: textOrNull,
    source: textOrNull,
    rings: {
      type: 'array',
      description: 'Turn by turn; everybody of a turn at once.',
      items: { type: 'array', items: person },
    },
    first: { type: 'array', items: text, description: 'What the carrier is told first.' },
    rules: object,
    steps: { type: 'array', items: exactly({ step: text, detail: text }) },
  }),
};

function orNull(schema: JsonSchema): JsonSchema {
  return { oneOf: [schema, { type: 'null' }] };
}
