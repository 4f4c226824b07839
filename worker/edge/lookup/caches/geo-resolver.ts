/** The optional HTTP resolver (`GEO_URL`) for visitors whose network has no known place, and a cache of the places that it found. */
import { Dependency } from '../../../shared/limits/dependency.ts';
import { type Place, placeOfParts, type PlacePart, type PlaceParts } from '../place/place.ts';
import { placeKey } from '../../../shared/cache-keys.ts';
import type { LookupEnv } from '../lookup-app.ts';

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
/** Longest wait for KV; after that the resolver is asked. */
const READ_TIMEOUT_MS = 500;
/** Addresses seldom move, and a wrong place should not be used for longer. */
const PLACE_TTL_S = 7 * 24 * 60 * 60;

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
  const response = await fetch(geoUrl.replace('{ip}', encodeURIComponent(ip)), {
    headers: { Accept: 'application/json' },
    // No visitor waits for it that long.
    signal: AbortSignal.timeout(2 * RESOLVER_TIMEOUT_MS),
  });
  const text = response.ok ? await response.text() : await response.body?.cancel();
  // 404: the resolver does not know the address.
  if (text === undefined && response.status === 404) return undefined;
  if (text === undefined) throw new Error(`The resolver answered ${response.status}.`);
  return text.length > MAX_RESOLVER_BYTES ? undefined : placeOfAnswer(readJson(text));
}

/** Parses JSON; undefined for any other text. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

/** Caches resolved places in KV. */
export class KeptPlaces {
  readonly #reads = new Dependency('reading kept places', { timeoutMs: READ_TIMEOUT_MS });
  readonly #writes = new Dependency('writing kept places', { pauses: false });

  /** Returns the cached place of a visitor; undefined when there is none or KV does not answer. */
  async read(env: LookupEnv, visitor: string): Promise<Place | undefined> {
    const read = (): Promise<Place | null> => env.CACHE.get<Place>(placeKey(visitor), 'json');
    return (await this.#reads.ask(read, null)) ?? undefined;
  }

  /** Caches a resolved place for a week. */
  async keep(env: LookupEnv, visitor: string, place: Place): Promise<void> {
    const options = { expirationTtl: PLACE_TTL_S };
    await this.#writes.ask(() => env.CACHE.put(placeKey(visitor), JSON.stringify(place), options), undefined);
  }
}
