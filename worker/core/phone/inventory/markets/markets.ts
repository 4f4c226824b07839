/** Opens the market of an account with a carrier. */
import type { AddressRules } from '../../../../shared/http/public-addresses.ts';
import { addressesOf } from '../../accounts/addresses.ts';
import { type ApiRequest, askCarrier } from '../../accounts/carrier-api.ts';
import type { CarrierAccount } from '../../ringing/settings-schema.ts';
import type { CarrierMarket, OurAddresses } from './carrier-market.ts';
import { TelnyxMarket } from './telnyx-market.ts';
import { TwilioMarket } from './twilio-market.ts';

/** Returns the market of an account. */
export function marketOf(account: CarrierAccount, companyId: string, rules: AddressRules): CarrierMarket {
  const ask = (request: ApiRequest) => askCarrier(account, request, rules);
  return account.carrier === 'telnyx' ? new TelnyxMarket(companyId, ask) : new TwilioMarket(account, ask);
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
