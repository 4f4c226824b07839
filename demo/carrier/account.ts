/** The demo company's account with the simulated carrier, which signs as Twilio does. */
import { DEMO_COMPANY_ID, NATIONAL_NUMBER } from '../company.ts';
import type { SimulatedAccount } from './signing.ts';

/** The secret need not be secret: the carrier has no other customers and runs only on the developer's machine. */
export const DEMO_ACCOUNT = {
  carrier: 'twilio',
  accountId: 'AC11111111111111111111111111111111',
  secret: 'carrier-in-a-box',
} as const satisfies SimulatedAccount;

/** The product's webhook path for this carrier. */
export const LANE = `/carriers/${DEMO_ACCOUNT.carrier}/${DEMO_COMPANY_ID}`;

/** Path of the carrier's API, which sends messages and has the recordings. */
export const CARRIER_API = '/demo/carrier';

/** The menus of the main number. The voice says them in two seconds, so they are short. */
const MENUS = {
  main: {
    name: 'Main line',
    greeting:
      'For the branch closest to you press 1, for a quote press 2, for our opening hours press 3, to leave a message press star.',
    keys: {
      '1': {
        label: 'Closest branch',
        postal_code: 'Please key in your five-digit ZIP code.',
      },
      '2': { label: 'A quote', menu_id: 'quotes' },
      '3': {
        label: 'Opening hours',
        message: 'We are open Monday to Friday from 7 to 7, and Saturday from 8 to 2. Goodbye.',
      },
      '*': { label: 'Message', voicemail: true },
    },
    default: { ring: 'location' },
  },
  quotes: {
    name: 'Quotes',
    greeting: 'For Texas press 1, for Colorado press 2.',
    keys: {
      '1': { label: 'Texas', location_id: 'austin' },
      '2': { label: 'Colorado', location_id: 'denver' },
    },
    default: { ring: 'location' },
  },
};

/** Returns the demo company's call settings. Branches ring at night too, so that the demo works at any time; calls are recorded. */
export function demoCallSettings(origin: string): Record<string, unknown> {
  return {
    carriers: [
      {
        carrier: DEMO_ACCOUNT.carrier,
        account_id: DEMO_ACCOUNT.accountId,
        secrets: [DEMO_ACCOUNT.secret],
        api: { user: DEMO_ACCOUNT.accountId, secret: DEMO_ACCOUNT.secret, base: origin + CARRIER_API },
      },
    ],
    // Callers whom nobody answers see the text while they still try the demo.
    defaults: {
      when_closed: 'ring',
      whisper: '{source}, {location}',
      record: 'on',
      text_back: 'missed',
      text_back_minutes: 1,
    },
    numbers: { [NATIONAL_NUMBER]: { menu: 'main' } },
    menus: MENUS,
  };
}
