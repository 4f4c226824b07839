/** Finds a visitor's place: from the request, then the cache, then the resolver. */
import { configured } from '../../shared/configuration.ts';
import { UNRESOLVED } from './caches/geo-resolver.ts';
import type { LookupEnv } from './lookup-app.ts';
import type { LookupMemory } from './caches/memory.ts';
import {
  type NetworkPlace,
  type Place,
  placeOfNetwork,
  placeOfPostalCode,
  type PostalCodePlace,
} from './place/place.ts';
import { type NamedPlace, namedPlace, type PlaceFault } from './place/named-place.ts';
import { Problem } from '../../shared/http/problems.ts';

/** The parts of a request that locate its visitor. */
export interface VisitorNetwork {
  ip: string | undefined;
  /** The visitor's keyed hash, by which a place may be cached. */
  visitor: string | undefined;
  cf: NetworkPlace | undefined;
}

export interface FoundPlace {
  place: Place | undefined;
  /** Whether it comes from the cache. */
  isKept: boolean;
  /** Whether the resolver found it now, so that it should be cached. */
  isNew: boolean;
  /** False when the resolver was needed and did not answer. */
  isCertain: boolean;
}

/**
 * Finds the place of a visitor, in this order: the forced postal code; the network's place, if it has coordinates; a cached place of
 * the resolver; the resolver; the network's place without coordinates. Only places of the resolver are cached, since the others
 * come with each request.
 */
export async function findPlace(
  { env, memory }: { env: LookupEnv; memory: LookupMemory },
  request: VisitorNetwork,
  forced: Place | undefined,
): Promise<FoundPlace> {
  const certain = { isKept: false, isNew: false, isCertain: true };
  if (forced !== undefined) return { ...certain, place: forced };
  const network = placeOfNetwork(request.cf);
  const { ip, visitor } = request;
  const geoUrl = network?.coordinates === undefined ? configured(env, 'GEO_URL') : undefined;
  if (geoUrl === undefined || ip === undefined) {
    return { ...certain, place: network };
  }
  const kept = visitor === undefined ? undefined : await memory.places.read(env, visitor);
  if (kept !== undefined) return { ...certain, place: kept, isKept: true };
  const resolved = await memory.resolver.resolve(geoUrl, ip);
  if (resolved === UNRESOLVED) return { ...certain, place: network, isCertain: false };
  return { ...certain, place: resolved ?? network, isNew: resolved !== undefined };
}

/** Finds the place of a forced postal code. @throws Problem 400 `invalid_postal_code` if malformed, 404 `unknown_postal_code` if its prefix is unknown */
export function forcedPlace(text: string): PostalCodePlace {
  const found = placeOfPostalCode(text);
  if ('code' in found) throw refusalOf({ ...found, parameter: 'zip' });
  return found;
}

/** Returns the place that a preview names; undefined if it names none. @throws Problem as `forcedPlace`, 400 `invalid_parameter` for half a place */
export function requireNamedPlace(named: NamedPlace): Place | undefined {
  const found = namedPlace(named);
  if (found !== undefined && 'code' in found) throw refusalOf(found);
  return found;
}

function refusalOf({ parameter, code, detail }: PlaceFault): Problem {
  return new Problem(code, detail, { errors: [{ parameter, code, detail }] });
}
