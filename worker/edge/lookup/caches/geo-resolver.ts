/** The optional HTTP resolver (`GEO_URL`) for visitors whose network has no known place. */
import { askService, jsonOf } from '../../../shared/limits/bounded-text.ts';
import { Dependency } from '../../../shared/limits/dependency.ts';
import { type Place, placeOfParts, type PlacePart, type PlaceParts } from '../place/place.ts';

/** Longest wait for the resolver; after that the answer is made without a place. */
const RESOLVER_TIMEOUT_MS = 1_000;
/** A resolver's answer has a few hundred bytes; a longer one is ignored. */
const MAX_RESOLVER_BYTES = 16 * 1024;

/** The members of common resolvers (ip-api, ipinfo, ipapi, ipdata, GeoJS); the first present one counts. */
const MEMBERS: Record<keyof PlaceParts, readonly string[]> = {
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lon', 'lng'],
  postalCode: ['postal_code', 'postal', 'zip'],
  region: ['region_code', 'regionCode', 'region'],
  country: ['country_code', 'countryCode', 'country'],
  city: ['city'],
};

/** The resolver did not answer. */
export const UNRESOLVED = Symbol('the resolver did not answer');

/** Asks the HTTP resolver. */
export class GeoResolver {
  readonly #dependency = new Dependency('place resolver', { timeoutMs: RESOLVER_TIMEOUT_MS });

  /**
   * Asks the resolver at `geoUrl`.
   * @param geoUrl a URL with `{ip}` in it
   * @returns undefined when it knows nothing, `UNRESOLVED` when it fails
   */
  resolve(geoUrl: string, ip: string): Promise<Place | undefined | typeof UNRESOLVED> {
    return this.#dependency.ask(() => askResolver(geoUrl, ip), UNRESOLVED);
  }
}

async function askResolver(geoUrl: string, ip: string): Promise<Place | undefined> {
  const answer = await askService(geoUrl.replace('{ip}', encodeURIComponent(ip)), {
    headers: { Accept: 'application/json' },
    // No visitor waits for it that long.
    timeoutMs: 2 * RESOLVER_TIMEOUT_MS,
    mostBytes: MAX_RESOLVER_BYTES,
  });
  return placeOfAnswer(jsonOf(answer));
}

function placeOfAnswer(answer: unknown): Place | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(answer));
  const pick = (part: keyof PlaceParts): PlacePart =>
    MEMBERS[part].map((name) => members.get(name)).find(isPlacePart);
  // ipinfo has both coordinates in one string.
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
