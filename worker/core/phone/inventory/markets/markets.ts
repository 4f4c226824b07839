/** Opens the market of an account with a carrier. */
import type { AddressRules } from '../../../../shared/http/public-addresses.ts';
import { addressesOf } from '../../accounts/addresses.ts';
import { askCarrier } from '../../accounts/carrier-api.ts';
import type { CarrierAccount } from '../../ringing/settings-schema.ts';
import type { CarrierMarket, OurAddresses } from './carrier-market.ts';
import { TwilioMarket } from './twilio-market.ts';

/** Returns the market of an account; undefined for a carrier whose numbers are not sold here. */
export function marketOf(account: CarrierAccount, rules: AddressRules): CarrierMarket | undefined {
  if (account.carrier === 'telnyx') return undefined;
  return new TwilioMarket(account, (request) => askCarrier(account, request, rules));
}

/** Returns the addresses that the company's numbers get at a carrier. */
export function ourAddresses(
  carrier: CarrierAccount['carrier'],
  here: { origin: string; companyId: string },
): OurAddresses {
  const [call = '', fallback = '', status = '', text = ''] = addressesOf(carrier, here).map(
    ({ address }) => address,
  );
  return { call, fallback, status, text };
}
