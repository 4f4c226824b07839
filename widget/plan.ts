/** What the script and the edge exchange. */
import type { NumberForms, Swap } from './forms.ts';

/** A touch: campaign parameters and click ids as a query string, and the referrer. */
export type Touch = [keys: string, referrer: string];

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
  /** Leased numbers that copies of the page may have, and their targets. They are part of the next question. */
  former?: readonly Pick<Swap, 'from' | 'to'>[];
  /** Whether visits and taps are kept. */
  visits: boolean;
  /** Whether contact forms become leads. */
  leads?: boolean;
  /** Names of the parameters that the company's sources ask for, in lower case. */
  parameters?: readonly string[];
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
