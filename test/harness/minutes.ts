/** Scenarios within one minute of the clock, by which the local rate limiter counts. */

const MINUTE_MS = 60_000;

/**
 * Runs a scenario, and again if a new minute began meanwhile.
 * @param scenario that uses a network of its own each time
 */
export async function withinOneMinute<Result>(scenario: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const minute = minuteOfClock();
    const result = await scenario();
    if (minuteOfClock() === minute) return result;
  }
}

function minuteOfClock(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}
