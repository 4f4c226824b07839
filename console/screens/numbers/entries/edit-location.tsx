/** The form of a location: its place and the area that it serves. */
import type { VNode } from 'preact';
import { TextField } from '../../../forms/fields.tsx';
import { type DniLocation, type DniSettings, idFrom } from '../dni-settings.ts';
import { faulty } from './edit-number.tsx';
import { EntryForm, textOf } from './entry-form.tsx';

interface EditProps {
  settings: DniSettings;
  entryKey: string | undefined;
}

const TEXTS = ['city', 'state', 'postal_code', 'country', 'address', 'timezone'] as const;

/** The fields, grouped by row of the form. */
const FIELDS: readonly (readonly { name: string; label: string; hint?: string }[])[] = [
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
    { name: 'longitude', label: 'Longitude', hint: 'West is negative: -97.7431' },
  ],
  [
    {
      name: 'postal_codes',
      label: 'Serves postal codes that begin with',
      hint: 'Visitors from there get this location at any distance. For example 786, 787',
    },
    { name: 'regions', label: 'Serves regions', hint: 'For example US-TX, US-OK' },
  ],
  [{ name: 'timezone', label: 'Time zone', hint: 'For opening hours, such as America/Chicago' }],
];

export function EditLocation({ settings, entryKey }: EditProps): VNode {
  const taken = new Set(settings.locations.map(({ location_id: id }) => id));
  return (
    <EntryForm
      list="locations"
      settings={settings}
      entryKey={entryKey}
      read={(values, before) => readLocation(values, { before, taken })}
    >
      {(location) => {
        const texts = textsOf(location);
        return FIELDS.map((row) => (
          <div key={row[0]?.name} class="columns">
            {row.map(({ name, label, hint }) => (
              <TextField
                key={name}
                label={label}
                name={`/${name}`}
                autocomplete="off"
                defaultValue={texts[name] ?? ''}
                hint={hint}
              />
            ))}
          </div>
        ));
      }}
    </EntryForm>
  );
}

/** Returns the initial text of each field. */
function textsOf(location: DniLocation | undefined): Record<string, string> {
  if (location === undefined) return { country: 'US' };
  const { service_area: area } = location;
  return {
    ...(location as unknown as Record<string, string>),
    postal_codes: (area?.postal_codes ?? []).join(', '),
    regions: (area?.regions ?? []).join(', '),
  };
}

function readLocation(
  values: Record<string, string | boolean>,
  { before, taken }: { before: DniLocation | undefined; taken: ReadonlySet<string> },
): ReturnType<typeof faulty> | { entry: DniLocation } {
  const name = textOf(values, '/name');
  if (name === '') return faulty('/name', 'Enter a name.');
  const [latitude, longitude] = [textOf(values, '/latitude'), textOf(values, '/longitude')];
  if (!isDegrees(latitude, 90)) return faulty('/latitude', 'Enter decimal degrees from -90 to 90.');
  if (!isDegrees(longitude, 180)) return faulty('/longitude', 'Enter decimal degrees from -180 to 180.');
  const area = {
    postal_codes: listOf(textOf(values, '/postal_codes')),
    regions: listOf(textOf(values, '/regions')),
  };
  const { service_area: formerArea, ...rest } = before ?? { location_id: idFrom(name, taken) };
  const hasArea = area.postal_codes.length + area.regions.length > 0 || formerArea !== undefined;
  const texts = Object.fromEntries(TEXTS.map((member) => [member, textOf(values, `/${member}`)]));
  return {
    entry: {
      ...rest,
      ...(texts as Record<(typeof TEXTS)[number], string>),
      name,
      latitude,
      longitude,
      ...(hasArea ? { service_area: area } : {}),
    },
  };
}

function isDegrees(text: string, limit: number): boolean {
  return /^[+-]?\d{1,3}(?:\.\d+)?$/.test(text) && Math.abs(Number(text)) <= limit;
}

/** Splits a list such as `786, 787`. */
function listOf(text: string): string[] {
  return text
    .split(/[,;\s]+/)
    .map((part) => part.toUpperCase())
    .filter((part) => part !== '');
}
