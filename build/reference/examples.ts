/** Reads the examples: real requests of the tests with their answers (`test/golden`). */
import { readFileSync } from 'node:fs';

/** A request and its answer, the contents of a golden file. */
export interface Exchange {
  request: { query?: Record<string, string>; body?: unknown };
  status: number;
  body: unknown;
}

/** @param golden the file's name, for instance `leads/create` */
export function exchangeOf(golden: string): Exchange {
  const file = new URL(`../../test/golden/${golden}.json`, import.meta.url);
  return { request: {}, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Exchange>) } as Exchange;
}
