/** The schemas of the lookup's answers and of the DNI settings. */
import { dniSettingsSchema, locationSchema } from '../../../worker/dni/schema.ts';
import { WARNINGS } from '../../../worker/dni/warning-codes.ts';
import { LOCATION_REASONS } from '../../../worker/edge/lookup/choice/choose-location.ts';
import { testVisitSchema } from '../../../worker/edge/settings/test-visits.ts';
import {
  anyMembers,
  anyValue,
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
} from '../../../worker/shared/reference/operation.ts';
import { mergePatchOf, outputOf, schemaOf } from '../schemas.ts';

/** The reason why a value of a change has no type. */
const OF_THE_MEMBER = 'It has the type of the member that changed.';
/** The reason why some members of a location have no type. */
const COMPANYS_OWN = 'The company chooses the contents; answers contain them unchanged.';

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
  numbers: arrayOf(anyValue(COMPANYS_OWN)),
  users: arrayOf(anyValue(COMPANYS_OWN)),
  extra_params: anyMembers(COMPANYS_OWN),
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
/** Returns the schema for a request that writes one entry of a list, whose id is in the path. */
const entryInput = (entry: JsonSchema, key: string): JsonSchema => ({
  ...entry,
  required: ((entry['required'] ?? []) as string[]).filter((name) => name !== key),
});
const input = schemaOf(dniSettingsSchema);
const inputMembers = input['properties'] as Record<string, { items?: JsonSchema }>;
const itemsOf = (members: Record<string, { items?: JsonSchema }>, name: string): JsonSchema => {
  const items = members[name]?.items;
  if (items === undefined) throw new Error(`The DNI settings have no list "${name}".`);
  return items;
};
const { warnings: _notRead, ...patchMembers } = inputMembers;
const choiceMade = exactly({
  phone_number: phone,
  source: text,
  location_id: nullable(text),
  reason: choice(LOCATION_REASONS),
  swaps: arrayOf(ref('Swap')),
});

export const NUMBER_COMPONENTS: Record<string, JsonSchema> = {
  DniSettings: { ...settings, properties: plainSettings },
  SavedDniSettings: { ...settings, properties: { ...plainSettings, ...savedWarnings } },
  DniSettingsPatch: mergePatchOf({ ...input, properties: patchMembers }),
  DniLocationPatch: mergePatchOf(schemaOf(locationSchema)),
  DniNumberPatch: mergePatchOf(itemsOf(inputMembers, 'numbers')),
  DniLocation: outputOf(locationSchema),
  DniLocationInput: entryInput(schemaOf(locationSchema), 'location_id'),
  DniNumber: itemsOf(settingsMembers, 'numbers'),
  DniNumberInput: entryInput(itemsOf(inputMembers, 'numbers'), 'phone_number'),
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
        'before?': anyValue(OF_THE_MEMBER),
        'after?': anyValue(OF_THE_MEMBER),
      }),
    ),
    'visits?': arrayOf(
      exactly({
        visit: ref('TestVisit'),
        before: nullable(ref('TriedChoice')),
        after: ref('TriedChoice'),
        is_changed: flag,
      }),
    ),
  }),
  TestVisit: schemaOf(testVisitSchema),
  TriedChoice: choiceMade,
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
    'forms?': anyMembers(
      'Only the widget of the same version reads it; other versions may have other members.',
    ),
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
      rule: nullable(itemsOf(settingsMembers, 'sources')),
      evidence: ref('VisitEvidence'),
    }),
    location: exactly({
      location_id: nullable(text),
      reason: choice(LOCATION_REASONS),
      prefer_open: flag,
      max_distance_km: nullable(number),
      candidates: arrayOf(
        exactly({
          location_id: text,
          name: text,
          distance_km: nullable(number),
          service_area: nullable(choice(['postal_code', 'region'])),
          open: nullable(flag),
        }),
      ),
    }),
    number: exactly({
      phone_number: phone,
      target: phone,
      chosen: nullable(count),
      candidates: arrayOf(itemsOf(settingsMembers, 'numbers')),
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
    reason: choice(LOCATION_REASONS),
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
