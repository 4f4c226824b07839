/** What an order costs in a month, and whether it may be made: the monthly cap and the daily bound. */
import type { VNode } from 'preact';
import { Failure, Notice } from '../../../../components/notice.tsx';
import { toast } from '../../../../components/over/toasts.tsx';
import { plural } from '../../../../components/text/values.tsx';
import { useSaving } from '../../../../forms/saving.ts';
import { type BoughtNumbers, money } from '../bought.ts';
import { setCap } from '../use-bought.ts';

/** A raised cap is a multiple of this. */
const CAP_STEP = 10;

/** An order before it is made. */
export interface Sum {
  count: number;
  /** In a month. */
  amount: number;
  currency: string;
}

/** Tells whether an order is within the cap and the daily bound. */
function isWithin({ count, amount }: Sum, bought: BoughtNumbers): boolean {
  return count <= bought.orders_left && !isAbove(bought.monthly_cost + amount, bought.monthly_cap);
}

export function Total({ sum, bought }: { sum: Sum; bought: BoughtNumbers }): VNode | null {
  const { count, amount, currency } = sum;
  const { monthly_cost: cost, monthly_cap: cap, orders_left: left } = bought;
  if (count === 0) return null;
  const after = cost + amount;
  return (
    <>
      <p class="total">
        <output>
          {plural(count, 'number')}: <b>{money(amount, currency)} a month</b>. With{' '}
          {count === 1 ? 'it' : 'them'}, all your numbers cost {money(after, currency)} of at most{' '}
          {money(cap, currency)} a month.
        </output>
      </p>
      {isAbove(after, cap) && <AboveCap after={after} cap={cap} currency={currency} />}
      {count > left && (
        <Notice kind="warning">
          {left === 0
            ? 'No more numbers can be ordered today.'
            : `Only ${plural(left, 'more number')} can be ordered today.`}{' '}
          A day has at most 100. Order the rest tomorrow.
        </Notice>
      )}
    </>
  );
}

interface PurchaseFootProps {
  sum: Sum;
  bought: BoughtNumbers;
  /** Whether the carrier does not say what the numbers cost. */
  isPriceless: boolean;
  isBusy: boolean;
  leave: () => void;
}

/** The buttons below an order: `Buy 12 numbers for $13.80 a month`. */
export function PurchaseFoot({ sum, bought, isPriceless, isBusy, leave }: PurchaseFootProps): VNode {
  const { count, amount, currency } = sum;
  return (
    <div class="dialog-foot">
      <button type="button" class="button" onClick={leave}>
        Cancel
      </button>
      <button type="submit" class="button primary" disabled={isBusy || count === 0 || !isWithin(sum, bought)}>
        {count === 0 ? 'Buy' : `Buy ${plural(count, 'number')}`}
        {count > 0 && !isPriceless && ` for ${money(amount, currency)} a month`}
      </button>
    </div>
  );
}

function AboveCap({ after, cap, currency }: { after: number; cap: number; currency: string }): VNode {
  const next = Math.ceil(after / CAP_STEP) * CAP_STEP;
  const { error, isBusy, save } = useSaving(async () => {
    await setCap(next);
    toast('The cap is raised.');
  });
  return (
    <>
      <Notice kind="warning">
        That is {money(after - cap, currency)} above your monthly cap. Choose fewer, or{' '}
        <button type="button" class="link" disabled={isBusy} onClick={() => save()}>
          raise the cap to {money(next, currency)}
        </button>
        .
      </Notice>
      {error !== undefined && <Failure error={error} retry={() => save()} />}
    </>
  );
}

function isAbove(cost: number, cap: number): boolean {
  // Sums of cents are not exact.
  return Math.round(cost * 100) > Math.round(cap * 100);
}
