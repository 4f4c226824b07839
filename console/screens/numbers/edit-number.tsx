/** The form of a tracking number: its conditions decide which visitors see it. */
import type { VNode } from 'preact';
import { place } from '../../address/router.ts';
import { TextField } from '../../forms/fields.tsx';
import { type DniNumber, type DniSettings, isPool, type TrackingNumber } from '../draft/dni-settings.ts';
import { phoneFromField, phoneInField } from '../../forms/phone/home-country.ts';
import { isPhone, NOT_A_PHONE } from '../../forms/phone/e164.ts';
import { type FormValues, textOf } from '../../forms/form-values.ts';
import { EntryForm, faulty } from '../draft/editing/entry-form.tsx';
import { countryOf, readUse, UseFields } from '../draft/editing/use-fields.tsx';

interface EditProps {
  settings: DniSettings;
  entryKey: string | undefined;
}

export function EditNumber({ settings, entryKey }: EditProps): VNode {
  return (
    <EntryForm
      list="numbers"
      settings={settings}
      entryKey={entryKey}
      read={(values, before) => readNumber(values, before ?? filledIn(), settings)}
    >
      {(saved) => {
        const number = saved ?? filledIn();
        return (
          <>
            <TextField
              label="Tracking number"
              name="/phone_number"
              type="tel"
              autocomplete="off"
              defaultValue={number === undefined || isPool(number) ? '' : phoneInField(number.phone_number)}
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

function readNumber(
  values: FormValues,
  before: DniNumber | undefined,
  settings: DniSettings,
): ReturnType<typeof faulty> | { entry: DniNumber } {
  const use = readUse(values);
  const shown = before === undefined || isPool(before) ? [] : [before.phone_number];
  const phone = phoneFromField(textOf(values, '/phone_number'), countryOf(settings, use), shown);
  if (!isPhone(phone)) return faulty('/phone_number', NOT_A_PHONE);
  return { entry: { phone_number: phone, ...use } };
}
