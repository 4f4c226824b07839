/** What the bindings of frameworks need: the number now, and a call when it may have changed. */
import type { Leadline } from './interface.ts';

/** `target` in the form it has, with the digits of this visit; `target` itself until there is a plan. */
export function currentNumber(target: string): string {
  return (window as { leadline?: Partial<Leadline> }).leadline?.get?.(target) ?? target;
}

/** Calls `hear` when numbers may have changed; returns what ends that. */
export function hearNumbers(hear: () => void): () => void {
  document.addEventListener('leadline:swap', hear);
  return () => document.removeEventListener('leadline:swap', hear);
}
