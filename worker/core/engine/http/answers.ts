/** What an operation answers with status 200, before it is a response. */
export interface Answer {
  /** Sent as JSON; absent: no content. */
  body?: object;
  headers?: Record<string, string>;
  /** Members of the body that are told this once: a repetition of the write is answered without them. */
  secrets?: readonly string[];
}
