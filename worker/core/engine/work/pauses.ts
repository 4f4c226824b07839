/**
 * Long work is done in short steps with a pause between two. What a step is must be counted, in leads or rows:
 * the platform's clock stands still while code runs, so that a Worker cannot tell how long it has been at work.
 */

/** Lets other requests of the company in. To be awaited between the steps of long work. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
