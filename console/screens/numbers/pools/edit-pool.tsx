/** The form of a pool: its numbers, and the conditions of the visits that lease one. */
import type { VNode } from 'preact';
import { textOf } from '../../../forms/form-values.ts';
import type { Fault } from '../../../api/api.ts';
import { formatPhone } from '../../../components/text/values.tsx';
import { TextAreaField, TextField } from '../../../forms/fields.tsx';
import { type DniNumber, type DniSettings, isPool, type NumberPool } from '../../draft/dni-settings.ts';
import { isPhone, NOT_A_PHONE } from '../../../forms/phone/e164.ts';
import { phoneFromField, phoneInField } from '../../../forms/phone/home-country.ts';
import { countryOf, readUse, UseFields } from '../../draft/editing/use-fields.tsx';
import { EntryForm, faulty } from '../../draft/editing/entry-form.tsx';

/** Limits of the API. */
const MAX_NUMBERS = 500;
const MIN_HOLD_MINUTES = 5;
const MAX_HOLD_MINUTES = 1_440;
const DEFAULT_HOLD_MINUTES = 20;
/** Digits alone would be a phone number. */
const NAME = /^(?=.*\D)[\w.:-]{1,100}$/;

export function EditPool({
  settings,
  entryKey,
}: {
  settings: DniSettings;
  entryKey: string | undefined;
}): VNode {
  return (
    <EntryForm
      list="numbers"
      title="Pool"
      settings={settings}
      entryKey={entryKey}
      read={(values, before) => readPool(values, before, { settings, key: entryKey })}
    >
      {(entry) => {
        const pool = entry === undefined || !isPool(entry) ? undefined : entry;
        return (
          <>
            <PoolFields pool={pool} />
            <UseFields settings={settings} entry={pool} />
          </>
        );
      }}
    </EntryForm>
  );
}

function PoolFields({ pool }: { pool: NumberPool | undefined }): VNode {
  return (
    <>
      <p class="soft">
        Each visitor leases a number of their own, so that a call belongs to one visit, with its campaign and
        page.
      </p>
      <TextField
        label="Name"
        name="/pool"
        autocomplete="off"
        defaultValue={pool?.pool ?? ''}
        hint="Such as ads. After a new name, visitors get new numbers."
      />
      <TextAreaField
        label="Numbers"
        name="/phone_numbers"
        defaultValue={(pool?.phone_numbers ?? []).map(phoneInField).join('\n')}
        hint="One per line. They must not be used elsewhere or printed on your pages."
      />
      <TextField
        label="Hold, in minutes"
        name="/hold_minutes"
        inputMode="numeric"
        defaultValue={String(pool?.hold_minutes ?? DEFAULT_HOLD_MINUTES)}
        hint="How long a visitor keeps the number after the last page."
      />
      <TextField
        label="Overflow number"
        name="/overflow"
        type="tel"
        autocomplete="off"
        defaultValue={pool === undefined ? '' : phoneInField(pool.overflow)}
        hint="Shown while all numbers of the pool are in use."
      />
    </>
  );
}

function readPool(
  values: Record<string, string | boolean>,
  before: DniNumber | undefined,
  { settings, key }: { settings: DniSettings; key: string | undefined },
): { faults: Fault[] } | { entry: NumberPool } {
  const use = readUse(values);
  const shown = before === undefined || !isPool(before) ? [] : [...before.phone_numbers, before.overflow];
  const read = (text: string): string => phoneFromField(text, countryOf(settings, use), shown);
  const name = textOf(values, '/pool').trim();
  const numbers = textOf(values, '/phone_numbers')
    .split(/[\n,;]+/)
    .map(read)
    .filter((number) => number !== '');
  const hold = Number(textOf(values, '/hold_minutes'));
  const overflow = read(textOf(values, '/overflow'));
  const faults = [
    ...nameFaults(name, settings, key),
    ...numberFaults(numbers),
    ...(isHold(hold)
      ? []
      : faulty('/hold_minutes', `Write whole minutes, ${MIN_HOLD_MINUTES} to ${MAX_HOLD_MINUTES}.`).faults),
    ...(isPhone(overflow) ? [] : faulty('/overflow', NOT_A_PHONE).faults),
  ];
  if (faults.length > 0) return { faults };
  return { entry: { pool: name, phone_numbers: numbers, hold_minutes: hold, overflow, ...use } };
}

function nameFaults(name: string, { numbers }: DniSettings, key: string | undefined): Fault[] {
  if (!NAME.test(name))
    return faulty('/pool', 'Enter only letters, digits and . _ : - with at least one letter, and no spaces.')
      .faults;
  const isTaken = name !== key && numbers.some(({ pool }) => pool === name);
  return isTaken ? faulty('/pool', `There is a pool “${name}” already.`).faults : [];
}

function numberFaults(numbers: readonly string[]): Fault[] {
  const wrong = numbers.find((number) => !isPhone(number));
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  const detail =
    numbers.length === 0
      ? 'Enter at least one number.'
      : numbers.length > MAX_NUMBERS
        ? `Write at most ${MAX_NUMBERS} numbers.`
        : wrong !== undefined
          ? `“${wrong}” is not a phone number. Write it as (512) 555-0101 or +442079460958.`
          : twice !== undefined && `${formatPhone(twice)} is listed twice.`;
  return detail ? faulty('/phone_numbers', detail).faults : [];
}

function isHold(minutes: number): boolean {
  return Number.isInteger(minutes) && minutes >= MIN_HOLD_MINUTES && minutes <= MAX_HOLD_MINUTES;
}
