/** What can wait until the first of a screen has been drawn, so that people see that sooner. */
import { useEffect, useState } from 'preact/hooks';

/**
 * Whether to draw something by now: true from the start for what need not wait, else as soon as `step` tasks have passed
 * since the frame that it waits for, each with time for the browser to draw what is there.
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
