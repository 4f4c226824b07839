/** The answers about numbers at carriers. */
import * as v from 'valibot';
import { count, id, named, phone, time } from '../../../shared/reference/answers.ts';
import { ADDRESS_USES } from '../accounts/addresses.ts';
import { CARRIERS } from '../ringing/settings-schema.ts';
import { NUMBER_STATES, NUMBER_TASKS, WIRINGS } from './schema.ts';

const money = v.pipe(v.number(), v.minValue(0));
const address = v.nullable(v.string());

/** A number that the company has bought, imported or ordered. */
export const carrierNumberAnswer = named(
  'CarrierNumber',
  v.strictObject({
    number_id: id,
    number: phone,
    carrier: v.picklist(CARRIERS),
    account_id: v.string(),
    name: v.string(),
    state: v.pipe(
      v.picklist(NUMBER_STATES),
      v.description(
        '`wanted` and `buying`: ordered. `unsure`: the carrier’s answer was lost, and it is being found out. `pending`: the carrier has the order and has not delivered the number yet. `refused`: not bought, `detail` says why. `quarantined`: given back at `release_time`.',
      ),
    ),
    is_bought: v.pipe(v.boolean(), v.description('Whether it was bought here, not imported.')),
    task: v.pipe(
      v.nullable(v.picklist(NUMBER_TASKS)),
      v.description(
        'What the carrier is still to be asked for. `wire`: our addresses. `put_back`: those before the import. `release`: at `release_time`.',
      ),
    ),
    is_pending: v.pipe(v.boolean(), v.description('Whether the carrier is still to be asked for something.')),
    wiring: v.pipe(
      v.picklist(WIRINGS),
      v.description('Whether its addresses at the carrier are ours; `gone`: the account no longer has it.'),
    ),
    checked_time: v.nullable(time),
    has_former: v.pipe(v.boolean(), v.description('Whether what it had before the import is known.')),
    monthly_price: money,
    currency: v.string(),
    detail: v.nullable(v.string()),
    release_time: v.nullable(time),
    order_id: v.pipe(
      v.nullable(id),
      v.description('The request that ordered or imported it, together with others.'),
    ),
    place: v.string(),
    location_id: v.nullable(v.string()),
    source: v.nullable(v.string()),
    used_for: v.pipe(
      v.nullable(v.strictObject({ location_id: v.nullable(v.string()), source: v.nullable(v.string()) })),
      v.description('Where the published settings use it; null if they do not.'),
    ),
    creation_time: time,
    last_modification_time: time,
  }),
);
export type CarrierNumberBody = v.InferOutput<typeof carrierNumberAnswer>;

export const carrierNumbersAnswer = v.strictObject({
  numbers: v.array(carrierNumberAnswer),
  /** What they cost in a month, as far as it is known. */
  monthly_cost: money,
  monthly_cap: money,
  /** How many may still be ordered today. */
  orders_left: count,
});
export type CarrierNumbersBody = v.InferOutput<typeof carrierNumbersAnswer>;

/** The numbers of a request. */
export const orderedNumbersAnswer = v.strictObject({
  /** That of the numbers that were not there before. */
  order_id: id,
  numbers: v.array(carrierNumberAnswer),
});
export type OrderedNumbers = v.InferOutput<typeof orderedNumbersAnswer>;

/** Numbers that get back what they had. */
export const putBackNumbersAnswer = v.strictObject({ numbers: v.array(carrierNumberAnswer) });
export type PutBackNumbers = v.InferOutput<typeof putBackNumbersAnswer>;

/** The numbers, and the accounts that could not be read. */
export const numbersCheckAnswer = v.strictObject({
  ...carrierNumbersAnswer.entries,
  failures: v.array(
    v.strictObject({ carrier: v.picklist(CARRIERS), account_id: v.string(), detail: v.string() }),
  ),
});
export type NumbersCheck = v.InferOutput<typeof numbersCheckAnswer>;

/** Numbers that a carrier sells. */
export const availableNumbersAnswer = v.strictObject({
  numbers: v.array(
    v.strictObject({
      number: phone,
      city: v.string(),
      region: v.string(),
      postal_code: v.string(),
      has_messages: v.boolean(),
      needs_address: v.pipe(
        v.boolean(),
        v.description('Whether the carrier wants an address of the company, given there.'),
      ),
      monthly_price: v.pipe(v.nullable(money), v.description('null: the carrier does not say it.')),
      setup_price: v.pipe(
        v.nullable(money),
        v.description('What it costs once. null: the carrier does not say it.'),
      ),
      currency: v.nullable(v.string()),
    }),
  ),
});
export type AvailableNumbers = v.InferOutput<typeof availableNumbersAnswer>;

/** Numbers that an account has, and what an import would change. */
export const importableNumbersAnswer = v.strictObject({
  numbers: v.array(
    v.strictObject({
      number: phone,
      is_known: v.pipe(v.boolean(), v.description('Whether it was bought or imported here already.')),
      changes: v.array(v.strictObject({ use: v.picklist(ADDRESS_USES), before: address, after: address })),
    }),
  ),
  is_complete: v.pipe(
    v.boolean(),
    v.description('false: the account has more than the first 5,000 numbers.'),
  ),
});
export type ImportableNumbers = v.InferOutput<typeof importableNumbersAnswer>;

export const numberLimitsAnswer = v.strictObject({ monthly_cap: money });
