/** Reads how long another server asks to be left alone. */

/** Longest wait that a server may ask for. */
const MOST_ASKED_WAIT_MS = 24 * 60 * 60_000;

/** Reads `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3). @returns milliseconds, at most a day; 0 without one */
export function askedWaitOf({ headers }: Pick<Response, 'headers'>): number {
  const text = headers.get('Retry-After')?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MOST_ASKED_WAIT_MS) : 0;
}
