/** How much a test tries: a sample in `npm test`, everything in `npm run test:full`. */

/** Whether everything is tried. */
export const isFull = process.env['LEADLINE_TESTS'] === 'full';

/** Returns how often something is tried. */
export function effort(inGate: number, inFull: number): number {
  return isFull ? inFull : inGate;
}
