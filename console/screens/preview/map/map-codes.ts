/** The postal codes of a country on the map. Codes outside of the map are left out. Pure. */
import type { PostalCodePlace } from '../../../../worker/edge/lookup/place/place.ts';
import { placeOfPostalCode } from '../../../../worker/edge/lookup/place/place.ts';
import { knownPostalCodes } from '../../../../worker/edge/lookup/place/zip.ts';
import { projectionOf } from './projections.ts';
import { MAP_SIZE, type MapCountry } from './map-messages.ts';

/** The width of the squares in which postal codes are counted to estimate their areas. */
const SQUARE = 15;
/** The smallest and largest dots, in units of the map. */
const SIZES = { least: 1.3, most: 4.6 };

/** A postal code with its position on the map and the size of its dot. */
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
