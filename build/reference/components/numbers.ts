/** The shapes of what the lookup answers, and of its settings. */
import { dniSettingsSchema, locationSchema } from '../../../worker/dni/schema.ts';
import { WARNINGS } from '../../../worker/dni/warning-codes.ts';
import {
  anyMembers,
  arrayOf,
  choice,
  count,
  exactly,
  flag,
  type JsonSchema,
  nullable,
  phone,
  ref,
  text,
  time,
} from '../operation.ts';
import { outputOf, schemaOf } from '../schemas.ts';

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
  hours: arrayOf(ref('OpeningHours')),
  numbers: { type: 'array', items: {} },
  users: { type: 'array', items: {} },
  extra_params: anyMembers,
};
const settings = outputOf(dniSettingsSchema);
const settingsMembers = settings['properties'] as Record<string, { items?: JsonSchema }>;
const number = { type: 'number' };
const { warnings: _, ...allButWarnings } = settingsMembers;
const plainSettings = {
  ...allButWarnings,
  locations: arrayOf(ref('DniLocation')),
  numbers: arrayOf(ref('DniNumber')),
};
const savedWarnings = { warnings: arrayOf(ref('SettingsWarning')) };
/** An entry of a list of the settings as it is put by itself: its id is in the path. */
const entryInput = (entry: JsonSchema, key: string): JsonSchema => ({
  ...entry,
  required: ((entry['required'] ?? []) as string[]).filter((name) => name !== key),
});
const inputMembers = schemaOf(dniSettingsSchema)['properties'] as Record<string, { items?: JsonSchema }>;

export const NUMBER_COMPONENTS: Record<string, JsonSchema> = {
  DniSettings: { ...settings, properties: plainSettings },
  SavedDniSettings: { ...settings, properties: { ...plainSettings, ...savedWarnings } },
  DniSettingsPatch: anyMembers,
  DniEntryPatch: anyMembers,
  DniLocation: outputOf(locationSchema),
  DniLocationInput: entryInput(schemaOf(locationSchema), 'location_id'),
  DniNumber: settingsMembers['numbers']?.items ?? anyMembers,
  DniNumberInput: entryInput(inputMembers['numbers']?.items ?? anyMembers, 'phone_number'),
  SavedLocation: exactly({ location: ref('DniLocation'), ...savedWarnings }),
  SavedNumber: exactly({ numbers: arrayOf(ref('DniNumber')), ...savedWarnings }),
  SettingsWarnings: exactly(savedWarnings),
  SettingsWarning: exactly({ pointer: text, code: choice(Object.keys(WARNINGS)), detail: text }),
  DniRehearsal: exactly({
    dry_run: { const: true },
    settings: ref('DniSettings'),
    ...savedWarnings,
    changes: arrayOf(
      exactly({
        member: text,
        'entry?': text,
        change: choice(['added', 'changed', 'removed']),
        'before?': {},
        'after?': {},
      }),
    ),
    'visits?': arrayOf(
      exactly({ visit: anyMembers, before: nullable(anyMembers), after: anyMembers, is_changed: flag }),
    ),
  }),
  ClosestLocation: exactly(location),
  OpeningHours: exactly({
    duration: { type: 'integer', minimum: 1, maximum: 24 },
    from_time: text,
    to_time: text,
    day_of_week: text,
  }),
  Closest: exactly({ phone_number: phone, closest_location: nullable(ref('ClosestLocation')) }),
  Swap: exactly({ from: phone, to: phone, sms: flag }),
  SwapPlan: exactly({
    phone_number: phone,
    closest_location: nullable(ref('ClosestLocation')),
    source: text,
    swaps: arrayOf(ref('Swap')),
    'forms?': anyMembers,
    max_age: count,
  }),
  AmpConfig: exactly({ phoneNumber: text, formattedPhoneNumber: text }),
  DecisionPreview: exactly({
    settings_version: count,
    visitor: exactly({
      is_bot: flag,
      kept_answer: nullable(ref('KeptDecision')),
    }),
    place: nullable(ref('VisitorPlace')),
    source: exactly({
      name: text,
      channel: text,
      source: text,
      rule: nullable(settingsMembers['sources']?.items ?? anyMembers),
      evidence: ref('VisitEvidence'),
    }),
    location: exactly({
      location_id: nullable(text),
      reason: text,
      prefer_open: flag,
      max_distance_km: nullable(number),
      candidates: arrayOf(
        exactly({
          location_id: text,
          name: text,
          distance_km: nullable(number),
          service_area: nullable(choice(['postal_code', 'region'])),
          open: flag,
        }),
      ),
    }),
    number: exactly({
      phone_number: phone,
      target: phone,
      chosen: nullable(count),
      candidates: arrayOf(settingsMembers['numbers']?.items ?? anyMembers),
      prefer: choice(['source', 'location']),
    }),
    answer: ref('Closest'),
    page: ref('SwapPlan'),
  }),
  KeptDecision: exactly({
    phone_number: phone,
    location_id: nullable(text),
    source: text,
    swaps: arrayOf(ref('Swap')),
    decided: time,
    expires: time,
    reason: nullable(text),
    place: nullable(ref('VisitorPlace')),
  }),
  VisitorPlace: exactly({
    'postal_code?': text,
    'region?': text,
    'country?': text,
    'city?': text,
    'latitude?': number,
    'longitude?': number,
    found_by: text,
  }),
  VisitEvidence: exactly({
    utm_source: text,
    utm_medium: text,
    utm_campaign: text,
    utm_term: text,
    utm_content: text,
    click_id: text,
    referrer: text,
    landing_page: text,
  }),
};
