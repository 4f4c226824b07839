/** The optional HTTP resolver (`ADDRESS_URL`) that finds the coordinates of a branch's address, as geocoding services do. */
import * as v from 'valibot';
import { isBlank, isObject } from '../../shared/http/input.ts';
import { askService } from '../../shared/limits/bounded-text.ts';
import { Dependency } from '../../shared/limits/dependency.ts';

/** Addresses in one request: each is a request to the resolver, one after the other. */
const MAX_ADDRESSES = 10;
const MAX_ADDRESS_LENGTH = 300;
/** Longest wait for an address; somebody waits for it with a sheet of branches. */
const TIMEOUT_MS = 5_000;
/** The best match of an address has a few kilobytes; a longer answer is ignored. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** 11 m; services give more decimals than their addresses are exact. */
const DECIMALS = 4;

/** The addresses to find. */
export const placesSchema = v.strictObject({
  addresses: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.check((text) => !isBlank(text), 'Write an address.'),
        v.maxCodePoints(MAX_ADDRESS_LENGTH, `Write at most ${MAX_ADDRESS_LENGTH} characters.`),
      ),
    ),
    v.minLength(1, 'Give at least one address.'),
    v.maxLength(MAX_ADDRESSES, `Give at most ${MAX_ADDRESSES} addresses.`),
    v.description('The addresses, each in one line.'),
  ),
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{2}$/, 'Write two letters, such as US.'))),
});

/** Coordinates in decimal degrees, as the DNI settings have them. */
export interface FoundAddress {
  latitude: string;
  longitude: string;
}

const resolver = new Dependency('address resolver', { timeoutMs: TIMEOUT_MS });

/**
 * Asks the resolver for an address.
 * @param addressUrl a URL with `{address}` in it, and perhaps `{country}`
 * @param country ISO 3166-1 alpha-2, in lower case as services want it; '' for any
 * @returns null if it does not know the address, or does not answer
 */
export function resolveAddress(
  addressUrl: string,
  { address, country }: { address: string; country: string },
): Promise<FoundAddress | null> {
  const url = addressUrl
    .replaceAll('{country}', encodeURIComponent(country.toLowerCase()))
    .replaceAll('{address}', () => encodeURIComponent(address));
  return resolver.ask(() => askResolver(url), null);
}

async function askResolver(url: string): Promise<FoundAddress | null> {
  const answer = await askService(url, {
    // Public services refuse requests that do not say who asks.
    headers: { Accept: 'application/json', 'User-Agent': 'Leadline' },
    timeoutMs: 2 * TIMEOUT_MS,
    mostBytes: MAX_ANSWER_BYTES,
  });
  return answer === undefined ? null : (foundIn(JSON.parse(answer)) ?? null);
}

/**
 * Reads the best match of the answers of common services: Nominatim and LocationIQ (a list), Photon, Mapbox and Pelias (GeoJSON),
 * Google and OpenCage (`results`), HERE (`items`), the US Census (`addressMatches`). Undefined if there is none.
 */
export function foundIn(answer: unknown): FoundAddress | undefined {
  const match = firstOf(answer);
  if (!isObject(match)) return undefined;
  const { geometry, position, coordinates } = match;
  const point = isObject(geometry)
    ? (geometry['location'] ?? geometry['coordinates'] ?? geometry)
    : undefined;
  return pointOf(point ?? position ?? coordinates ?? match);
}

/** Returns the first match in the list that the service answers; the answer itself if it has none. */
function firstOf(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer[0];
  if (!isObject(answer)) return undefined;
  const { features, results, items, result } = answer;
  const matches = isObject(result) ? result['addressMatches'] : undefined;
  const list = [features, results, items, matches].find(Array.isArray);
  return list === undefined ? answer : list[0];
}

/** Reads a pair of GeoJSON (longitude first, RFC 7946), or an object by the names that services use. */
function pointOf(point: unknown): FoundAddress | undefined {
  if (Array.isArray(point)) return degreesOf(point[1], point[0]);
  if (!isObject(point)) return undefined;
  return degreesOf(
    point['latitude'] ?? point['lat'] ?? point['y'],
    point['longitude'] ?? point['lng'] ?? point['lon'] ?? point['x'],
  );
}

function degreesOf(latitude: unknown, longitude: unknown): FoundAddress | undefined {
  const [north, east] = [numberOf(latitude), numberOf(longitude)];
  if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180)) return undefined;
  return { latitude: north.toFixed(DECIMALS), longitude: east.toFixed(DECIMALS) };
}

/** Returns a number or the number in a text; NaN for anything else, the empty text too. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
