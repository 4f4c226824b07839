/** The form of a location: its place and the area that it serves. */
import type { VNode } from 'preact';
import { textOf } from '../../forms/form-values.ts';
import { useState } from 'preact/hooks';
import type { Fault } from '../../api/api.ts';
import { TextField } from '../../forms/fields.tsx';
import { CountryField } from '../../forms/lists/country-field.tsx';
import { ZoneField } from '../../forms/lists/zone-field.tsx';
import { useProposedZone } from './proposed-zone.ts';
import { zoneOfCountry } from './zone-of-country.ts';
import { useHomeCountry } from '../../forms/phone/home-country.ts';
import { type BranchPlace, usePlaceOf } from './finding/use-place-of.ts';
import type { Degrees } from './finding/coordinates.ts';
import { type DniLocation, type DniSettings, idFrom } from '../draft/dni-settings.ts';
import { NOT_A_PHONE } from '../../forms/phone/e164.ts';
import { readRinging, RingingFields } from './ringing.tsx';
import { HoursFields, hoursFaults, readHours, readSpecialDays, SpecialDayFields } from './hours-fields.tsx';
import { EntryForm, faulty } from '../draft/editing/entry-form.tsx';

interface EditProps {
  settings: DniSettings;
  entryKey: string | undefined;
}

const TEXTS = ['city', 'state', 'postal_code', 'country', 'address', 'timezone'] as const;

interface LocationField {
  name: string;
  label: string;
  hint?: string;
}

/** The fields, grouped by row of the form. */
const FIELDS: readonly (readonly LocationField[])[] = [
  [{ name: 'name', label: 'Name' }],
  [{ name: 'address', label: 'Address' }],
  [
    { name: 'city', label: 'City' },
    { name: 'state', label: 'State' },
    { name: 'postal_code', label: 'Postal code' },
    { name: 'country', label: 'Country' },
  ],
  [
    { name: 'latitude', label: 'Latitude', hint: 'In degrees, such as 30.2672' },
    { name: 'longitude', label: 'Longitude', hint: 'Negative in the west' },
  ],
  [
    {
      name: 'postal_codes',
      label: 'Serves postal codes that begin with',
      hint: 'At any distance, such as 786, 787',
    },
    { name: 'regions', label: 'Serves regions', hint: 'Such as US-TX, US-OK' },
  ],
  [{ name: 'timezone', label: 'Time zone', hint: 'For opening hours' }],
];

export function EditLocation({ settings, entryKey }: EditProps): VNode {
  const country = useHomeCountry() ?? '';
  const before = settings.locations.find(({ location_id: id }) => id === entryKey);
  const zone = useProposedZone(settings);
  const [start] = useState(() => textsOf(before, country));
  const place = usePlaceOf(start, country);
  // Of a country abroad; at home the company may have chosen another one.
  const ownZone = place.country === country ? '' : zoneOfCountry(place.country);
  const taken = new Set(settings.locations.map(({ location_id: id }) => id));
  return (
    <EntryForm
      list="locations"
      settings={settings}
      entryKey={entryKey}
      read={(values, former) => readLocation(values, { before: former, taken, place })}
    >
      {(location) => [
        <div key="fields" onInput={({ target }) => place.follow(target as HTMLInputElement)}>
          {FIELDS.map((row) => (
            <div key={row[0]?.name} class="columns">
              {row.map((field) => (
                <Field
                  key={field.name}
                  field={field}
                  text={start[field.name] || (field.name === 'timezone' ? ownZone || zone : '')}
                  place={place}
                />
              ))}
            </div>
          ))}
        </div>,
        <RingingFields key="ringing" {...location} />,
        <HoursFields key="hours" hours={location?.hours ?? []} />,
        <SpecialDayFields key="special" days={location?.special_hours ?? []} />,
      ]}
    </EntryForm>
  );
}

interface LocationFieldProps {
  field: LocationField;
  text: string;
  place: BranchPlace;
}

function Field({ field: { name, ...rest }, text, place }: LocationFieldProps): VNode {
  const field = { ...rest, name: `/${name}`, defaultValue: text };
  if (name === 'country') return <CountryField {...field} none="Not set" />;
  if (name === 'timezone') return <ZoneField {...field} none="Not set" />;
  const degrees = name === 'latitude' || name === 'longitude' ? ofAddress(name, rest.label, place) : {};
  return <TextField {...field} {...degrees} autocomplete="off" />;
}

