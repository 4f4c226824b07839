/** The form of a tracking number: its conditions decide which visitors see it. */
import type { VNode } from 'preact';
import { place } from '../../../address/router.ts';
import { CHANNELS, channelName } from '../../../../worker/dni/pure/channels.ts';
import { CheckField, SelectField, TextField } from '../../../forms/fields.tsx';
import { formatPhone } from '../../../components/text/values.tsx';
import { type DniNumber, type DniSettings, isPool, type TrackingNumber } from '../dni-settings.ts';
import { typedPhone } from '../../../forms/phone/home-country.ts';
import { isPhone } from '../../../forms/phone/e164.ts';
import { faulty, EntryForm, textOf } from './entry-form.tsx';

/** The error for a text that is not a phone number. */
export const NOT_A_PHONE = 'This is not a phone number. Enter it as (512) 555-0101 or +442079460958.';

interface EditProps {
  settings: DniSettings;
  entryKey: string | undefined;
}

export function EditNumber({ settings, entryKey }: EditProps): VNode {
  return (
    <EntryForm list="numbers" settings={settings} entryKey={entryKey} read={readNumber}>
      {(saved) => {
        const number = saved ?? filledIn();
        return (
          <>
            <TextField
              label="Tracking number"
              name="/phone_number"
              type="tel"
              autocomplete="off"
              defaultValue={number === undefined || isPool(number) ? '' : formatPhone(number.phone_number)}
              hint="The number that visitors call, such as (512) 555-0101. Outside North America, with + and the country code."
            />
            <UseFields settings={settings} entry={number} />
          </>
        );
      }}
    </EntryForm>
  );
}

/** Returns the new entry that a link of the bought numbers fills in. */
function filledIn(): TrackingNumber | undefined {
  const { query } = place.value;
  const number = query.get('number');
  const [source, location] = [query.get('source'), query.get('location')];
  if (number === null) return undefined;
  return {
    phone_number: number,
    ...(source === null ? {} : { source }),
    ...(location === null ? {} : { location_id: location }),
    sms: false,
  };
}

/** The fields for the conditions of a number or pool. */
export function UseFields({
  settings,
  entry,
}: {
  settings: DniSettings;
  entry: DniNumber | undefined;
}): VNode {
  return (
    <>
      <SourceField settings={settings} value={entry?.source} />
      <LocationField settings={settings} value={entry?.location_id} label="Location" none="Any location" />
      <SelectField
        label="Replaces"
        name="/target"
        defaultValue={entry?.target ?? ''}
        hint="The number on your pages that it replaces."
      >
        <option value="">Every printed number</option>
        {settings.targets.map(({ number: printed }) => (
          <option key={printed} value={printed}>
            {formatPhone(printed)}
          </option>
        ))}
      </SelectField>
      <CheckField
        label="Receives texts"
        name="/sms"
        defaultChecked={entry?.sms ?? false}
        hint="Links for texting the printed number use this number, too."
      />
    </>
  );
}

/** A field to choose a source. */
export function SourceField({
  settings,
  value,
  name = '/source',
}: {
  settings: DniSettings;
  value: string | undefined;
  name?: string;
}): VNode {
  return (
    <SelectField label="Source" name={name} defaultValue={value ?? ''}>
      <option value="">Any source</option>
      {settings.sources.length > 0 && (
        <optgroup label="Your sources">
          {settings.sources.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label="Channels">
        {CHANNELS.map((channel) => (
          <option key={channel} value={channel}>
            {channelName(channel)}
          </option>
        ))}
      </optgroup>
    </SelectField>
  );
}

/** A field to choose a location. */
export function LocationField({
  settings,
  value,
  label,
  none,
  name = '/location_id',
}: {
  settings: DniSettings;
  value: string | undefined;
  label: string;
  none: string;
  name?: string;
}): VNode {
  return (
    <SelectField label={label} name={name} defaultValue={value ?? ''}>
      <option value="">{none}</option>
      {settings.locations.map(({ location_id: id, name: called }) => (
        <option key={id} value={id}>
          {called}
        </option>
      ))}
    </SelectField>
  );
}

function readNumber(
  values: Record<string, string | boolean>,
): ReturnType<typeof faulty> | { entry: DniNumber } {
  const phone = typedPhone(textOf(values, '/phone_number'));
  if (!isPhone(phone)) return faulty('/phone_number', NOT_A_PHONE);
  return { entry: { phone_number: phone, ...readUse(values) } };
}

/** Reads the fields of `UseFields`. */
export function readUse(
  values: Record<string, string | boolean>,
): Pick<TrackingNumber, 'source' | 'location_id' | 'target' | 'sms'> {
  const [source, location, target] = ['/source', '/location_id', '/target'].map((name) =>
    textOf(values, name),
  );
  return {
    ...(source ? { source } : {}),
    ...(location ? { location_id: location } : {}),
    ...(target ? { target } : {}),
    sms: values['/sms'] === true,
  };
}
