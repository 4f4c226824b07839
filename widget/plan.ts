/** Fetches the plan of a visit from the edge. */
import type { NumberForms, Swap } from './forms.ts';

/** Longest wait for the edge; without an answer the page keeps its numbers. */
const TIMEOUT_MS = 10_000;

/** The answer of the edge. */
export interface Plan {
  /** The number for this visit, E.164. */
  phone_number: string;
  /** The closest location, when the company has any. */
  closest_location: { name: string; [member: string]: unknown } | null;
  /** The source of the visit: a channel or the name of a rule. */
  source: string;
  swaps: Swap[];
  forms: NumberForms;
  /** Seconds for which the plan may be used. */
  max_age: number;
  /** The plan without leased numbers, for the time after the end of the lease: two minutes after that of this plan. */
  overflow?: Plan;
}

/** A refusal of the edge (RFC 9457). */
export interface Refusal {
  status: number;
  detail: string;
}

/** Requests the plan, without cookies; rejects when that fails. */
export function fetchPlan(address: string, touch: readonly [keys: string, referrer: string]): Promise<Plan> {
  return fetch(address, {
    method: 'POST',
    // A text/plain body needs no preflight.
    body: JSON.stringify({
      domain: location.hostname,
      referrer: touch[1],
      url: location.href,
      keys: touch[0],
    }),
    signal: AbortSignal.timeout?.(TIMEOUT_MS),
  }).then((response) => response.json() as Promise<Plan>);
}