/** Says what an empty coordinate would be, or that it is needed. */
function ofAddress(
  name: keyof Degrees,
  label: string,
  { found, unknown, isMissing }: BranchPlace,
): { label?: string; placeholder?: string; hint?: string } {
  if (found !== undefined) {
    const hint = `Empty: that of ${found.kind === 'city' ? 'the middle of ' : ''}${found.from}`;
    return { label: `${label} (optional)`, placeholder: found.degrees[name], hint };
  }
  return isMissing && name === 'latitude' ? { hint: unknown } : {};
}

/** Returns the initial text of each field. */
function textsOf(location: DniLocation | undefined, country: string): Record<string, string> {
  if (location === undefined) return { country };
  const { service_area: area } = location;
  return {
    ...(location as unknown as Record<string, string>),
    postal_codes: (area?.postal_codes ?? []).join(', '),
    regions: (area?.regions ?? []).join(', '),
  };
}

function readLocation(
  values: Record<string, string | boolean>,
  {
    before,
    taken,
    place,
  }: { before: DniLocation | undefined; taken: ReadonlySet<string>; place: BranchPlace },
): { faults: Fault[] } | { entry: DniLocation } {
  const name = textOf(values, '/name');
  if (name === '') return faulty('/name', 'Enter a name.');
  const degrees = readDegrees(values, place);
  if ('faults' in degrees) return degrees;
  const opening = readOpening(values, before);
  if ('faults' in opening) return opening;
  const ringing = readRinging(values, before);
  if (typeof ringing === 'string') return faulty('/numbers', `“${ringing}”: ${NOT_A_PHONE}`);
  const { service_area: formerArea, ...rest } = before ?? { location_id: idFrom(name, taken) };
  const area = readArea(values, formerArea);
  const texts = Object.fromEntries(TEXTS.map((member) => [member, textOf(values, `/${member}`)]));
  const entry = {
    ...rest,
    ...(texts as Record<(typeof TEXTS)[number], string>),
    name,
    ...degrees,
    ...opening,
    ...ringing,
    ...(area === undefined ? {} : { service_area: area }),
  };
  if (opening.special_hours === undefined) delete entry.special_hours;
  return { entry };
}

/** Reads the coordinates; without any, they are those of the address. */
function readDegrees(
  values: Record<string, string | boolean>,
  place: BranchPlace,
): { faults: Fault[] } | Degrees {
  const [latitude, longitude] = [textOf(values, '/latitude'), textOf(values, '/longitude')];
  if (latitude === '' && longitude === '')
    return place.found?.degrees ?? faulty('/postal_code', place.unknown);
  if (!isDegrees(latitude, 90)) return faulty('/latitude', 'Enter decimal degrees from -90 to 90.');
  if (!isDegrees(longitude, 180)) return faulty('/longitude', 'Enter decimal degrees from -180 to 180.');
  return { latitude, longitude };
}

/** Reads the opening hours and special days; no hours are left out where there were none. */
function readOpening(
  values: Record<string, string | boolean>,
  before: DniLocation | undefined,
): { faults: Fault[] } | Pick<DniLocation, 'hours' | 'special_hours'> {
  const hours = readHours(values, before?.hours ?? []);
  const { days, faults } = readSpecialDays(values, before?.special_hours ?? []);
  faults.push(...hoursFaults(values));
  if (faults.length > 0) return { faults };
  if (hours.length + days.length > 0 && textOf(values, '/timezone') === '') {
    return faulty('/timezone', 'Enter the time zone of the opening hours.');
  }
  return {
    ...(hours.length > 0 || before?.hours !== undefined ? { hours } : {}),
    ...(days.length > 0 ? { special_hours: days } : {}),
  };
}

/** Reads the area; without one it is left out where there was none. */
function readArea(
  values: Record<string, string | boolean>,
  former: DniLocation['service_area'],
): DniLocation['service_area'] {
  const area = {
    postal_codes: listOf(textOf(values, '/postal_codes')),
    regions: listOf(textOf(values, '/regions')),
  };
  return area.postal_codes.length + area.regions.length > 0 || former !== undefined ? area : undefined;
}

function isDegrees(text: string, limit: number): boolean {
  return /^[+-]?\d{1,3}(?:\.\d+)?$/.test(text) && Math.abs(Number(text)) <= limit;
}

/** Splits a list such as `786, 787`. */
function listOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[,;\s]+/)
    .filter(Boolean);
}
