/** Fields about calls that several forms have. */
import type { VNode } from 'preact';
import { useCurrencies } from '../../../api/company.ts';
import type { Amount } from '../../../components/text/field-text.ts';
import { FieldGroup, Options, SelectField, TextField } from '../../../forms/fields.tsx';
import { CHOSEN_OUTCOMES, OUTCOME_NAMES } from '../call.ts';

interface AmountFieldsProps extends Pick<Parameters<typeof TextField>[0], 'type' | 'step'> {
  value: Amount | null | undefined;
}

/** What a call is worth, and in which currency. */
export function AmountFields({ value, ...input }: AmountFieldsProps): VNode {
  const { data, failure } = useCurrencies();
  // An amount is typed once its currency is known.
  if (!value && data === undefined && failure === undefined) return <></>;
  const { currencies = [] } = data ?? {};
  const usual = currencies.find(({ company_default: isDefault }) => isDefault)?.unit ?? 'USD';
  const unit = value?.unit ?? usual;
  return (
    <div class="columns">
      <TextField
        label="Value"
        name="/value/value"
        {...input}
        inputMode="decimal"
        autocomplete="off"
        defaultValue={String(value?.value ?? '')}
      />
      <SelectField label="Currency" name="/value/unit" defaultValue={unit}>
        <Options of={[...new Set([unit, ...currencies.map((currency) => currency.unit)])]} />
      </SelectField>
    </div>
  );
}

interface OutcomeFieldsProps {
  name: string;
  hint: string;
  chosen: readonly string[];
}

/** The outcomes of calls that a rule asks for. The boxes are named `outcome answered` and so on. */
export function OutcomeFields({ name, hint, chosen }: OutcomeFieldsProps): VNode {
  return (
    <FieldGroup label="How the call ended" name={name} hint={hint} class="checks">
      <div class="row wrap">
        {CHOSEN_OUTCOMES.map((outcome) => (
          <label key={outcome} class="row">
            <input type="checkbox" name={`outcome ${outcome}`} defaultChecked={chosen.includes(outcome)} />
            {OUTCOME_NAMES[outcome]}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
