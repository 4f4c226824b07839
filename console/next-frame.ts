/** Waiting until people see what they have done, so that what takes longer to draw does not hold that up. */

/** A frame that takes longer is not waited for. */
const LONGEST_FRAME_MS = 100;

/** Resolves once what is on the screen now has been drawn. A page in the background draws nothing, and waits for nothing. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState !== 'visible') return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_FRAME_MS);
    return undefined;
  });
}
