/** What an integration is given, and what it found out. */

export interface Site {
  baseUrl: string;
  /** An API key of the company with the scope `admin`. */
  key: string;
  company: string;
}

export interface Outcome {
  /** Whether the repetition of a write got the first answer. */
  isSameLead: boolean;
  /** Who won the name in the merge. */
  winner: string | undefined;
  /** Why a lead cannot be merged with itself. */
  refusal: string | undefined;
  /** The names of the leads in the first smart view. */
  found: string[];
  /** The names of the leads that something was merged into, from the stream of changes. */
  merges: string[];
}
