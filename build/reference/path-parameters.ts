/** The parameters in paths. */
import { PLATFORMS } from '../../worker/core/conversions/platforms/facts.ts';
import { CARRIERS } from '../../worker/core/phone/ringing/settings-schema.ts';
import { EVENT_TYPES } from '../../worker/core/leads/timeline/schema.ts';
import { type JsonSchema, phone } from '../../worker/shared/reference/operation.ts';

const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const EXAMPLE_ID = '00000000-0000-4000-8000-000000000001';

const PARAMETERS: Record<string, { description: string; schema: JsonSchema; example: string | number }> = {
  company: of('The company, by its `company_id`.'),
  lead: of('The lead, by its `lead_id`. For a merged-away one, reads return the surviving lead.'),
  import: of('The import, by its `import_id`.'),
  bulk: of('The bulk operation, by its `bulk_id`.'),
  user: of('The user, by their `user_id`.'),
  invitation: of('The invitation, by its `invitation_id`; among one’s own invitations the company’s id.'),
  device: of('The browser, by its `device_id`.'),
  session: of('The sign-in, by its `session_id`.'),
  passkey: of('The passkey, by its `passkey_id`.'),
  adm: of('The data module, by its `adm_id`.'),
  record: of('The record, by its `record_id`.'),
  event: of('The event, by its `event_id`.'),
  note: of('The note, by its `event_id`.'),
  view: {
    description:
      'The smart view, by its `smart_view_id`. For reading leads, `default` is the view that the caller opens with.',
    schema: { anyOf: [uuid, { const: 'default' }] },
    example: EXAMPLE_ID,
  },
  key: of('The API key, by its `key_id`.'),
  rule: of('The rule, by its `rule_id`.'),
  report: of('The saved report, by its `report_id`.'),
  platform: {
    description: 'The ad platform.',
    schema: { type: 'string', enum: PLATFORMS },
    example: 'google_ads',
  },
  webhook: of('The webhook, by its `webhook_id`.'),
  feed: of('The file of costs, by its `feed_id`.'),
  channel: of('The chat channel, by its `channel_id`.'),
  delivery: of('The message, by its `delivery_id`, the `webhook-id` of receivers.'),
  type: {
    description: 'The type of the event.',
    schema: { type: 'string', enum: EVENT_TYPES },
    example: 'note',
  },
  call: of('The call, by its `call_id`.'),
  text: of('The text, by its `text_id`.'),
  index: {
    description: 'The index of the file, from 0.',
    schema: { type: 'integer', minimum: 0 },
    example: 0,
  },
  carrier: {
    description: 'The carrier.',
    schema: { type: 'string', enum: CARRIERS },
    example: 'twilio',
  },
  carrier_call: {
    description: 'The call, by the carrier’s id.',
    schema: { type: 'string' },
    example: 'CA0123',
  },
  turn: {
    description: 'The turn of phones, from 0; after a menu with the caller’s place in the menus.',
    schema: { type: 'string' },
    example: '0',
  },
  step: {
    description: 'The step of a call that a user placed; the user’s phone rings first.',
    schema: {
      type: 'string',
      enum: ['placer', 'key', 'announcement', 'dialed', 'leg', 'recording', 'status'],
    },
    example: 'placer',
  },
  version: {
    description: 'The version of the settings, as in their `ETag`.',
    schema: { type: 'integer', minimum: 1 },
    example: 7,
  },
  location: {
    description: 'The location, by its `location_id`.',
    schema: { type: 'string', pattern: '^[\\w.:-]{1,100}$' },
    example: 'austin',
  },
  number: {
    description: 'The tracking number, in E.164.',
    schema: phone,
    example: '+15125550151',
  },
  zip: {
    description:
      'A US ZIP code (78701, 78701-1234), or a Canadian postal code or its first three characters (M5V).',
    schema: { type: 'string', maxLength: 20 },
    example: '78701',
  },
};

/** Returns the parameters of a path in OpenAPI's notation. */
export function pathParameters(path: string): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const parameter = PARAMETERS[name];
    if (parameter === undefined) throw new Error(`Describe {${name}} of ${path} in path-parameters.ts.`);
    return { name, in: 'path', required: true, ...parameter };
  });
}

function of(description: string): { description: string; schema: JsonSchema; example: string | number } {
  return { description, schema: uuid, example: EXAMPLE_ID };
}
