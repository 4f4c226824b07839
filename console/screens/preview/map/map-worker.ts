/**
 * A web worker that assigns each postal code to a location with the code that decides for visitors. It works in batches
 * of some thousand codes, so that the map grows and a newer request need not wait for the end of an older one.
 */
import { chordSquared, distanceInKm, type SpherePoint } from '../../../../worker/dni/pure/distance.ts';
import { chooseLocation, servingLocations } from '../../../../worker/edge/lookup/choice/decision.ts';
import type { CompiledSettings } from '../../../../worker/edge/lookup/choice/compiled-settings.ts';
import { Decider } from '../deciding.ts';
import { type MapCode, mapCodes } from './map-codes.ts';
import {
  CODE_LENGTH,
  COLOURS,
  type MapBatch,
  type MapBranches,
  type MapQuestion,
  type MapReady,
  WON,
  type MapCountry,
} from './map-messages.ts';
import { projectionOf } from './projections.ts';

/** Few enough to decide and draw without a noticeable pause. */
const BATCH = 2_000;

const codesByCountry = new Map<MapCountry, readonly MapCode[]>();
let newest = 0;

addEventListener('message', ({ data }: MessageEvent<MapQuestion>) => {
  newest = data.question;
  void answer(data);
});
tell({ kind: 'ready' });

async function answer({ question, settings, zone, country }: MapQuestion): Promise<void> {
  const { compiled } = new Decider(settings, zone);
  const codes = codesByCountry.get(country) ?? mapCodes(country);
  codesByCountry.set(country, codes);
  tell({ ...branchesOf(compiled, country), kind: 'branches', question, total: codes.length });
  const now = Date.now();
  for (let start = 0; start < codes.length; start += BATCH) {
    // A newer request may be waiting.
    await new Promise((resolve) => setTimeout(resolve));
    if (question !== newest) return;
    const isLast = start + BATCH >= codes.length;
    tell({ ...batchOf(compiled, codes.slice(start, start + BATCH), now), kind: 'batch', question, isLast });
  }
}

function branchesOf(
  { locations }: CompiledSettings,
  country: MapCountry,
): Pick<MapBranches, 'points' | 'colours' | 'hasAreas'> {
  const project = projectionOf(country);
  const places = locations.map(({ coordinates: { longitude, latitude } }) => project([longitude, latitude]));
  return {
    points: Float32Array.from(places.flatMap((point) => point ?? [Number.NaN, Number.NaN])),
    colours: coloursOf(locations.map(({ point }) => point)),
    hasAreas: locations.some(({ postalCodes, regions }) => postalCodes.size + regions.size > 0),
  };
}

function batchOf(
  compiled: CompiledSettings,
  codes: readonly MapCode[],
  now: number,
): Omit<MapBatch, 'kind' | 'question' | 'isLast'> {
  const winners = new Uint16Array(codes.length);
  const ways = new Uint8Array(codes.length);
  const kilometers = new Float32Array(codes.length);
  const byLocation = new Map(compiled.locations.map((item) => [item.location, item]));
  codes.forEach(({ place }, at) => {
    const { location, reason } = chooseLocation(compiled, place, now);
    const winner = location && byLocation.get(location);
    if (winner === undefined || place.coordinates === undefined) return;
    winners[at] = winner.index;
    kilometers[at] = distanceInKm(place.coordinates, winner.coordinates);
    const isContested = reason === 'service_area' && servingLocations(compiled, place).length > 1;
    ways[at] = isContested ? WON.inSeveralAreas : WAYS[reason];
  });
  return {
    codes: codes.map(({ place }) => place.postal_code.padEnd(CODE_LENGTH)).join(''),
    points: Float32Array.from(codes.flatMap(({ x, y }) => [x, y])),
    sizes: Float32Array.from(codes, ({ size }) => size),
    winners,
    ways,
    kilometers,
  };
}

const WAYS = {
  service_area: WON.byArea,
  closest: WON.byDistance,
  too_far: WON.tooFar,
  place_unknown: WON.tooFar,
  company_without_locations: WON.tooFar,
} as const;

function tell(message: MapReady | MapBranches | MapBatch): void {
  postMessage(message);
}

/** Returns a colour for each branch: the colour whose nearest branch so far is farthest away, so that neighbours differ. */
function coloursOf(points: readonly SpherePoint[]): Uint8Array {
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
