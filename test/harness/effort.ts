/** The number of cases in a test: a sample in `npm test`, all in `npm run test:full`. */

/** Whether to test all cases. */
export const isFull = process.env['LEADLINE_TESTS'] === 'full';

/** Returns the number of cases to test. */
export function effort(inGate: number, inFull: number): number {
  return isFull ? inFull : inGate;
}
