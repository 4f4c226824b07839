/** React: `const number = useNumber('(212) 555-0134')`. */
import { useSyncExternalStore } from 'react';
import { currentNumber, onNumbersChange } from './binding.ts';

/**
 * Returns this visit's number in place of `target`, a printed number in any form, in the same form. On the server, during
 * hydration and until there is a plan, it is `target` itself.
 */
export function useNumber(target: string): string {
  return useSyncExternalStore(
    onNumbersChange,
    () => currentNumber(target),
    () => target,
  );
}
