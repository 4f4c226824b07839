/** Inputs for the values of a lead field, of any type and with one or several values. */
import type { VNode } from 'preact';
import { useCurrencies } from '../../../../api/company.ts';
import type { Amount } from '../../../../components/text/field-text.ts';
import { BareArea, BareField, BareSelect, FieldNotes, Options, useField } from '../../../../forms/fields.tsx';
import type { Rule } from './filled-values.ts';
import { ListInputs, withPresent } from './identifiers.tsx';

export interface ValuesProps {
  rule: Rule;
  /** The JSON pointer of the list. */
  name: string;
  values: readonly unknown[];
  set: (values: unknown[]) => void;
}

/** Inputs for all values of a field. A field with several values has a button to add another. */
export function ValueInputs({ rule, name, values, set }: ValuesProps): VNode {
  const limit = 'cardinality' in rule ? rule.cardinality : 1;
  return (
    <ListInputs
      items={values}
      set={set}
      one={rule.label}
      empty={emptyOf(rule)}
      mayAdd={limit <= 0 || Math.max(values.length, 1) < limit}
      line={(value, change, index) => (
        <div class="grow">
          <ValueInput
            rule={rule}
            name={`${name}/${index}`}
            label={values.length > 1 ? `${rule.label} ${index + 1}` : rule.label}
            value={value}
            set={change}
          />
        </div>
      )}
    />
  );
}

interface ValueProps {
  rule: Rule;
  name: string;
  label: string;
  value: unknown;
  set: (value: unknown) => void;
}

function ValueInput(props: ValueProps): VNode {
  switch (props.rule.type) {
    case 'dropdown':
      return <ChoiceInput {...props} />;
    case 'multiselect':
      return <SelectionInput {...props} />;
    case 'currency':
      return <AmountInput {...props} />;
    case 'complex':
      return <PartsInput {...props} />;
    default:
      return <LineInput {...props} />;
  }
}

const INPUT_TYPES: Partial<Record<Rule['type'], 'date' | 'datetime-local' | 'url'>> = {
  date: 'date',
  datetime: 'datetime-local',
  url: 'url',
};

function LineInput({ rule, name, label, value, set }: ValueProps): VNode {
  const { type } = rule;
  const isMoment = type === 'datetime';
  if (type === 'text' && rule.print_lines > 1) {
    return (
      <BareArea
        name={name}
        label={label}
        value={textOf(value)}
        onInput={(event) => set(event.currentTarget.value)}
      />
    );
  }
  return (
    <BareField
      name={name}
      label={label}
      type={INPUT_TYPES[type] ?? 'text'}
      {...(type === 'number' ? { inputMode: 'decimal' as const } : {})}
      value={isMoment ? localTime(textOf(value)) : textOf(value)}
      onInput={({ currentTarget: { value: typed } }) =>
        set(isMoment && typed !== '' ? new Date(typed).toISOString() : typed)
      }
    />
  );
}

function ChoiceInput({ rule, name, label, value, set }: ValueProps): VNode {
  const choices = withPresent(rule.choices ?? [], [textOf(value)]);
  return (
    <BareSelect
      name={name}
      label={label}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value)}
    >
      <option value="">Not set</option>
      <Options of={choices} />
    </BareSelect>
  );
}

function SelectionInput({ rule, name, label, value, set }: ValueProps): VNode {
  const field = useField(name);
  const chosen = (value ?? []) as string[];
  return (
    <fieldset class="selection" name={name} aria-describedby={field.attributes['aria-describedby']}>
      <legend class="unseen">{label}</legend>
      {withPresent(rule.choices ?? [], chosen).map((choice) => (
        <label key={choice} class="row">
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={({ currentTarget: { checked } }) =>
              set(checked ? [...chosen, choice] : chosen.filter((item) => item !== choice))
            }
          />
          {choice}
        </label>
      ))}
      <FieldNotes field={field} />
    </fieldset>
  );
}

function AmountInput({ name, label, value, set }: ValueProps): VNode {
  const { data, failure } = useCurrencies();
  const currencies = (data?.currencies ?? []).filter(({ show }) => show);
  const byDefault = currencies.find(({ company_default: isDefault }) => isDefault)?.unit ?? 'USD';
  const { unit = byDefault, value: amount } = (value ?? {}) as Partial<Amount>;
  // An amount is typed once its currency is known.
  if (amount === undefined && data === undefined && failure === undefined) return <></>;
  const units = withPresent(
    currencies.map((currency) => currency.unit),
    [unit],
  );
  const parsed = (text: string): unknown => (text.trim() === '' ? undefined : Number(text));
  return (
    <div class="row">
      <BareSelect
        name={`${name}/unit`}
        class="unit"
        label={`${label}, currency`}
        value={unit}
        onChange={(event) => set({ unit: event.currentTarget.value, value: amount })}
      >
        <Options of={units} />
      </BareSelect>
      <BareField
        class="grow"
        type="number"
        step="any"
        name={`${name}/value`}
        label={label}
        value={amount === undefined ? '' : String(amount)}
        onInput={(event) => set({ unit, value: parsed(event.currentTarget.value) })}
      />
    </div>
  );
}

function PartsInput({ rule, name, value, set }: ValueProps): VNode {
  const parts = 'sub_fields' in rule ? (rule.sub_fields ?? []) : [];
  const present = (value ?? {}) as Record<string, unknown[]>;
  return (
    <fieldset class="parts">
      <legend class="unseen">{rule.label}</legend>
      {parts.map((part) => (
        <div key={part.name} class="field">
          <span class="label" aria-hidden="true">
            {part.label}
          </span>
          <ValueInputs
            rule={part}
            name={`${name}/${part.name}`}
            values={present[part.name] ?? []}
            set={(values) => set({ ...present, [part.name]: values })}
          />
        </div>
      ))}
    </fieldset>
  );
}

function emptyOf(rule: Rule): unknown {
  if (rule.type === 'multiselect') return [];
  return rule.type === 'complex' || rule.type === 'currency' ? {} : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Formats a moment for an input of type `datetime-local`: local time, to the minute. */
function localTime(moment: string): string {
  if (moment === '') return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
