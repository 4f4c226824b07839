/** The minutes of the local rate limiter, which are those of the clock. */

const MINUTE_MS = 60_000;
/** Longer than a test with a limit takes on a busy machine. */
const ENOUGH_MS = 15_000;

/** Waits until the clock's minute has time left for a test that counts within one. */
export async function minuteWithTime(): Promise<void> {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < ENOUGH_MS) await new Promise((resolve) => setTimeout(resolve, left + 1));
}
