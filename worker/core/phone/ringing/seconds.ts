/** Whole seconds from one moment to a later one, both in milliseconds; 0 when it is not later. Pure. */
export function secondsBetween(from: number, to: number): number {
  return Math.max(0, Math.round((to - from) / 1000));
}
