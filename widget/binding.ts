/** Helpers for framework bindings: the current number, and notifications of changes. */
import type { Leadline } from './interface.ts';

/** Returns `target` in the same format with the digits of this visit; unchanged until there is a plan. */
export function currentNumber(target: string): string {
  return (window as { leadline?: Partial<Leadline> }).leadline?.get?.(target) ?? target;
}

/** Calls `listener` when numbers may have changed. @returns a function that stops it */
export function onNumbersChange(listener: () => void): () => void {
  document.addEventListener('leadline:swap', listener);
  return () => document.removeEventListener('leadline:swap', listener);
}
