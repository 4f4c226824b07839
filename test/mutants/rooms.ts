/** The rooms of the product that get faults: their sources, and how many faults each of them gets. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOMS = ['worker', 'console', 'widget'] as const;
export type Room = (typeof ROOMS)[number];

/** Files of the reference and built files, which do not run in the product. */
const EXCLUDED = /(?:operations|reference|meanings|answer-schema)\.ts$|\.d\.ts$|^widget\/releases\//;

/** Tells whether a name is that of a room. */
export function isRoom(name: string): name is Room {
  return (ROOMS as readonly string[]).includes(name);
}

/** Returns the room of a source. @param file the path from the root of the project */
export function roomOf(file: string): Room {
  const [room = ''] = file.split('/');
  if (!isRoom(room)) throw new Error(`${file} is in none of ${ROOMS.join(', ')}.`);
  return room;
}

/** Lists the sources of a room, as paths from the root of the project, in alphabetical order. */
export function sourcesOf(room: Room, project = '.'): string[] {
  return globSync(`${room}/**/*.{ts,tsx}`, { cwd: project })
    .filter((file) => !EXCLUDED.test(file))
    .toSorted();
}

/** Counts the lines of the sources of a room. */
export function linesOf(room: Room, project = '.'): number {
  return sourcesOf(room, project).reduce(
    (sum, file) => sum + readFileSync(join(project, file), 'utf8').split('\n').length,
    0,
  );
}

/**
 * Divides a number of faults among rooms by their lines. The shares add up to it, and the smallest room gets at least one fault
 * if there are enough.
 * @param lines the lines of each room
 */
export function sharesOf(count: number, lines: readonly number[]): number[] {
  const sum = lines.reduce((total, each) => total + each, 0);
  const least = count >= lines.length ? 1 : 0;
  const shares = lines.map((each) => Math.max(least, Math.floor((count * each) / sum)));
  const largest = lines.indexOf(Math.max(...lines));
  const rest = count - shares.reduce((total, each) => total + each, 0);
  return shares.map((share, index) => (index === largest ? share + rest : share));
}
