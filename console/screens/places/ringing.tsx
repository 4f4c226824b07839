/** What rings at a location: its phones, and the people who answer. */
import type { VNode } from 'preact';
import { usePeople } from '../../api/company.ts';
import { CheckField, TextField } from '../../forms/fields.tsx';
import { entriesOf, type FormValues, textOf } from '../../forms/form-values.ts';
import { isPhone } from '../../forms/phone/e164.ts';
import { phoneFromField, phoneInField, typedPhone } from '../../forms/phone/home-country.ts';
import { type DniLocation, ringingNumberOf, type RingingUser } from '../draft/dni-settings.ts';

/** What the names of the users' fields begin with. */
const USERS = '/users/';

/** The part of a location that says who rings. */
export type Ringing = Pick<DniLocation, 'numbers' | 'users'>;

export function RingingFields({ numbers = [], users = [] }: Ringing): VNode {
  const { data: people = [] } = usePeople();
  const chosen = new Set(users.map(nameOf));
  return (
    <>
      <TextField
        label="Phones that ring"
        name="/numbers"
        autocomplete="off"
        defaultValue={numbers.map((each) => phoneInField(ringingNumberOf(each))).join(', ')}
        hint="Separate several with commas"
      />
      <fieldset>
        <legend class="label">People who answer</legend>
        {people
          .filter(({ is_suspended: isSuspended }) => !isSuspended)
          .map(({ user_id: id, name }) => (
            <CheckField key={id} label={name} name={nameOf(id)} defaultChecked={chosen.has(nameOf(id))} />
          ))}
      </fieldset>
    </>
  );
}

/**
 * Reads who rings. Entries that the form does not show, such as users who are not loaded yet, stay as they were.
 * @param before the location as it was, if there was one
 * @returns the first text that is no phone number, if there is one
 */
export function readRinging(values: FormValues, before: Ringing = {}): Ringing | string {
  const typed = entriesOf(textOf(values, '/numbers'));
  const { numbers = [], users = [] } = before;
  const shown = numbers.map((each) => typedPhone(ringingNumberOf(each)));
  const country = textOf(values, '/country');
  const phones = typed.map((text) => phoneFromField(text, country, shown));
  const wrong = phones.findIndex((phone) => !isPhone(phone));
  if (wrong >= 0) return typed[wrong] ?? '';
  const former = new Map(numbers.map((each, at) => [shown[at], each]));
  const chosen = new Map(users.map((each) => [nameOf(each), each]));
  for (const [name, value] of Object.entries(values)) {
    if (value === false) chosen.delete(name);
    else if (value === true && name.startsWith(USERS) && !chosen.has(name)) {
      chosen.set(name, name.slice(USERS.length));
    }
  }
  return {
    numbers: phones.map((phone) => former.get(phone) ?? phone),
    users: [...chosen.values()],
  };
}

/** The name of the field of a user. */
function nameOf(user: RingingUser): string {
  return USERS + (typeof user === 'string' ? user : user.user_id);
}
