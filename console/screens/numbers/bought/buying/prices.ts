/** The prices that a user has seen, and those that have changed since. Pure. */
import { Refusal } from '../../../../api/api.ts';
import { formatPhone } from '../../../../components/text/values.tsx';
import { refusalAt, refusalOf } from '../../../../forms/saving.ts';
import { money, type Offer } from '../bought.ts';

/** A price that is not the one that was shown. */
export interface ChangedPrice {
  number: string;
  amount: number;
  currency: string;
}

/** Returns the price in a refusal of an order; undefined for any other error. */
export function changedPrice(error: unknown): ChangedPrice | undefined {
  if (!(error instanceof Refusal) || error.problem.status !== 412) return undefined;
  return error.problem['price'] as ChangedPrice | undefined;
}

/** Returns offers with a changed price. Others that had the same price have probably changed, too. */
export function withPrice<Item extends Offer>(offers: readonly Item[], changed: ChangedPrice): Item[] {
  const before = offers.find(({ number }) => number === changed.number)?.monthly_price;
  return offers.map((offer) =>
    offer.number === changed.number || offer.monthly_price === before
      ? { ...offer, monthly_price: changed.amount, currency: changed.currency }
      : offer,
  );
}

/** Returns the error that tells of a changed price. */
export function priceRefusal({ number, amount, currency }: ChangedPrice): Refusal {
  const detail = `The price has changed: ${formatPhone(number)} costs ${money(amount, currency)} a month now. Nothing was ordered. The total below has the new price.`;
  return refusalOf([{ code: 'changed_meanwhile', detail }]);
}

/** Reads the price of a carrier that does not say it. @throws Refusal for a text that is none */
export function readPrice(text: string): number {
  const price = Number(text.replace(/^\$\s*/, ''));
  if (text !== '' && Number.isFinite(price) && price >= 0) return price;
  throw refusalAt('/monthly_price', 'Enter the price of a number, such as 1.15.');
}
