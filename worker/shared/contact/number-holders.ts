/** Which company of a deployment holds which number: what companies and the register of numbers tell each other. */

import { faultOfAddress } from '../http/public-addresses.ts';

/** A number that a company has, or wants. */
export interface HeldNumber {
  /** E.164. */
  number: string;
  /** The carrier account in which the company has bought or imported it (`accountKey`); absent: it is only in its settings. */
  account?: string;
}

/** What a company holds. */
export interface Holdings {
  /** The carrier accounts of the company (`accountKey`). */
  accounts: readonly string[];
  numbers: readonly HeldNumber[];
}

/** The methods of the register that the core calls. */
export interface NumberHolders {
  /**
   * Claims numbers for a company: all, or none if another company holds one of them.
   * @param claim.isDryRun asks only
   * @returns the numbers that another company holds
   */
  claim(companyId: string, claim: { numbers: readonly HeldNumber[]; isDryRun?: boolean }): Promise<string[]>;
  /**
   * Learns what a company holds, and frees what it has given up. A claim of the last minutes stays, since its change may not be saved yet.
   * @returns numbers that another company holds, and when to tell again (milliseconds since the epoch; null: after the next change)
   */
  keep(companyId: string, holdings: Holdings): Promise<{ elsewhere: string[]; again: number | null }>;
  /** Frees all numbers of a company. */
  release(companyId: string): Promise<void>;
}

/** The name of the one register. */
export const REGISTER = 'numbers';

/**
 * Returns what names an account at a carrier, whichever address of the carrier's API is used. Only a carrier that is simulated on a
 * developer's machine has accounts of its own.
 */
export function accountKey(carrier: string, accountId: string, base?: string): string {
  const isSimulated = base !== undefined && faultOfAddress(base, { mayBePrivate: false }) !== undefined;
  return `${carrier}:${accountId}${isSimulated ? `@${base}` : ''}`;
}

/** Carriers whose API asks for a key alone, so that nobody checks which account a company names with it. */
const UNCHECKED = /^(telnyx):.*/;

/** Tells whether two keys may be of one account: a company may use an account without the carrier's API. */
export function isSameAccount(one: string, other: string): boolean {
  const [id, base] = partsOf(one);
  const [otherId, otherBase] = partsOf(other);
  return id === otherId && (base === undefined || otherBase === undefined || base === otherBase);
}

/** Tells whether two keys are of different simulated carriers, each of which has numbers of its own. */
export function areApart(one: string, other: string): boolean {
  return partsOf(one)[1] !== partsOf(other)[1];
}

function partsOf(key: string): [id: string, base: string | undefined] {
  const [id = '', base] = key.split('@');
  return [id.replace(UNCHECKED, '$1'), base];
}

/**
 * Numbers that are reserved for examples: 555-0100 to 555-0199 of each area code in North America (ATIS-0300115), and those of Ofcom
 * for drama in the United Kingdom. No carrier connects them, so that several companies may try the same ones.
 */
const FICTIONAL =
  /^\+(?:1\d{3}55501\d\d|44(?:2079460\d{3}|1\d{2}4960\d{3}|1632960\d{3}|7700900\d{3}|8081570\d{3}|9098790\d{3}|3069990\d{3}))$/;

/** Tells whether a number is reserved for examples. */
export function isFictional(number: string): boolean {
  return FICTIONAL.test(number);
}
