/** React: `const number = useNumber('(212) 555-0134')`. */
import { useSyncExternalStore } from 'react';
import { currentNumber, hearNumbers } from './binding.ts';

/**
 * The number that this visit sees in place of `target`, a printed number in any form, in the same form. On the server,
 * while a page is hydrated and until the plan is there it is `target` itself.
 */
export function useNumber(target: string): string {
  return useSyncExternalStore(
    hearNumbers,
    () => currentNumber(target),
    () => target,
  );
}
