/** The form of one cost. Day, source and campaign tell it from others, so they stay as they are once it is saved. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useCurrencies } from '../../../api/company.ts';
import { close } from '../../../address/router.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { formatDay } from '../../../components/text/values.tsx';
import { DialogSubmit, Form, Options, SelectField, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { refusalAt, useSaving } from '../../../forms/saving.ts';
import { amountReader } from '../../../../worker/core/reports/costs/sheets/cells.ts';
import { channelName } from '../../../../worker/dni/pure/channels.ts';
import type { Cost } from './cost.ts';
import { deleteCost, type GivenCost, saveCost } from './costs-changed.ts';
import { SourceSelect } from './source-select.tsx';

/** The pointer of the one cost in the request. */
const AT = '/costs/0';

const leave = (): void => close(['over', 'key']);

/** @param cost the cost to edit; undefined for a new one */
export function CostForm({ cost }: { cost: Cost | undefined }): VNode {
  const [source, setSource] = useState('paid_search');
  // The list may change while the form is open.
  const [before] = useState(cost);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const given = readCost(form, before, source);
    await saveCost(given);
    toast('Cost saved.', () => (before === undefined ? deleteCost(given) : saveCost(before)));
    leave();
  });
  return (
    <Dialog title={before === undefined ? 'Add a cost' : 'Cost'} onClose={leave}>
      <Form name="cost" error={error} onSubmit={save}>
        {before === undefined ? (
          <NewFields source={source} setSource={setSource} />
        ) : (
          <p class="soft">
            {channelName(before.source)}, {before.campaign ?? 'no campaign'}, {formatDay(before.day)}
          </p>
        )}
        <AmountFields cost={before} />
        <DialogSubmit disabled={isBusy}>Save cost</DialogSubmit>
      </Form>
    </Dialog>
  );
}

/** The fields that tell a cost from others. */
function NewFields({ source, setSource }: { source: string; setSource: (source: string) => void }): VNode {
  return (
    <>
      <TextField label="Day" name={`${AT}/day`} type="date" />
      <SourceSelect label="Source" name={`${AT}/source`} value={source} choose={setSource} />
      <TextField label="Campaign" name={`${AT}/campaign`} hint="Optional" autocomplete="off" />
    </>
  );
}

function AmountFields({ cost }: { cost: Cost | undefined }): VNode {
  const { data } = useCurrencies();
  const own = data?.currencies.find(({ company_default: isOwn }) => isOwn)?.unit;
  const units = new Set(data?.currencies.map(({ unit }) => unit));
  if (cost !== undefined) units.add(cost.unit);
  return (
    <>
      <TextField
        label="Amount"
        name={`${AT}/amount`}
        inputMode="decimal"
        autocomplete="off"
        defaultValue={cost === undefined ? '' : String(cost.amount)}
      />
      <SelectField label="Currency" name={`${AT}/unit`} defaultValue={cost?.unit ?? own ?? ''}>
        <Options of={units} />
      </SelectField>
    </>
  );
}

function readCost(form: HTMLFormElement, before: Cost | undefined, source: string): GivenCost {
  const values = valuesOf(form);
  const text = (name: string): string => String(values[`${AT}/${name}`] ?? '');
  const written = text('amount');
  return {
    day: before?.day ?? text('day'),
    source: before?.source ?? source,
    campaign: before === undefined ? text('campaign') || null : before.campaign,
    // Refused by the server if it is no amount.
    amount: amountIn(written, text('unit')),
    // The company's currency while the currencies load.
    unit: text('unit') || (before?.unit ?? null),
  };
}

/** Returns the amount; a text that is none as it was written. @throws Refusal of `refuseUnclear` */
function amountIn(written: string, chosen: string): number | string {
  const read = amountReader([written])(written);
  refuseUnclear(written, read?.unit, chosen);
  return read?.amount ?? written;
}

/** Matches `1.150`, which is 1,150 in some countries. */
const UNCLEAR = /^\D*\d{1,3}\.\d{3}\D*$/;

/** @throws Refusal for an amount that may be two, or that is in another currency than the chosen one */
function refuseUnclear(written: string, unit: string | undefined, chosen: string): void {
  if (UNCLEAR.test(written)) {
    const [plain = ''] = /[\d.]+/.exec(written) ?? [];
    const detail = `“${written}” may be ${plain.replace('.', ',')} or ${Number(plain)}. Write ${plain.replace('.', '')} or ${Number(plain)}.`;
    throw refusalAt(`${AT}/amount`, detail);
  }
  if (unit === undefined || chosen === '' || unit === chosen) return;
  throw refusalAt(
    `${AT}/amount`,
    `“${written}” is in ${unit}, and the currency below is ${chosen}. Change one of them.`,
  );
}
