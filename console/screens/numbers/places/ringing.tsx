/** What rings at a location: its phones, and the people who answer. */
import type { VNode } from 'preact';
import type { Fault } from '../../../api/api.ts';
import { usePeople } from '../../../api/company.ts';
import { formatPhone } from '../../../components/text/values.tsx';
import { CheckField, TextField } from '../../../forms/fields.tsx';
import { entriesOf, type FormValues, textOf } from '../../../forms/form-values.ts';
import { isPhone, NOT_A_PHONE } from '../../../forms/phone/e164.ts';
import { typedPhone } from '../../../forms/phone/home-country.ts';
import type { DniLocation, RingingNumber, RingingUser } from '../dni-settings.ts';

/** The part of a location that says who rings. */
export type Ringing = Pick<DniLocation, 'numbers' | 'users'>;

export function RingingFields({ numbers = [], users = [] }: Ringing): VNode {
  const { data: people = [] } = usePeople();
  const chosen = new Set(users.map(userIdOf));
  return (
    <fieldset>
      <legend class="label">Who rings</legend>
      <TextField
        label="Phones that ring"
        name="/numbers"
        autocomplete="off"
        defaultValue={numbers.map((each) => formatPhone(numberOf(each))).join(', ')}
        hint="Separate several with commas"
      />
      {people
        .filter(({ is_suspended: isSuspended }) => !isSuspended)
        .map(({ user_id: id, name }) => (
          <CheckField key={id} label={`${name} answers`} name={nameOf(id)} defaultChecked={chosen.has(id)} />
        ))}
    </fieldset>
  );
}

/**
 * Reads who rings. Entries that the form does not show, such as users who are not loaded yet, stay as they were.
 * @param before the location as it was, if there was one
 */
export function readRinging(values: FormValues, before: Ringing = {}): { faults: Fault[] } | Ringing {
  const typed = entriesOf(textOf(values, '/numbers')).map((text) => ({ text, number: typedPhone(text) }));
  const wrong = typed.find(({ number }) => !isPhone(number));
  if (wrong !== undefined) {
    return {
      faults: [{ pointer: '/numbers', code: 'invalid_phone', detail: `“${wrong.text}”: ${NOT_A_PHONE}` }],
    };
  }
  const former = new Map((before.numbers ?? []).map((each) => [typedPhone(numberOf(each)), each]));
  const numbers = [...new Set(typed.map(({ number }) => number))].map((each) => former.get(each) ?? each);
  const kept = (before.users ?? []).filter((each) => values[nameOf(userIdOf(each))] !== false);
  const known = new Set(kept.map(userIdOf));
  const added = Object.entries(values)
    .filter(([name, value]) => name.startsWith(nameOf('')) && value === true)
    .map(([name]) => name.slice(nameOf('').length))
    .filter((id) => !known.has(id));
  const users = [...kept, ...added];
  return {
    ...(numbers.length > 0 || before.numbers !== undefined ? { numbers } : {}),
    ...(users.length > 0 || before.users !== undefined ? { users } : {}),
  };
}

/** The name of the field of a user. */
function nameOf(userId: string): string {
  return `/users/${userId}`;
}

function numberOf(entry: RingingNumber): string {
  if (typeof entry === 'string') return entry;
  return entry.number ?? entry.phone_number ?? entry.phone ?? '';
}

function userIdOf(entry: RingingUser): string {
  return typeof entry === 'string' ? entry : entry.user_id;
}
