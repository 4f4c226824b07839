/** Waits until the browser has drawn the result of a click, so that slower drawing comes after it. */

/** Longest wait for a frame. */
const LONGEST_FRAME_MS = 100;

/** Resolves after the next frame. A page in the background has no frames, and does not wait. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState !== 'visible') return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_FRAME_MS);
    return undefined;
  });
}
