/** The options of reports: what counts as won. */
import type { VNode } from 'preact';
import { useFields, useStates } from '../../../api/company.ts';
import { CheckField, FieldGroup, Options, SelectField } from '../../../forms/fields.tsx';

/** When a lead is won, and the field with its value. */
export interface Won {
  states: string[];
  value_field: string | null;
}

/** The names of the boxes of states begin so. */
const WON_STATE = '/won/states/';

export function WonFields({ won: { states: chosen, value_field: field } }: { won: Won }): VNode {
  const { data: states = [] } = useStates();
  const { data: fields = [] } = useFields();
  const labels = new Map(states.map(({ name, label }) => [name, label]));
  const amounts = fields.filter(({ type }) => type === 'currency' || type === 'number');
  return (
    <>
      <FieldGroup label="A lead is won in the states" name="/won/states" class="checks">
        {/* Those that are not there yet, or not any more, have no label. */}
        {[...new Set([...labels.keys(), ...chosen])].map((name) => (
          <CheckField
            key={name}
            label={labels.get(name) ?? name}
            name={WON_STATE + name}
            defaultChecked={chosen.includes(name)}
          />
        ))}
      </FieldGroup>
      <SelectField
        label="Value of a won lead"
        name="/won/value_field"
        defaultValue={field ?? ''}
        hint="A field with an amount or a number, for the value won and the return on spend"
      >
        <option value="">None</option>
        <Options of={amounts.map(({ name, label }) => [name, label])} />
      </SelectField>
    </>
  );
}

/** Reads the fields of {@link WonFields}. @param before the states in their order */
export function readWon(
  values: Readonly<Record<string, string | boolean>>,
  { states: before, value_field: field }: Won,
): Won {
  const boxes = Object.keys(values).filter((name) => name.startsWith(WON_STATE));
  const states = boxes.filter((name) => values[name] === true).map((name) => name.slice(WON_STATE.length));
  const isKnown = (name: string): boolean => states.includes(name);
  const value = values['/won/value_field'];
  return {
    states: [...before.filter(isKnown), ...states.filter((name) => !before.includes(name))],
    value_field: value === undefined ? field : String(value) || null,
  };
}
