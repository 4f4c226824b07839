/** The answers about the call settings, and the preview. */
import * as v from 'valibot';
import { count, id, named, phone, time } from '../../../shared/reference/answers.ts';
import { CARRIERS, menuSchema, rulesSchema } from './settings-schema.ts';

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
    menus: v.record(v.string(), named('CallMenu', menuSchema)),
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
    menu_id: v.nullable(text),
    rings: v.array(v.array(personAnswer)),
    first: v.array(text),
    rules: callRulesAnswer,
    steps: v.array(v.strictObject({ step: text, detail: text })),
  }),
);
export type CallPreview = v.InferOutput<typeof callPreviewAnswer>;

/** Why numbers ring nobody: the company has no location, the place has no phone and nobody to ring, it never opens, or everybody is left out. */
const SILENT_REASONS = ['no_location', 'nobody', 'never_open', 'not_rung'] as const;

/** A place whose tracking numbers ring nobody. */
const silentPlaceAnswer = v.strictObject({
  location_id: v.pipe(v.nullable(text), v.description('Null if the company has no location.')),
  location_name: v.nullable(text),
  reason: v.picklist(SILENT_REASONS),
  detail: v.exactOptional(v.pipe(text, v.description('Who is left out, and why, for the reason not_rung.'))),
  numbers: v.pipe(v.array(phone), v.description('The first 20 of its numbers.')),
  count,
});
export type SilentPlace = v.InferOutput<typeof silentPlaceAnswer>;

/** Whether each tracking number rings somebody, now or at the next opening of its place. */
export const silentNumbersAnswer = named(
  'SilentNumbers',
  v.strictObject({
    numbers: v.pipe(count, v.description('The company’s tracking numbers.')),
    silent: v.array(silentPlaceAnswer),
  }),
);
export type SilentNumbers = v.InferOutput<typeof silentNumbersAnswer>;
