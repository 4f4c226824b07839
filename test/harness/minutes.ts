/** Waits for a new minute: the local rate limiter counts by the minutes of the clock. */

const MINUTE_MS = 60_000;
/** Longest duration of a test with a limit on a busy machine, in milliseconds. */
const ENOUGH_MS = 15_000;

/** Waits until the clock's minute has time left for a test that counts within one. */
export async function minuteWithTime(): Promise<void> {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < ENOUGH_MS) await new Promise((resolve) => setTimeout(resolve, left + 1));
}
