/** Finds where a visitor is: what came with the request first, then what is kept, then the resolver. */
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
import { Problem } from '../../shared/http/problems.ts';

/** What of a request tells where its visitor is. */
export interface Whereabouts {
  ip: string | undefined;
  /** The visitor's keyed hash, under which a place may be kept. */
  visitor: string | undefined;
  cf: NetworkPlace | undefined;
}

export interface FoundPlace {
  place: Place | undefined;
  /** The resolver found it before. */
  isKept: boolean;
  /** The resolver found it now, and it is worth keeping. */
  isNew: boolean;
  /** False when the resolver was needed and did not answer. */
  isCertain: boolean;
}

/**
 * The place of a visitor: the forced postal code; else what the network says, if that has coordinates; else the place
 * that the resolver found before or finds now; else what the network says without coordinates. Only what the resolver
 * found is ever kept: the rest comes with each request.
 */
export async function findPlace(
  { env, memory }: { env: LookupEnv; memory: LookupMemory },
  request: Whereabouts,
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

/** @throws Problem `invalid_postal_code` (400) when malformed, `unknown_postal_code` (404) when not even its prefix is known */
export function forcedPlace(text: string): PostalCodePlace {
  const found = placeOfPostalCode(text);
  if (!('code' in found)) return found;
  const { code, detail } = found;
  throw new Problem(code, detail, { errors: [{ parameter: 'zip', code, detail }] });
}
