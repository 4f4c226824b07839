/** Bounding boxes of countries, from the borders in the npm package `@rapideditor/country-coder`. */
import { aggregateFeature } from '@rapideditor/country-coder';
import type { Box } from '../worker/dni/areas.ts';

/** Returns a box for each piece of land: a single box for a country with distant islands would cover half the world. */
export function boxesOfCountry(code: string): Box[] {
  const geometry = aggregateFeature(code)?.geometry;
  const polygons = geometry?.type === 'MultiPolygon' ? geometry.coordinates : [];
  const boxes = polygons.map(([ring = []]) => boxAround(ring));
  return boxes.filter((box) => !boxes.some((other) => other !== box && isWithin(box, other)));
}

/** Returns the box around points. @param points longitude and latitude */
export function boxAround(points: readonly (readonly number[])[]): Box {
  const ends = (axis: 0 | 1): [least: number, most: number] => {
    const degrees = points.map((point) => point[axis] ?? 0);
    return [rounded(Math.min(...degrees)), rounded(Math.max(...degrees))];
  };
  const [[west, east], [south, north]] = [ends(0), ends(1)];
  return [west, south, east, north];
}

export function isInBox([west, south, east, north]: Box, longitude: number, latitude: number): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

function isWithin(inner: Box, outer: Box): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
