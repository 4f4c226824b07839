/** Edits the company's currencies: names, symbols, rates and the default. */
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Answer } from '../../../api/api.ts';
import { type Currency, useCurrencies } from '../../../api/company.ts';
import { CheckField, TextField } from '../../../forms/fields.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Read } from '../../../components/read.tsx';
import { shownSymbol } from './currency-symbol.ts';
import { type ChangeRow, RowEditor } from './row-editor.tsx';

/** The base currency of the rates, which cannot be removed. */
const UNIT_OF_RATES = 'USD';

/** A currency in the form, with its rate as typed. */
type CurrencyRow = Omit<Currency, 'rate'> & { rate: string };

export function CurrencyList(): VNode {
  const shown = useCurrencies();
  const { answer } = shown;
  return (
    <>
      <p class="soft intro">
        Currencies for the amounts of leads and calls. Rates update automatically if the deployment fetches
        them.
      </p>
      <Read shown={shown}>{() => answer && <Currencies answer={answer} />}</Read>
    </>
  );
}

function Currencies({ answer }: { answer: Answer<{ currencies: Currency[] }> }): VNode {
  const rows = useMemo(() => ({ ...answer, body: answer.body.currencies.map(rowOf) }), [answer]);
  return (
    <RowEditor<CurrencyRow>
      form="currencies"
      part="/lead_settings/currencies"
      answer={rows}
      one="currency"
      finished={currencyOf}
      bodyOf={(currencies) => ({ currencies })}
      nameOf={({ unit }) => unit}
      mayRemove={({ unit, company_default: isDefault }) => unit !== UNIT_OF_RATES && !isDefault}
      line={(row, change, index) => <CurrencyLine row={row} change={change} index={index} />}
      adder={(items, add) => <CurrencyAdder items={items} add={add} />}
    />
  );
}

interface CurrencyLineProps {
  row: CurrencyRow;
  change: ChangeRow<CurrencyRow>;
  index: number;
}

function CurrencyLine({ row, change, index }: CurrencyLineProps): VNode {
  const { unit } = row;
  const at = `/currencies/${index}`;
  return (
    <fieldset class="currency">
      <legend>{unit}</legend>
      <TextField
        label="Name"
        name={`${at}/name`}
        class="currency-name"
        autocomplete="off"
        value={row.name}
        onInput={(event) => change({ ...row, name: event.currentTarget.value })}
      />
      <TextField
        label="Symbol"
        name={`${at}/symbol`}
        autocomplete="off"
        value={shownSymbol(row.symbol)}
        onInput={(event) => change({ ...row, symbol: event.currentTarget.value })}
      />
      <TextField
        label={`Per 1 ${UNIT_OF_RATES}`}
        name={`${at}/rate`}
        inputMode="decimal"
        autocomplete="off"
        disabled={unit === UNIT_OF_RATES}
        value={row.rate}
        onInput={(event) => change({ ...row, rate: event.currentTarget.value })}
      />
      <div class="row currency-uses">
        <DefaultChoice row={row} change={change} />
        <CheckField
          label="Offered in forms"
          name={`${at}/show`}
          checked={row.show}
          onChange={(event) => change({ ...row, show: event.currentTarget.checked })}
        />
      </div>
    </fieldset>
  );
}

/** A radio button that makes a currency the default. */
function DefaultChoice({ row, change }: Omit<CurrencyLineProps, 'index'>): VNode {
  return (
    <label class="row">
      <input
        type="radio"
        name="company_default"
        checked={row.company_default}
        onChange={() =>
          change({ ...row, company_default: true }, (other) => ({ ...other, company_default: false }))
        }
      />
      Default currency
    </label>
  );
}

function CurrencyAdder({
  items,
  add,
}: {
  items: readonly CurrencyRow[];
  add: (row: CurrencyRow) => void;
}): VNode {
  const choice = useRef<HTMLSelectElement>(null);
  const known = new Set(items.map(({ unit }) => unit));
  const units = Intl.supportedValuesOf('currency').filter((unit) => !known.has(unit));
  const addChosen = (): void => {
    const unit = choice.current?.value ?? '';
    if (unit !== '') add(newRow(unit));
  };
  return (
    <>
      <select ref={choice} class="currency-choice" aria-label="Currency to add">
        {units.map((unit) => (
          <option key={unit} value={unit} selected={unit === FIRST_OFFERED}>
            {unit} · {names.of(unit)}
          </option>
        ))}
      </select>
      <button type="button" class="button" onClick={addChosen}>
        <Icon name="plus" /> Add currency
      </button>
    </>
  );
}

const FIRST_OFFERED = 'EUR';
const names = new Intl.DisplayNames('en-US', { type: 'currency' });

function newRow(unit: string): CurrencyRow {
  const name = names.of(unit) ?? unit;
  return { name, unit, symbol: symbolOf(unit), rate: '', show: true, company_default: false };
}

function symbolOf(unit: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: unit,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? unit;
}

function rowOf(currency: Currency): CurrencyRow {
  return { ...currency, rate: String(currency.rate) };
}

/** Converts a row for the API. A rate that is not a number is sent as typed, so that the API refuses it at its field. */
function currencyOf({ rate, ...row }: CurrencyRow): object {
  const number = Number(rate.replace(',', '.'));
  return { ...row, rate: rate.trim() === '' || Number.isNaN(number) ? rate : number };
}
