/** Buys the numbers of a form, unless a price has changed since they were shown. */
import { go, withQuery } from '../../../../address/router.ts';
import { atFields, useSaving } from '../../../../forms/saving.ts';
import type { Account } from '../../../phone/phone-settings.ts';
import { buyNumbers, type WantedNumber } from '../use-bought.ts';
import { type ChangedPrice, changedPrice, priceRefusal } from './prices.ts';

/** A member of a number in an order. */
const MEMBER = /^\/numbers\/(\d+)\/(.+)$/;

interface PurchaseSteps {
  /** Reads from the form what each number is for. @throws Refusal for a missing price */
  wantedIn: (form: HTMLFormElement) => WantedNumber[];
  /** Returns the name of the field for a member of a number. */
  fieldOf: (wanted: WantedNumber, member: string) => string;
  /** Shows a price that has changed. */
  reprice: (changed: ChangedPrice) => void;
}

/** Returns the saving of the form: it ends where the order is shown. */
export function usePurchase(
  account: Account,
  { wantedIn, fieldOf, reprice }: PurchaseSteps,
): ReturnType<typeof useSaving<[form: HTMLFormElement]>> {
  return useSaving(async (form: HTMLFormElement) => {
    const wanted = wantedIn(form);
    try {
      const order = await buyNumbers(account, wanted);
      go(withQuery({ over: undefined, key: undefined, order }), { replace: true });
    } catch (error) {
      const changed = changedPrice(error);
      if (changed === undefined)
        throw atFields(error, (pointer) =>
          pointer.replace(MEMBER, (_, index, member) => fieldOf(wanted[index] as WantedNumber, member)),
        );
      reprice(changed);
      throw priceRefusal(changed);
    }
  });
}
