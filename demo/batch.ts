/** Requests that the demo's Worker sends to the API (worker/batch.ts). */

/** A request to the API. */
export interface BatchRequest {
  method: string;
  path: string;
  body: unknown;
}

export interface BatchAnswer {
  status: number;
  body: unknown;
}
