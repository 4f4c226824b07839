/** Turns what a company looks for into a question to a carrier. */
import { parsePhoneNumberFromString } from '../../../shared/contact/numbering.ts';
import { Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { countWithin } from '../calls/hourly-counts.ts';
import type { CarrierMarket, Wanted } from './markets/carrier-market.ts';
import type { AvailableQuery, Price, Purchase } from './schema.ts';

/** The most questions of a company to carriers in an hour. */
const SEARCHES_PER_HOUR = 300;
const SCOPE = 'number searches';
/** Countries in which carriers know what is near. */
export const MEASURED: ReadonlySet<string> = new Set(['US', 'CA']);

/** Counts a question to a carrier. @throws Problem `rate_limited` after too many in an hour */
export function countSearch(context: WriteContext): void {
  const detail = `Carriers are asked for numbers at most ${SEARCHES_PER_HOUR} times in an hour; wait.`;
  countWithin(context, [{ scope: SCOPE, limit: SEARCHES_PER_HOUR, detail }]);
}

/** Returns the question to the carrier. @throws Problem `unknown_location`, `invalid_parameter` for a place in other countries */
export function wantedOf(context: RequestContext, { near, ...query }: AvailableQuery): Wanted {
  const { carrier: _carrier, account_id: _account, ...wanted } = query;
  if (near === undefined) return wanted;
  const location = dniSettingsOf(context)
    .read()
    ?.settings.locations.find(({ location_id: id }) => id === near);
  if (location === undefined) throw parameterFault('unknown_location', 'The settings have no such location.');
  if (!MEASURED.has(query.country)) {
    throw parameterFault(
      'invalid_parameter',
      'Near a location, there are only numbers of the US and Canada.',
    );
  }
  const { latitude, longitude, city, state } = location;
  return {
    ...wanted,
    near: { latitude, longitude, city, region: state },
  };
}

/**
 * Returns what each number of a purchase costs in a month: what the carrier says, else what was accepted.
 * @throws Problem `precondition_failed` with the price, if the carrier says more than was accepted
 */
export async function pricesOf(
  market: CarrierMarket,
  { numbers, monthly_price: acceptedForAll }: Purchase,
): Promise<ReadonlyMap<string, Price>> {
  const said = await saidPrices(
    market,
    numbers.map(({ number }) => number),
  );
  const prices = new Map<string, Price>();
  for (const { number, monthly_price: accepted = acceptedForAll } of numbers) {
    const price = said.get(number) ?? { amount: accepted, currency: 'USD' };
    if (price.amount > accepted) {
      const detail = `${number} costs ${price.amount} ${price.currency} a month now, more than the ${accepted} that were accepted.`;
      throw new Problem('precondition_failed', detail, { members: { price: { number, ...price } } });
    }
    prices.set(number, price);
  }
  return prices;
}

/** Returns what numbers cost in a month, as far as the carrier says it. */
export async function saidPrices(
  market: CarrierMarket,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Price>> {
  // Numbers of a country and type have one price.
  const asked = new Map<string, Promise<Price | null>>();
  const prices = new Map<string, Price>();
  for (const number of numbers) {
    const parsed = parsePhoneNumberFromString(number);
    const [country, type] = [parsed?.country ?? 'US', typeOf(parsed?.getType())] as const;
    const asking = asked.get(`${country} ${type}`) ?? market.price(country, type);
    asked.set(`${country} ${type}`, asking);
    const price = await asking;
    if (price !== null) prices.set(number, price);
  }
  return prices;
}

function typeOf(type: string | undefined): AvailableQuery['type'] {
  if (type === 'TOLL_FREE') return 'toll_free';
  return type === 'MOBILE' ? 'mobile' : 'local';
}

function parameterFault(code: 'unknown_location' | 'invalid_parameter', detail: string): Problem {
  return problemOfFaults([{ parameter: 'near', code, detail }]);
}
