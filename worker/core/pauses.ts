/** Long work in slices, so that other requests of the company get their turn. */

/** How long one request may keep the object from the others at a time, in milliseconds. */
const SLICE_MS = 25;

/** A function to be awaited between the steps of long work: it lets others in whenever a slice is over. */
export function pauses(): () => Promise<void> {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < SLICE_MS) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    started = performance.now();
  };
}
