/** The postal codes of a country as the map draws them; those of places that are not on it are left out. Pure. */
import type { PostalCodePlace } from '../../../../worker/edge/lookup/place/place.ts';
import { placeOfPostalCode } from '../../../../worker/edge/lookup/place/place.ts';
import { knownPostalCodes } from '../../../../worker/edge/lookup/place/zip.ts';
import { projectionOf } from './projections.ts';
import { MAP_SIZE, type MapCountry } from './map-messages.ts';

/** Width of the squares in which postal codes are counted, to estimate the area of each. */
const SQUARE = 15;
/** Dots are no smaller and no larger than this, in units of the map. */
const SIZES = { least: 1.3, most: 4.6 };

/** A postal code, where it is on the map and how large its dot is. */
export interface MapCode {
  place: PostalCodePlace;
  x: number;
  y: number;
  size: number;
}

export function mapCodes(country: MapCountry): MapCode[] {
  const project = projectionOf(country);
  const codes: MapCode[] = [];
  const squares = new Map<number, number>();
  for (const { postalCode, longitude, latitude } of knownPostalCodes(country)) {
    const place = placeOfPostalCode(postalCode);
    if ('code' in place) continue;
    const point = project([longitude, latitude]);
    if (point === null) continue;
    const [x, y] = point;
    const square = squareOf(x, y);
    squares.set(square, (squares.get(square) ?? 0) + 1);
    codes.push({ place, x, y, size: 0 });
  }
  for (const code of codes) {
    const size = SQUARE / Math.sqrt(squares.get(squareOf(code.x, code.y)) ?? 1) / 1.9;
    code.size = Math.min(SIZES.most, Math.max(SIZES.least, size));
  }
  return codes;
}

function squareOf(x: number, y: number): number {
  return Math.floor(y / SQUARE) * MAP_SIZE.width + Math.floor(x / SQUARE);
}
