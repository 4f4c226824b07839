/** The company's accounts with carriers: their API addresses and credentials. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { readCallSettings } from '../ringing/settings.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';

/** The API addresses of accounts without a `base`. */
const BASES: Record<string, string> = { twilio: 'https://api.twilio.com', telnyx: 'https://api.telnyx.com' };

/** Returns the company's account with a carrier, preferably one with API credentials. */
export function accountOf(context: RequestContext, carrier: string): CarrierAccount | undefined {
  const accounts = readCallSettings(context.database).settings.carriers.filter(
    (each) => each.carrier === carrier,
  );
  return accounts.find(({ api }) => api !== null) ?? accounts[0];
}

/** Returns the address of the carrier's API. */
export function baseOf({ carrier, api }: CarrierAccount): string {
  return api?.base ?? BASES[carrier] ?? '';
}

/** Returns the `Authorization` for the carrier's API. */
export function authorizationOf({ carrier, api }: CarrierAccount): string | undefined {
  if (api === null) return undefined;
  if (carrier === 'telnyx') return `Bearer ${api.secret}`;
  return `Basic ${Buffer.from(`${api.user}:${api.secret}`).toString('base64')}`;
}

/**
 * Returns the `Authorization` for a carrier's address; undefined outside its API, which must not get the credentials.
 */
export function authorizationFor(account: CarrierAccount, address: string): string | undefined {
  const origins = [baseOf(account), BASES[account.carrier]].map((base) => URL.parse(base ?? '')?.origin);
  const origin = URL.parse(address)?.origin;
  return origin !== undefined && origins.includes(origin) ? authorizationOf(account) : undefined;
}
