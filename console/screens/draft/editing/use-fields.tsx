/** The fields that say for which visits a number is: its source, its location, what it replaces. */
import type { VNode } from 'preact';
import { CHANNELS, channelName } from '../../../../worker/dni/pure/channels.ts';
import { formatPhone } from '../../../components/text/values.tsx';
import { CheckField, Options, SelectField } from '../../../forms/fields.tsx';
import { type FormValues, textOf } from '../../../forms/form-values.ts';
import type { DniNumber, DniSettings, TrackingNumber } from '../dni-settings.ts';

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
        gone={`${formatPhone(entry?.target ?? '')} (removed)`}
        hint="The number on your pages that it replaces."
      >
        <option value="">Every printed number</option>
        <Options of={settings.targets.map(({ number: printed }) => [printed, formatPhone(printed)])} />
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
    <SelectField label="Source" name={name} defaultValue={value ?? ''} gone={`${value} (removed)`}>
      <option value="">Any source</option>
      {settings.sources.length > 0 && (
        <optgroup label="Your sources">
          <Options of={settings.sources.map(({ name }) => [name, name])} />
        </optgroup>
      )}
      <optgroup label="Channels">
        <Options of={CHANNELS.map((channel) => [channel, channelName(channel)])} />
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
    <SelectField label={label} name={name} defaultValue={value ?? ''} gone={`${value} (removed)`}>
      <option value="">{none}</option>
      <Options of={settings.locations.map(({ location_id: id, name: called }) => [id, called])} />
    </SelectField>
  );
}

/** Reads the fields of `UseFields`. */
export function readUse(
  values: FormValues,
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

/** Returns the country of the location that a number is for; undefined without one. */
export function countryOf(
  { locations }: DniSettings,
  { location_id: id }: Pick<TrackingNumber, 'location_id'>,
): string | undefined {
  return locations.find(({ location_id: other }) => other === id)?.country;
}
