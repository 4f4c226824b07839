/** Waits until the browser has drawn the result of a click, so that slow rendering does not delay it. */

/** Longest wait for a frame. */
const LONGEST_FRAME_MS = 100;

/** Resolves after the next frame; at once in a background page, which draws no frames. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState !== 'visible') return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_FRAME_MS);
    return undefined;
  });
}
