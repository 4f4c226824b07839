/** Reads the numbers of an account at its carrier, with the addresses to which they send calls and messages. */
import { isObject } from '../../../shared/http/input.ts';
import type { AddressRules } from '../../../shared/http/public-addresses.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';
import type { AddressUse } from './addresses.ts';
import { apiPath, askCarrier } from './carrier-api.ts';

/** The most pages that are read: 5,000 numbers of Twilio, 1,250 of Telnyx. */
const MOST_PAGES = 5;
/** Numbers of a page of Twilio and SignalWire. */
const TWILIO_PAGE = 1_000;
/** Entries of a page of Telnyx. */
const TELNYX_PAGE = 250;

/** The addresses of a number by use; null where it has none. */
export type FoundAddresses = Readonly<Record<AddressUse, string | null>>;

/** The numbers of an account, or why there are none. */
export type NumbersFound = { numbers: Map<string, FoundAddresses> } | { failure: string };

type Ask = (path: string) => Promise<Record<string, unknown> | string>;

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
  const numbers = new Map<string, FoundAddresses>();
  let path: string | undefined = `${root}/IncomingPhoneNumbers.json?PageSize=${TWILIO_PAGE}`;
  for (let page = 0; path !== undefined && page < MOST_PAGES; page += 1) {
    const answer: Record<string, unknown> | string = await ask(path);
    if (typeof answer === 'string') return { failure: answer };
    for (const entry of objectsIn(answer['incoming_phone_numbers'])) {
      const number = textOf(entry['phone_number']);
      if (number !== null) numbers.set(number, addressesAtTwilio(entry));
    }
    const next = textOf(answer['next_page_uri']);
    // The address comes from outside: it stays within the account.
    path = next?.startsWith(`${root}/`) === true ? next : undefined;
  }
  return { numbers };
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

/** Telnyx: a number names an application for calls and a profile for messages. */
async function numbersAtTelnyx(ask: Ask): Promise<NumbersFound> {
  const [numbers, applications, profiles] = await Promise.all(
    ['phone_numbers', 'texml_applications', 'messaging_profiles'].map((list) => allAtTelnyx(list, ask)),
  );
  for (const list of [numbers, applications, profiles]) {
    if (typeof list === 'string') return { failure: list };
  }
  const applicationOf = byId(applications);
  const profileOf = byId(profiles);
  const found = new Map<string, FoundAddresses>();
  for (const entry of objectsIn(numbers)) {
    const number = textOf(entry['phone_number']);
    const application = applicationOf.get(String(entry['connection_id'])) ?? {};
    const profile = profileOf.get(String(entry['messaging_profile_id'])) ?? {};
    if (number === null) continue;
    found.set(number, {
      call: textOf(application['voice_url']),
      fallback: textOf(application['voice_fallback_url']),
      status: textOf(application['status_callback']),
      text: textOf(profile['webhook_url']),
    });
  }
  return { numbers: found };
}

async function allAtTelnyx(list: string, ask: Ask): Promise<unknown[] | string> {
  const found: unknown[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await ask(`/v2/${list}?page[size]=${TELNYX_PAGE}&page[number]=${page}`);
    if (typeof answer === 'string') return answer;
    const entries = objectsIn(answer['data']);
    found.push(...entries);
    if (entries.length < TELNYX_PAGE) break;
  }
  return found;
}

function byId(list: unknown): Map<string, Record<string, unknown>> {
  return new Map(objectsIn(list).map((entry) => [String(entry['id']), entry]));
}

/** Returns the objects in a list of a carrier's answer. */
export function objectsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter((entry) => isObject(entry)) : [];
}

/** Returns a text of a carrier's answer; null for none, and for an empty one. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
