/** Delays parts of a screen, so that the first part appears sooner. */
import { useEffect, useState } from 'preact/hooks';

/**
 * Returns whether to render a part now: at once if it cannot wait, else after `step` tasks, between which the browser can draw.
 */
export function useAfterFirst(canWait: boolean, step: 1 | 2): boolean {
  const [passed, setPassed] = useState(canWait ? 0 : step);
  useEffect(() => {
    if (passed >= step) return undefined;
    const timer = setTimeout(() => setPassed(passed + 1));
    return () => clearTimeout(timer);
  }, [passed, step]);
  return passed >= step;
}
