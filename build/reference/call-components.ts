/** The shapes of what calls and texts answer. */
import { exactly, type JsonSchema, text, time } from './operation.ts';

const object: JsonSchema = { type: 'object' };
const whole: JsonSchema = { type: 'integer', minimum: 0 };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
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
