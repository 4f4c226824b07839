/** Reads the numbers of an account at its carrier, with the addresses to which they send calls and messages. */
import { isObject } from '../../../shared/http/input.ts';
import type { AddressRules } from '../../../shared/http/public-addresses.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';
import { apiPath, askCarrier } from './carrier-api.ts';
import {
  type Ask,
  type FoundAddresses,
  type FoundNumber,
  type NumbersFound,
  objectsIn,
  textOf,
} from './found-numbers.ts';
import { numbersAtTelnyx } from './telnyx-numbers.ts';

/** The most pages that are read: 5,000 numbers. */
const MOST_PAGES = 5;
/** Numbers of a page of Twilio and SignalWire. */
const TWILIO_PAGE = 1_000;

/** Reads the numbers of an account. */
export async function numbersAtCarrier(
  account: CarrierAccount,
  addresses: AddressRules,
): Promise<NumbersFound> {
  const ask: Ask = async (path) => {
    const answer = await askCarrier(account, { path }, addresses);
    if (answer.kind !== 'done') return answer.detail;
    return isObject(answer.body) ? answer.body : 'The carrier’s answer cannot be read.';
  };
  return account.carrier === 'telnyx' ? numbersAtTelnyx(ask) : numbersAtTwilio(account, ask);
}

/** Twilio, and SignalWire's compatible API: a number has its addresses itself. */
async function numbersAtTwilio(account: CarrierAccount, ask: Ask): Promise<NumbersFound> {
  const root = apiPath(account);
  const numbers = new Map<string, FoundNumber>();
  let path: string | undefined = `${root}/IncomingPhoneNumbers.json?PageSize=${TWILIO_PAGE}`;
  for (let page = 0; path !== undefined && page < MOST_PAGES; page += 1) {
    const answer: Record<string, unknown> | string = await ask(path);
    if (typeof answer === 'string') return { failure: answer };
    for (const entry of objectsIn(answer['incoming_phone_numbers'])) {
      const number = textOf(entry['phone_number']);
      const carrierNumberId = textOf(entry['sid']);
      if (number !== null) numbers.set(number, { carrierNumberId, addresses: addressesAtTwilio(entry) });
    }
    const next = textOf(answer['next_page_uri']);
    // The address comes from outside: it stays within the account.
    path = next?.startsWith(`${root}/`) === true ? next : undefined;
  }
  return { numbers, isComplete: path === undefined };
}

/** Returns the addresses of an entry in the list of an account at Twilio or SignalWire. */
export function addressesAtTwilio(entry: Record<string, unknown>): FoundAddresses {
  // An application or a trunk takes the calls instead of the addresses.
  const instead = textOf(entry['voice_application_sid']) ?? textOf(entry['trunk_sid']);
  const isPosted = (entry['voice_method'] ?? 'POST') === 'POST';
  const call = textOf(entry['voice_url']);
  return {
    call: instead ?? (isPosted || call === null ? call : `GET ${call}`),
    fallback: instead ?? textOf(entry['voice_fallback_url']),
    status: instead ?? textOf(entry['status_callback']),
    text: textOf(entry['sms_application_sid']) ?? textOf(entry['sms_url']),
  };
}
