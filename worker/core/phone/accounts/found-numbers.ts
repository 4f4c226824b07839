/** The numbers of an account as its carrier lists them, and how its answers are read. Pure. */
import { isObject } from '../../../shared/http/input.ts';
import { type AddressUse, isSameAddress } from './addresses.ts';

/** A number without one of these does not take calls reliably. Messages may go elsewhere on purpose. */
export const NEEDED: readonly AddressUse[] = ['call', 'fallback', 'status'];

/** More than any number costs, and what a higher price counts as: so high ones refuse a purchase, and add up. */
const HIGHEST_AMOUNT = 1_000_000;

/** The addresses of a number by use; null where it has none. Something else that takes its calls is there instead. */
export type FoundAddresses = Readonly<Record<AddressUse, string | null>>;

/** A number in the list of an account. */
export interface FoundNumber {
  /** The carrier's own id of it. */
  carrierNumberId: string | null;
  addresses: FoundAddresses;
}

/** The numbers of an account, or why there are none. `isComplete` is false if the account has more than are read. */
export type NumbersFound = { numbers: Map<string, FoundNumber>; isComplete: boolean } | { failure: string };

/** Asks a carrier for a path. @returns the body, or why there is none */
export type Ask = (path: string) => Promise<Record<string, unknown> | string>;

/** Tells whether a number sends its calls here. */
export function sendsCallsHere(found: FoundAddresses, ours: Readonly<Record<AddressUse, string>>): boolean {
  return NEEDED.every((use) => isSameAddress(found[use], ours[use]));
}

/** Returns the objects in a list of a carrier's answer. */
export function objectsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter((entry) => isObject(entry)) : [];
}

/** Returns an object in a carrier's answer; an empty one for anything else. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Returns a text of a carrier's answer; null for none, and for an empty one. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads an amount of money, a number or a text such as `1.00000`; null for anything else, and below 0: nobody pays us for a number. */
export function amountOf(value: unknown): number | null {
  const isWritten = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const amount = isWritten ? Number(value) : Number.NaN;
  return Number.isFinite(amount) && amount >= 0 ? Math.min(amount, HIGHEST_AMOUNT) : null;
}
