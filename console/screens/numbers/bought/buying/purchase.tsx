/** What an order costs in a month, and whether it may be made: the monthly cap and the daily bound. */
import type { VNode } from 'preact';
import { Failure, Notice } from '../../../../components/notice.tsx';
import { toast } from '../../../../components/over/toasts.tsx';
import { plural } from '../../../../components/text/values.tsx';
import { Submit, TextField } from '../../../../forms/fields.tsx';
import { useSaving } from '../../../../forms/saving.ts';
import { carrierName } from '../../../phone/accounts/accounts.ts';
import type { Account } from '../../../phone/phone-settings.ts';
import { type BoughtNumbers, currencyOf, money, type Offer } from '../bought.ts';
import { setCap } from '../use-bought.ts';

/** A raised cap is a multiple of this. */
const CAP_STEP = 10;

/** An order before it is made. */
interface Sum {
  count: number;
  /** In a month. */
  amount: number;
  currency: string;
}

interface PurchaseProps {
  account: Account;
  /** The numbers to buy. */
  offers: readonly Offer[];
  bought: BoughtNumbers;
  /** Whether more numbers are still being looked for: there is no sum yet. */
  isIncomplete?: boolean;
  isBusy: boolean;
  leave: () => void;
}

/** The end of a form that buys numbers: the price if the carrier does not say it, what all cost, and the buttons. */
export function Purchase({
  account,
  offers,
  bought,
  isIncomplete = false,
  isBusy,
  leave,
}: PurchaseProps): VNode {
  const sum = sumOf(offers);
  const isPriceless = hasNoPrice(offers);
  return (
    <>
      {isPriceless && (
        <TextField
          label="What your carrier asks for a number and month"
          name="/monthly_price"
          inputMode="decimal"
          autocomplete="off"
          hint={`${carrierName(account.carrier)} does not say it. Look it up there: it counts towards your cap.`}
        />
      )}
      {!isIncomplete && !isPriceless && <Total sum={sum} bought={bought} />}
      <Foot
        sum={sum}
        bought={bought}
        isPriceless={isPriceless}
        isBusy={isIncomplete || isBusy}
        leave={leave}
      />
    </>
  );
}

/** Tells whether the carrier does not say what the numbers cost. */
export function hasNoPrice(offers: readonly Offer[]): boolean {
  return offers.some(({ monthly_price: price }) => price === null);
}

/** Returns what the numbers cost together, as far as the carrier says it. */
export function sumOf(offers: readonly Offer[]): Sum {
  const amount = offers.reduce((sum, { monthly_price: price }) => sum + (price ?? 0), 0);
  return { count: offers.length, amount, currency: currencyOf(offers) };
}

/** Tells whether an order is within the cap and the daily bound. */
function isWithin({ count, amount }: Sum, bought: BoughtNumbers): boolean {
  return count <= bought.orders_left && !isAbove(bought.monthly_cost + amount, bought.monthly_cap);
}

function Total({ sum, bought }: { sum: Sum; bought: BoughtNumbers }): VNode | null {
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

interface FootProps extends Pick<PurchaseProps, 'bought' | 'isBusy' | 'leave'> {
  sum: Sum;
  isPriceless: boolean;
}

/** The buttons below an order: `Buy 12 numbers for $13.80 a month`. */
function Foot({ sum, bought, isPriceless, isBusy, leave }: FootProps): VNode {
  const { count, amount, currency } = sum;
  return (
    <div class="dialog-foot">
      <button type="button" class="button" onClick={leave}>
        Cancel
      </button>
      <Submit disabled={isBusy || count === 0 || !isWithin(sum, bought)}>
        {count === 0 ? 'Buy' : `Buy ${plural(count, 'number')}`}
        {count > 0 && !isPriceless && ` for ${money(amount, currency)} a month`}
      </Submit>
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
