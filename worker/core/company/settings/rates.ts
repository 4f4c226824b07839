/** Currency rates: read by a cron from `RATES_URL` into KV, laid over the rates that the settings hold. */
import * as v from 'valibot';
import { configured } from '../../../shared/configuration.ts';
import { ratesKey } from '../../../shared/cache-keys.ts';
import { logFailure } from '../../../shared/log.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import type { Currency } from './records.ts';

/** A source of rates that does not answer in this time is asked again at the next run. */
const FETCH_TIMEOUT_MS = 10_000;
/** A read of settings waits no longer than this for KV, and then answers the saved rates. */
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
 * Fetches the rates into KV. When that fails, the last rates stay.
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
    // The message alone: the address may hold a key of the service.
    logFailure(
      { work: 'currency rates' },
      error instanceof Error ? `${error.name}: ${error.message}` : error,
    );
    return false;
  }
}

/** @throws Error that says what is wrong with the answer, without the address */
async function fetchRates(address: string): Promise<Rates['rates']> {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(
    (error: unknown) => {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw new Error(isLate ? 'The source did not answer in time.' : 'The source could not be reached.');
    },
  );
  if (!response.ok) throw new Error(`The source answered ${response.status}.`);
  const parsed = v.safeParse(ratesSchema, await response.json().catch(() => undefined));
  if (!parsed.success) throw new Error('The source did not answer {"rates": {"EUR": 0.92, ...}}.');
  return parsed.output.rates;
}

/** The last rates; undefined when there are none or KV does not answer. */
export async function readRates(cache: KVNamespace): Promise<Rates | undefined> {
  return (await within(cache.get<Rates>(ratesKey(), 'json'), READ_TIMEOUT_MS, null)) ?? undefined;
}

/** The currencies with the newest rate of each; USD is the unit of the rates and stays 1. Pure. */
export function withRates(currencies: readonly Currency[], rates: Rates | undefined): Currency[] {
  return currencies.map((currency) => ({
    ...currency,
    rate: currency.unit === 'USD' ? 1 : (rates?.rates[currency.unit] ?? currency.rate),
  }));
}
