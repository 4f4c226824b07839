/** Buys the numbers of a form, unless a price has changed since they were shown. */
import { go, withQuery } from '../../../../address/router.ts';
import { useSaving } from '../../../../forms/saving.ts';
import type { Account } from '../../phone/phone-settings.ts';
import { buyNumbers, type WantedNumber } from '../use-bought.ts';
import { type ChangedPrice, changedPrice, priceRefusal } from './prices.ts';

interface PurchaseSteps {
  /** Reads from the form what each number is for. @throws Refusal for a missing price */
  wantedIn: (form: HTMLFormElement) => WantedNumber[];
  /** Shows a price that has changed. */
  reprice: (changed: ChangedPrice) => void;
}

/** Returns the saving of the form: it ends where the order is shown. */
export function usePurchase(
  account: Account,
  { wantedIn, reprice }: PurchaseSteps,
): ReturnType<typeof useSaving<[form: HTMLFormElement]>> {
  return useSaving(async (form: HTMLFormElement) => {
    try {
      const order = await buyNumbers(account, wantedIn(form));
      go(withQuery({ over: undefined, key: undefined, order }), { replace: true });
    } catch (error) {
      const changed = changedPrice(error);
      if (changed === undefined) throw error;
      reprice(changed);
      throw priceRefusal(changed);
    }
  });
}
