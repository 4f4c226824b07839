/** The monthly cap: what all numbers together may cost. */
import type { VNode } from 'preact';
import { close } from '../../../address/router.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { DialogSubmit, Form, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { NO_VERSION, useMembers } from '../../../forms/save-members.ts';
import { useSaving } from '../../../forms/saving.ts';
import { typedNumber } from '../../../formats/numbers.ts';
import { refusalAt } from '../../../forms/saving.ts';
import { type BoughtNumbers, currencyOf, money } from './bought.ts';
import type { BoughtProps } from './bought.ts';
import { boughtNow, setCap } from './use-bought.ts';

const leave = (): void => close(['over']);

export function CapDialog({ bought }: BoughtProps): VNode {
  return (
    <Dialog title="Monthly cap" size="narrow" onClose={leave}>
      <p>
        What all numbers together may cost in a month. Above it nothing is bought. They cost{' '}
        {money(bought.monthly_cost, currencyOf(bought.numbers))} now.
      </p>
      <CapForm bought={bought} />
    </Dialog>
  );
}

function CapForm({ bought }: { bought: BoughtNumbers }): VNode {
  const members = useMembers<{ monthly_cap: number }>(
    { ...NO_VERSION, body: { monthly_cap: bought.monthly_cap } },
    {
      write: async ({ monthly_cap: cap }) => {
        if (cap !== undefined) await setCap(cap);
        return { etag: undefined };
      },
      readNow: boughtNow,
    },
  );
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    await members.save({ monthly_cap: readCap(form) });
    toast('The cap is changed.');
    leave();
  });
  return (
    <Form name="number-cap" error={error} onSubmit={save}>
      <TextField
        label={`Cap, in ${currencyOf(bought.numbers)} a month`}
        name="/monthly_cap"
        inputMode="decimal"
        autocomplete="off"
        defaultValue={String(bought.monthly_cap)}
      />
      <DialogSubmit disabled={isBusy}>Save</DialogSubmit>
    </Form>
  );
}

/** @throws Refusal for a text that is no amount */
function readCap(form: HTMLFormElement): number {
  const text = String(valuesOf(form)['/monthly_cap'] ?? '').replace(/^\$\s*/, '');
  const cap = typedNumber(text);
  if (Number.isFinite(cap) && cap >= 0) return cap;
  throw refusalAt('/monthly_cap', 'Enter an amount, such as 150.');
}
