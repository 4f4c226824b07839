/** The answers about the call settings, and the preview. */
import * as v from 'valibot';
import { count, id, named, phone, time } from '../../../shared/reference/answers.ts';
import { CARRIERS, rulesSchema } from './settings-schema.ts';

const text = v.string();

const callRulesAnswer = named('CallRules', rulesSchema);

/** Somebody whose phone rings: a user, or a number in the settings. */
export const personAnswer = v.strictObject({ number: phone, user_id: v.exactOptional(id) });

/** The call settings: secrets are left out, and counted. */
export const callSettingsAnswer = named(
  'CallSettings',
  v.strictObject({
    carriers: v.array(
      v.strictObject({
        carrier: v.picklist(CARRIERS),
        account_id: text,
        secrets: count,
        api: v.nullable(v.strictObject({ user: text, secret: v.literal(true), base: v.exactOptional(text) })),
      }),
    ),
    defaults: callRulesAnswer,
    locations: v.record(v.string(), callRulesAnswer),
    numbers: v.record(v.string(), callRulesAnswer),
    blocked: v.array(phone),
    unlisted_numbers: v.array(phone),
  }),
);
export type CallSettingsBody = v.InferOutput<typeof callSettingsAnswer>;

/** Who would ring for a call, turn by turn, the kinds of the first instructions, and the steps of the decision. */
export const callPreviewAnswer = named(
  'CallPreview',
  v.strictObject({
    number: phone,
    from: v.nullable(phone),
    at: time,
    location_id: v.nullable(text),
    source: v.nullable(text),
    rings: v.array(v.array(personAnswer)),
    first: v.array(text),
    rules: callRulesAnswer,
    steps: v.array(v.strictObject({ step: text, detail: text })),
  }),
);
export type CallPreview = v.InferOutput<typeof callPreviewAnswer>;
