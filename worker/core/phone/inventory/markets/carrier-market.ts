/** What is asked of a carrier about numbers: which it sells, which the account has, and to buy, change and give back one. */
import { Problem } from '../../../../shared/http/problems.ts';
import type { ApiAnswer, ApiRequest } from '../../accounts/carrier-api.ts';
import type { AddressUse } from '../../accounts/addresses.ts';
import type { FoundAddresses } from '../../accounts/found-numbers.ts';
import type { AvailableQuery, Price } from '../schema.ts';

/** A number that a carrier sells. */
export interface NumberOnSale {
  number: string;
  city: string;
  region: string;
  postalCode: string;
  /** Whether it takes messages. */
  hasMessages: boolean;
  /** Whether the carrier wants an address or documents of the company, which have to be given there. */
  needsAddress: boolean;
  /** Null where the carrier does not say it. */
  price: Price | null;
  /** What it costs once, in the same currency. Null where the carrier does not say it. */
  setupPrice: number | null;
}

/** A number that an account has. */
export interface OwnedNumber {
  carrierNumberId: string;
  number: string;
  name: string;
  addresses: FoundAddresses;
  /** Its settings for calls and messages by the carrier's names, so that they can be put back. */
  settings: Readonly<Record<string, string>>;
}

/** Asks the API of an account. */
export type Ask = (request: ApiRequest) => Promise<ApiAnswer>;

/** An answer of a carrier: what was asked for, a refusal, or nothing that is known. */
export type ApiResult<Value> = { kind: 'done'; value: Value } | Exclude<ApiAnswer, { kind: 'done' }>;

/** The addresses that a number gets, by use. */
export type OurAddresses = Readonly<Record<AddressUse, string>>;

/** Where numbers are to be. `near` is a place of the company. */
export type Wanted = Omit<AvailableQuery, 'carrier' | 'account_id' | 'near'> & {
  near?: { latitude: string; longitude: string; city: string; region: string };
};

/** A number to buy. */
export interface Order {
  number: string;
  name: string;
  /** By it, a carrier that keeps orders finds this one again. */
  reference: string;
  addresses: OurAddresses;
}

/** What a carrier needs for an order. */
export interface Terms {
  /** What the number costs in a month, if the carrier says it of a single number. */
  price: Price | null;
  /** The ids of what the number is to point to, where it does not have addresses itself. */
  parts: Readonly<Record<string, string>>;
}

/**
 * What has become of an order. `delivered`: the account has the number, whose id may have to be read. `pending`: the carrier has
 * the order, and may deliver. `failed`: this order brings no number. `none`: the carrier knows of no such order, or keeps none.
 */
export type OrderState =
  | { kind: 'delivered'; carrierNumberId: string | null }
  | { kind: 'pending'; detail: string }
  | { kind: 'failed'; detail: string }
  | { kind: 'none' };

/** A carrier as a market for numbers. Nothing here is repeated: whoever asks reads back what became of a lost answer. */
export interface CarrierMarket {
  search(wanted: Wanted): Promise<ApiResult<NumberOnSale[]>>;
  /** Returns what all numbers of a country and type cost in a month; null if the carrier does not say it. */
  price(country: string, type: AvailableQuery['type']): Promise<Price | null>;
  /** Finds a number of the account; undefined if the account does not have it. */
  find(number: string): Promise<ApiResult<OwnedNumber | undefined>>;
  /** Prepares an order. Spends nothing. */
  prepare(order: Order): Promise<ApiResult<Terms>>;
  /** Orders a number with our addresses. */
  order(order: Order, terms: Terms): Promise<ApiResult<OrderState>>;
  /** Reads what has become of the orders with a reference. */
  orderState(reference: string): Promise<ApiResult<OrderState>>;
  /** Gives a number of the account our addresses. @returns a note for the user, if something could not be done */
  wire(owned: OwnedNumber, addresses: OurAddresses): Promise<ApiResult<string | null>>;
  /** Gives a number of the account the settings that it had. */
  putBack(owned: OwnedNumber, former: OwnedNumber['settings']): Promise<ApiResult<undefined>>;
  /** Gives a number back. One that is gone already counts as given back. */
  release(carrierNumberId: string): Promise<ApiResult<undefined>>;
}

/** Returns what a carrier has answered. @throws Problem `bad_gateway` without an answer, `invalid_parameter` for a refusal */
export function answerOf<Value>(asked: ApiResult<Value>): Value {
  if (asked.kind === 'done') return asked.value;
  throw new Problem(asked.kind === 'refused' ? 'invalid_parameter' : 'bad_gateway', asked.detail);
}

/** Turns the body of an answer into a value. @param read returns undefined for a body that cannot be read */
export function readAs<Value>(
  answer: ApiAnswer,
  read: (body: unknown) => Value | undefined,
): ApiResult<Value> {
  if (answer.kind !== 'done') return answer;
  const value = read(answer.body);
  return value === undefined
    ? { kind: 'unknown', detail: 'The carrier’s answer cannot be read.' }
    : { kind: 'done', value };
}

/** Turns an answer whose body does not matter into one without. */
export function withoutBody(answer: ApiAnswer): ApiResult<undefined> {
  return answer.kind === 'done' ? { kind: 'done', value: undefined } : answer;
}
