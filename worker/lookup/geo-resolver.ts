/** The optional HTTP resolver for visitors about whose place the network says nothing (`GEO_URL`). */
import { type Place, type PlacePart, placeOfParts, type PlaceParts } from './place.ts';

/** A visitor waits at most this long for the resolver; then the place is unknown and the answer still right enough. */
const RESOLVER_TIMEOUT_MS = 1_000;
/** A resolver's answer is a few hundred bytes; anything longer is not one. */
const MAX_RESOLVER_BYTES = 16 * 1024;

/** What the usual resolvers (ip-api, ipinfo, ipapi, ipdata, GeoJS) call the parts of a place; the first one given counts. */
const MEMBERS: Record<keyof PlaceParts, readonly string[]> = {
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lon', 'lng'],
  postalCode: ['postal_code', 'postal', 'zip'],
  region: ['region_code', 'regionCode', 'region'],
  country: ['country_code', 'countryCode', 'country'],
  city: ['city'],
};

/**
 * Asks the resolver at `geoUrl`.
 * @param geoUrl a URL with `{ip}` in it
 * @returns undefined when it fails, is slow, or knows nothing; never throws
 */
export async function resolvePlace(geoUrl: string, ip: string): Promise<Place | undefined> {
  try {
    const response = await fetch(geoUrl.replace('{ip}', encodeURIComponent(ip)), {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(RESOLVER_TIMEOUT_MS),
    });
    if (!response.ok) return undefined;
    const text = await response.text();
    return text.length > MAX_RESOLVER_BYTES ? undefined : placeOfAnswer(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function placeOfAnswer(answer: unknown): Place | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(answer));
  const pick = (part: keyof PlaceParts): PlacePart =>
    MEMBERS[part].map((name) => members.get(name)).find(isPlacePart);
  // ipinfo has both coordinates in one text.
  const both = members.get('loc');
  const [latitude, longitude] = typeof both === 'string' ? both.split(',') : [];
  return placeOfParts(
    {
      latitude: pick('latitude') ?? latitude,
      longitude: pick('longitude') ?? longitude,
      postalCode: pick('postalCode'),
      region: pick('region'),
      country: pick('country'),
      city: pick('city'),
    },
    'resolver',
  );
}

function isPlacePart(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
