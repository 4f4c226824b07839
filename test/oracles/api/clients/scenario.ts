/** The input and the results of an integration. */

export interface Site {
  baseUrl: string;
  /** An API key of the company with the scope `admin`. */
  key: string;
  company: string;
}

export interface Outcome {
  /** Whether a repeated write got the first answer. */
  isSameLead: boolean;
  /** The name after the merge. */
  winner: string | undefined;
  /** The reason why a lead cannot be merged with itself. */
  refusal: string | undefined;
  /** The names of the leads in the first smart view. */
  found: string[];
  /** The names of the leads that others were merged into, from the stream of changes. */
  merges: string[];
}
