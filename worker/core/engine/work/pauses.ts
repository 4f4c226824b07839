/**
 * Pauses between the short steps of long work. The length of a step must be counted in leads or rows: the platform's clock does
 * not advance while code runs, so a Worker cannot measure its own time.
 */

/** Lets other requests of the company run. Await it between the steps of long work. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
