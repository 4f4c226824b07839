/** Examples that are true: requests that the tests made, and what they were answered (`test/golden`). */
import { readFileSync } from 'node:fs';

/** A request and its answer, as a golden file has them. */
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
