/** The numbers that a company has at its carriers, and the bodies and queries of their routes. */
import * as v from 'valibot';
import { e164Schema } from '../../../shared/contact/phone-numbers.ts';
import { nameSchema } from '../../../shared/http/input.ts';
import { accountSchema } from '../accounts/schema.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';

/**
 * `wanted`: to be bought. `buying`: the carrier is being asked. `unsure`: its answer was lost, so it is read back. `pending`: the
 * carrier has accepted the order and has not delivered the number yet. `refused`: it was not bought. `quarantined`: nothing uses it,
 * and it is given back when its time is over.
 */
export const NUMBER_STATES = [
  'wanted',
  'buying',
  'unsure',
  'pending',
  'active',
  'imported',
  'quarantined',
  'released',
  'refused',
] as const;
export type NumberState = (typeof NUMBER_STATES)[number];

/** Whether its addresses at the carrier are ours; `gone`: the account no longer has it. */
export const WIRINGS = ['unknown', 'ready', 'wrong', 'gone'] as const;

/** What the carrier is to be asked for. */
export const NUMBER_TASKS = ['buy', 'wire', 'put_back', 'release'] as const;
export type NumberTask = (typeof NUMBER_TASKS)[number];

/** What a number costs in a month; the amount is 0 where the carrier does not say it and nobody has. */
export interface Price {
  amount: number;
  currency: string;
}

/** A number at a carrier. Times are milliseconds since the epoch. */
export interface CarrierNumber {
  numberId: string;
  carrier: CarrierName;
  accountId: string;
  number: string;
  /** Its name at the carrier. */
  name: string;
  state: NumberState;
  /** Whether it was bought here, and not imported. */
  isBought: boolean;
  task: NumberTask | null;
  /** When the task is due. */
  nextTime: number | null;
  /** How often the task was tried without a result. */
  attempts: number;
  /** The origin of this deployment for carriers. */
  origin: string;
  /** The carrier's own id of it. */
  carrierNumberId: string | null;
  price: Price;
  /** The settings at the carrier before an import, by the carrier's names. */
  former: Record<string, string> | null;
  wiring: (typeof WIRINGS)[number];
  checkedTime: number | null;
  /** Why it was refused, or why the last request failed. */
  detail: string | null;
  /** When it was last ordered here; null if it was imported. */
  orderedTime: number | null;
  /** When the carrier was first asked to sell it: from then on it may be bought. Null again if it is certain that it was not. */
  askedTime: number | null;
  /** Until then, a request without an answer may still act at the carrier. */
  unsettledUntil: number;
  /** When it is given back. */
  releaseTime: number | null;
  /** The request that ordered or imported it, with others. */
  orderId: string | null;
  /** Where it is, as the carrier has said it to whoever ordered it: `Austin, TX`. */
  place: string;
  /** The location and the source that it was ordered for. The DNI settings may say something else. */
  locationId: string | null;
  source: string | null;
  createdTime: number;
  modificationTime: number;
}

/** Tells whether a number was not bought, or was given back. */
export function isEnded({ state }: Pick<CarrierNumber, 'state'>): boolean {
  return state === 'refused' || state === 'released';
}

/** Returns the time of a change. It tells a record from what it was before, also within a millisecond. */
export function modifiedAfter({ modificationTime }: CarrierNumber, now: number): number {
  return Math.max(now, modificationTime + 1);
}

/** The most numbers of a purchase. */
export const MOST_AT_ONCE = 100;
/** The most numbers of an import, and of those that are put back at once. */
export const MOST_IMPORTED = 500;
/** The highest monthly cap. */
const HIGHEST_CAP = 1_000_000;

const account = accountSchema.entries;
const text = v.pipe(v.string(), v.trim(), v.maxCodePoints(64));
/** The highest price of a number and month that is accepted. */
const acceptedPrice = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(10_000));

/** The body of a purchase. */
export const purchaseSchema = v.strictObject({
  ...account,
  monthly_price: acceptedPrice,
  numbers: v.pipe(
    v.array(
      v.strictObject({
        number: e164Schema,
        name: v.optional(text, ''),
        /** Where the carrier says it is. */
        place: v.optional(text),
        location_id: v.optional(nameSchema),
        source: v.optional(nameSchema),
        /** Instead of that of the purchase. */
        monthly_price: v.optional(acceptedPrice),
      }),
    ),
    v.minLength(1),
    v.maxLength(MOST_AT_ONCE),
  ),
});
export type Purchase = v.InferOutput<typeof purchaseSchema>;

/** The body of an import. */
export const importSchema = v.strictObject({
  ...account,
  numbers: v.pipe(v.array(e164Schema), v.minLength(1), v.maxLength(MOST_IMPORTED)),
});
export type NumberImport = v.InferOutput<typeof importSchema>;

/** The body of `POST .../numbers/put_back`. */
export const putBackSchema = v.strictObject({
  number_ids: v.pipe(
    v.array(v.pipe(v.string(), v.toLowerCase())),
    v.minLength(1),
    v.maxLength(MOST_IMPORTED),
  ),
});

/** The body of `PUT .../numbers/limits`. */
export const limitsSchema = v.strictObject({
  /** What all numbers together may cost in a month, in the carriers’ currency. */
  monthly_cap: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(HIGHEST_CAP)),
});

/** The query for the numbers. */
export const numbersQuerySchema = v.object({
  /** `astray`: those that no longer send their calls here. */
  only: v.optional(v.picklist(['astray'])),
});
export type NumbersQuery = v.InferOutput<typeof numbersQuerySchema>;

/** The query for the numbers of an account. */
export const accountQuerySchema = v.object(account);

/** The query for numbers that a carrier sells. */
export const availableQuerySchema = v.object({
  ...account,
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Write a country as US.')), 'US'),
  type: v.optional(v.picklist(['local', 'toll_free', 'mobile']), 'local'),
  /** The digits after the country code. */
  area_code: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'Write an area code as 512.'))),
  /** A location of the DNI settings, near which the numbers are to be (US and Canada). */
  near: v.optional(text),
  city: v.optional(text),
  /** A state or province, such as TX. */
  region: v.optional(text),
  postal_code: v.optional(text),
  /** Digits, letters, and `*` for any digit. */
  contains: v.optional(
    v.pipe(v.string(), v.regex(/^[\dA-Za-z*]{2,16}$/, 'Write 2 to 16 digits or letters.')),
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,2}$/, 'Write a number from 1 to 50.'),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(50),
    ),
    '20',
  ),
});
export type AvailableQuery = v.InferOutput<typeof availableQuerySchema>;
