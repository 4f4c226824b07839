/** The demo company's account with the carrier in a box, which signs as Twilio does. */
import { DEMO_COMPANY_ID } from '../company.ts';
import type { SimulatedAccount } from './signing.ts';

/** Its secret is none: nobody else's numbers are with this carrier, and it answers on the developer's machine alone. */
export const DEMO_ACCOUNT = {
  carrier: 'twilio',
  accountId: 'AC11111111111111111111111111111111',
  secret: 'carrier-in-a-box',
} as const satisfies SimulatedAccount;

/** Where the product listens to this carrier. */
export const LANE = `/carriers/${DEMO_ACCOUNT.carrier}/${DEMO_COMPANY_ID}`;

/** Where the carrier's own API is, below the address of the demo: texts go out through it, and recordings are there. */
export const CARRIER_API = '/demo/carrier';

/** The call settings of the demo company. Whoever tries it at night is rung as well. */
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
    defaults: { when_closed: 'ring', whisper: '{source}, {location}' },
  };
}
