/** Reads the bought numbers, again and again while a carrier is being asked; and orders what is to be done with them. */
import { useEffect } from 'preact/hooks';
import type { NumbersCheck, OrderedNumbers } from '../../../../worker/core/phone/inventory/answer-schema.ts';
import { type Answer, ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { changed, resource, type Shown, useResource } from '../../../api/resource.ts';
import type { Bought, BoughtNumbers } from './bought.ts';

/** The most characters of a name at the carrier. */
const MAX_NAME = 64;

/** The time between two reads while an order is young, and later. */
const SOON_MS = 1_500;
const LATER_MS = 20_000;
const YOUNG_MS = 2 * 60_000;

/** `/companies/<uuid>/numbers` and what follows. */
export function boughtPath(rest = ''): string {
  return companyPath(`/numbers${rest}`);
}

/** Returns the numbers. While a carrier is being asked about one, they are read again. */
export function useBought(): Shown<BoughtNumbers> {
  const shown = useResource<BoughtNumbers>(boughtPath());
  const { data, resource: read, failure } = shown;
  const wait = waitOf(data?.numbers ?? []);
  useEffect(() => {
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => void read?.refresh(true), wait);
    return () => clearTimeout(timer);
  }, [wait, data, failure, read]);
  return shown;
}

/** Returns the time until the next read; undefined if no carrier is being asked. */
function waitOf(numbers: readonly Bought[]): number | undefined {
  const pending = numbers.filter(({ is_pending: isPending }) => isPending);
  if (pending.length === 0) return undefined;
  const newest = Math.max(...pending.map(({ last_modification_time: time }) => Date.parse(time)));
  return Date.now() - newest < YOUNG_MS ? SOON_MS : LATER_MS;
}

export type Verb = 'mend' | 'put_back' | 'release' | 'keep';

/** Orders what is done with a number. @throws Refusal 409 with the reason */
export async function actOn({ number_id: id }: Bought, verb: Verb): Promise<void> {
  await post(`/${id}/${verb}`);
}

/** Puts back imported numbers, all or none. @throws Refusal */
export async function putNumbersBack(numbers: readonly Bought[]): Promise<void> {
  await post('/put_back', { number_ids: numbers.map(({ number_id: id }) => id) });
}

/** Reads all accounts now. @returns the accounts that did not answer @throws Refusal */
export async function checkNow(): Promise<NumbersCheck['failures']> {
  return (await post<NumbersCheck>('/check')).body.failures;
}

/** A number to buy, and what it is for. */
export interface WantedNumber {
  number: string;
  name: string;
  place: string;
  location_id?: string;
  source?: string;
  monthly_price: number;
}

interface Account {
  carrier: string;
  account_id: string;
}

/** Buys numbers. @returns the order @throws Refusal 412 for a changed price, 409 above the cap */
export async function buyNumbers(account: Account, numbers: readonly WantedNumber[]): Promise<string> {
  const { carrier, account_id } = account;
  const highest = Math.max(...numbers.map(({ monthly_price: price }) => price));
  const named = numbers.map(({ name, ...number }) => ({
    ...number,
    name: Array.from(name).slice(0, MAX_NAME).join(''),
  }));
  const body = { carrier, account_id, monthly_price: highest, numbers: named };
  return (await post<OrderedNumbers>('/buy', body)).body.order_id;
}

/** Imports numbers of an account. @returns the order @throws Refusal */
export async function importNumbers(account: Account, numbers: readonly string[]): Promise<string> {
  const { carrier, account_id } = account;
  return (await post<OrderedNumbers>('/import', { carrier, account_id, numbers })).body.order_id;
}

/** Sets the monthly cap. @throws Refusal */
export async function setCap(cap: number): Promise<void> {
  try {
    await ask(boughtPath('/limits'), { method: 'PUT', body: { monthly_cap: cap } });
  } finally {
    changed(boughtPath());
  }
}

/** Reads the newest numbers. */
export async function boughtNow(): Promise<Answer<BoughtNumbers>> {
  const shown = resource<BoughtNumbers>(boughtPath());
  await shown.refresh();
  const { value: answer } = shown.answer;
  if (answer === undefined) throw shown.failure.value;
  return answer;
}

async function post<Body>(rest: string, body?: object): Promise<Answer<Body>> {
  try {
    return await ask<Body>(boughtPath(rest), { method: 'POST', ...(body === undefined ? {} : { body }) });
  } finally {
    // Accepted or refused: others may have ordered, too.
    changed(boughtPath());
  }
}
