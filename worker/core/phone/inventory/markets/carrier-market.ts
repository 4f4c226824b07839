/** What is asked of a carrier about numbers: which it sells, which the account has, and to buy, change and give back one. */
import type { ApiAnswer } from '../../accounts/carrier-api.ts';
import type { AddressUse } from '../../accounts/addresses.ts';
import type { FoundAddresses } from '../../accounts/numbers-at-carriers.ts';
import type { AvailableQuery, Price } from '../schema.ts';

/** A number that a carrier sells. */
export interface NumberOnSale {
  number: string;
  city: string;
  region: string;
  postalCode: string;
  /** Whether it takes messages. */
  hasMessages: boolean;
  /** Whether the carrier wants an address of the company, which has to be given there. */
  needsAddress: boolean;
  /** Null where the carrier does not say it. */
  price: Price | null;
}

/** A number that an account has. */
export interface OwnedNumber {
  carrierNumberId: string;
  number: string;
  name: string;
  addresses: FoundAddresses;
  /** Its settings for calls and messages by the carrier's names, so that they can be put back. */
  settings: Record<string, string>;
}

/** An answer of a carrier: what was asked for, a refusal, or nothing that is known. */
export type Asked<Value> = { kind: 'done'; value: Value } | Exclude<ApiAnswer, { kind: 'done' }>;

/** The addresses that a number gets, by use. */
export type OurAddresses = Readonly<Record<AddressUse, string>>;

/** Where numbers are to be. */
export type Wanted = Omit<AvailableQuery, 'carrier' | 'account_id' | 'near'> & {
  near?: { latitude: string; longitude: string };
};

/** A carrier as a market for numbers. Every method asks it once. */
export interface CarrierMarket {
  search(wanted: Wanted): Promise<Asked<NumberOnSale[]>>;
  /** Returns what a number costs in a month; null if the carrier does not say it. */
  price(country: string, type: AvailableQuery['type']): Promise<Price | null>;
  /** Finds a number of the account; undefined if the account does not have it. */
  find(number: string): Promise<Asked<OwnedNumber | undefined>>;
  /** Buys a number with our addresses. */
  buy(number: string, options: { name: string; addresses: OurAddresses }): Promise<Asked<string>>;
  /** Gives a number of the account our addresses. */
  wire(owned: OwnedNumber, addresses: OurAddresses): Promise<Asked<undefined>>;
  /** Gives a number of the account the settings that it had. */
  putBack(owned: OwnedNumber, former: Readonly<Record<string, string>>): Promise<Asked<undefined>>;
  /** Gives a number back. One that is gone already counts as given back. */
  release(carrierNumberId: string): Promise<Asked<undefined>>;
}

/** Turns the body of an answer into a value. @param read returns undefined for a body that cannot be read */
export function readAs<Value>(answer: ApiAnswer, read: (body: unknown) => Value | undefined): Asked<Value> {
  if (answer.kind !== 'done') return answer;
  const value = read(answer.body);
  return value === undefined
    ? { kind: 'unknown', detail: 'The carrier’s answer cannot be read.' }
    : { kind: 'done', value };
}
