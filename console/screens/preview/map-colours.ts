/** Colours for branches, so that those next to each other are told apart. Pure. */
import { chordSquared, type SpherePoint } from '../../../worker/dni/pure/distance.ts';
import { COLOURS } from './map-messages.ts';

/** A colour for each branch: the one whose nearest branch so far is the furthest away. */
export function coloursOf(points: readonly SpherePoint[]): Uint8Array {
  const colours = new Uint8Array(points.length);
  const nearest = new Float64Array(COLOURS);
  points.forEach((point, index) => {
    nearest.fill(Infinity);
    for (let other = 0; other < index; other += 1) {
      const chord = chordSquared(point, points[other] ?? point);
      const colour = colours[other] ?? 0;
      if (chord < (nearest[colour] ?? 0)) nearest[colour] = chord;
    }
    colours[index] = nearest.indexOf(Math.max(...nearest));
  });
  return colours;
}
