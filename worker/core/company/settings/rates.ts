/** Currency rates. A cron reads them from `RATES_URL` into KV, and they replace the rates in the settings. */
import * as v from 'valibot';
import { configured } from '../../../shared/configuration.ts';
import { ratesKey } from '../../../shared/cache-keys.ts';
import { logFailure } from '../../../shared/log.ts';
import { askService, jsonOf } from '../../../shared/limits/bounded-text.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import type { Currency } from './records.ts';

/** How long the cron waits for the source of rates. After a timeout, the next run tries again. */
const FETCH_TIMEOUT_MS = 10_000;
/** The rates of all currencies have a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** How long a read of settings waits for KV. After a timeout, it answers the saved rates. */
const READ_TIMEOUT_MS = 1_000;

const ratesSchema = v.object({
  rates: v.record(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), v.pipe(v.number(), v.finite(), v.gtValue(0))),
});

/** The bindings and variables of the cron. */
export interface RatesEnv {
  CACHE: KVNamespace;
  /** Currency rates, JSON `{"rates":{"EUR":0.92}}` per 1 USD. */
  RATES_URL?: string;
}

/** The rates in KV: units per 1 USD by currency code. */
export interface Rates {
  rates: Record<string, number>;
  /** When they were fetched, in milliseconds since the epoch. */
  time: number;
}

/**
 * Fetches the rates into KV. If that fails, the last rates stay.
 * @returns whether KV has new rates
 */
export async function refreshRates(env: RatesEnv, now: number): Promise<boolean> {
  const address = configured(env, 'RATES_URL');
  if (address === undefined) return false;
  try {
    const rates = await fetchRates(address);
    await env.CACHE.put(ratesKey(), JSON.stringify({ rates, time: now } satisfies Rates));
    return true;
  } catch (error) {
    logFailure({ work: 'currency rates' }, error);
    return false;
  }
}

/**
 * Fetches the rates.
 * @throws Error that describes the fault of the answer, without the address
 */
async function fetchRates(address: string): Promise<Rates['rates']> {
  const text = await askService(address, { timeoutMs: FETCH_TIMEOUT_MS, mostBytes: MAX_ANSWER_BYTES });
  const parsed = v.safeParse(ratesSchema, jsonOf(text));
  if (!parsed.success) throw new Error('The service did not answer {"rates": {"EUR": 0.92, ...}}.');
  return parsed.output.rates;
}

/** Returns the last rates; undefined if there are none or KV does not answer. */
export async function readRates(cache: KVNamespace): Promise<Rates | undefined> {
  return (await within(cache.get<Rates>(ratesKey(), 'json'), READ_TIMEOUT_MS, null)) ?? undefined;
}

/** Returns the currencies with their newest rates. USD is the unit of the rates and stays 1. Pure. */
export function withRates(currencies: readonly Currency[], rates: Rates | undefined): Currency[] {
  return currencies.map((currency) => ({
    ...currency,
    rate: currency.unit === 'USD' ? 1 : (rates?.rates[currency.unit] ?? currency.rate),
  }));
}
