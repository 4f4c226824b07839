/** Builds the answers about numbers at carriers. */
import type { AddressRules } from '../../../shared/http/public-addresses.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { ADDRESS_USES, isSameAddress } from '../accounts/addresses.ts';
import { numbersAtCarrier } from '../accounts/numbers-at-carriers.ts';
import { momentOrNull } from '../calls/call-bodies.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';
import type {
  AvailableNumbers,
  CarrierNumberBody,
  CarrierNumbersBody,
  ImportableNumbers,
} from './answer-schema.ts';
import type { NumberOnSale } from './markets/carrier-market.ts';
import { ourAddresses } from './markets/markets.ts';
import { countOrders, listNumbers, monthlyCost, readLimits, listAstray } from './number-store.ts';
import { ORDERS_PER_DAY } from './ordering.ts';
import { type CarrierNumber, isEnded, type NumbersQuery } from './schema.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Returns a number, and where the published settings use it. */
export function numberBody(
  company: Pick<RequestContext, 'memory'>,
  record: CarrierNumber,
): CarrierNumberBody {
  const use = openPhoneBook(company).numbers.get(record.number);
  return {
    number_id: record.numberId,
    number: record.number,
    carrier: record.carrier,
    account_id: record.accountId,
    name: record.name,
    state: record.state,
    is_bought: record.isBought,
    task: record.task,
    is_pending: record.task !== null && record.task !== 'release',
    wiring: record.wiring,
    checked_time: momentOrNull(record.checkedTime),
    has_former: record.former !== null,
    monthly_price: record.price.amount,
    currency: record.price.currency,
    detail: record.detail,
    release_time: momentOrNull(record.releaseTime),
    order_id: record.orderId,
    place: record.place,
    location_id: record.locationId,
    source: record.source,
    used_for: use === undefined ? null : { location_id: use.locationId ?? null, source: use.source ?? null },
    creation_time: writeMoment(record.createdTime),
    last_modification_time: writeMoment(record.modificationTime),
  };
}

/** @param query `only`: `astray`: those that no longer send their calls here */
export function numbersBody(context: RequestContext, { only }: NumbersQuery = {}): CarrierNumbersBody {
  const { database, now } = context;
  const { cost } = monthlyCost(database);
  return {
    numbers: (only === 'astray' ? listAstray(database) : listNumbers(database)).map((record) =>
      numberBody(context, record),
    ),
    monthly_cost: Math.round(cost * 100) / 100,
    monthly_cap: readLimits(database).monthlyCap,
    orders_left: Math.max(0, ORDERS_PER_DAY - countOrders(database, now - DAY_MS)),
  };
}

export function availableBody(found: NumberOnSale): AvailableNumbers['numbers'][number] {
  return {
    number: found.number,
    city: found.city,
    region: found.region,
    postal_code: found.postalCode,
    has_messages: found.hasMessages,
    needs_address: found.needsAddress,
    monthly_price: found.price?.amount ?? null,
    setup_price: found.setupPrice,
    currency: found.price?.currency ?? null,
  };
}

/** Reads the numbers of an account that are this company's or nobody's, with what an import would change. @throws Problem `bad_gateway` if the account cannot be read */
export async function importableNumbers(
  { database }: RequestContext,
  account: CarrierAccount,
  here: {
    origin: string;
    companyId: string;
    rules: AddressRules;
    /** Returns those of some numbers that another company of the deployment holds. */
    heldElsewhere: (numbers: readonly string[]) => Promise<string[]>;
  },
): Promise<ImportableNumbers> {
  const found = await numbersAtCarrier(account, here.rules);
  if ('failure' in found) throw new Problem('bad_gateway', found.failure);
  const ours = ourAddresses(account.carrier, here);
  const known = new Set(listNumbers(database).flatMap((each) => (isEnded(each) ? [] : each.number)));
  const foreign = new Set(await here.heldElsewhere([...found.numbers.keys()]));
  const own = [...found.numbers].filter(([number]) => !foreign.has(number));
  return {
    numbers: own.map(([number, { addresses }]) => ({
      number,
      is_known: known.has(number),
      changes: ADDRESS_USES.filter((use) => !isSameAddress(addresses[use], ours[use])).map((use) => ({
        use,
        before: addresses[use],
        after: ours[use],
      })),
    })),
    is_complete: found.isComplete,
  };
}
