/** A section of the settings: what a company gives of it, and how another one takes it. */
import type { AddressRules } from '../../../../shared/http/public-addresses.ts';
import type { CompanyState } from '../../../engine/context/company-context.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import type { Item, Reason } from './plans.ts';

/** A section of a company. */
export interface Section {
  /** Lists its items. @param name the company's */
  read: (company: CompanyState, name: string) => Item[];
  /** Saves the items that the section shall have. */
  save: (context: WriteContext, items: readonly Item[], how: Saving) => void;
  merge?: (given: unknown, own: unknown) => unknown;
  reasonAgainst?: (context: WriteContext, item: Item) => Reason | undefined;
  numbersFor?: (company: CompanyState, item: Item) => number;
  /** Whether the order of the items has a meaning. */
  isOrdered?: true;
  /** Whether a company that was just made gets the given items instead of its first ones. */
  isReplaced?: true;
}

/** What saving needs to know. */
export interface Saving {
  addresses: AddressRules;
  isNew: boolean;
}

/** Lists the values of items. */
export function valuesOf(items: readonly Item[]): unknown[] {
  return items.map(({ value }) => value);
}

/** Lists the members of an object as items. */
export function itemsOf(members: object): Item[] {
  return Object.entries(members).map(([key, value]: [string, unknown]) => ({ key, label: key, value }));
}

/** Returns the object of which the items are the members. */
export function membersOf(items: readonly Item[]): Record<string, unknown> {
  return Object.fromEntries(items.map(({ key, value }) => [key, value]));
}
