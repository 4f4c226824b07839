/** A select of named codes. Typing the first letters of a name finds it. */
import type { VNode } from 'preact';
import { SelectField } from '../fields.tsx';

export interface ListFieldProps {
  label: string;
  name: string;
  hint?: string;
  /** A code; one that is not in the list is offered too. */
  defaultValue: string;
  /** The label of the empty choice; without it there is none. */
  none?: string;
}

/** An entry of a list: code and name. */
export type Entry = readonly [code: string, name: string];

export function ListField({
  entries,
  none,
  defaultValue,
  ...field
}: ListFieldProps & { entries: Entry[] }): VNode {
  const isListed = defaultValue === '' || entries.some(([code]) => code === defaultValue);
  return (
    <SelectField {...field} defaultValue={defaultValue}>
      {none !== undefined && <option value="">{none}</option>}
      {!isListed && <option value={defaultValue}>{defaultValue}</option>}
      {entries.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Sorts entries by name. */
export function byName(entries: Entry[]): Entry[] {
  return entries.toSorted(([, one], [, other]) => one.localeCompare(other, 'en-US'));
}
