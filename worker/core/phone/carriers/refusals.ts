/** Why what a carrier tells is not the company's, for whoever sets the carrier up: they have signed it, so they may know. Pure. */
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';

/** Most characters of a value that the reason shows. */
const SHOWN = 64;

/** Whose call or text it is. */
interface Told {
  carrier: CarrierName;
  /** Undefined where the carrier does not name it. */
  accountId?: string | undefined;
  /** Undefined where it does not matter any more: a call goes on when its number has left the company. */
  number?: string | undefined;
}

/** What is wrong, where, and what would be right; undefined: it is the company's. */
export function refusalOf(book: OpenPhoneBook, { carrier, accountId, number }: Told): string | undefined {
  const isAccount = book.book.carriers.some(
    (account) => account.carrier === carrier && (accountId ?? account.accountId) === account.accountId,
  );
  if (!isAccount) {
    return `AccountSid is ${shown(accountId)}, which the call settings do not have for ${carrier}; put it in carriers.`;
  }
  if (number === undefined || book.numbers.has(number)) return undefined;
  return `To is ${shown(number)}, which is not a number of the company; put it in the DNI settings or in unlisted_numbers.`;
}

function shown(value: string | undefined): string {
  return value === undefined || value === '' ? 'missing' : JSON.stringify(value.slice(0, SHOWN));
}
