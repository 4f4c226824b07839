/** What the renderers of platforms to which conversions are sent have in common. Pure. */
import type { Conversion, PlatformSettings } from './conversion.ts';

/** A request to a platform. */
export interface PlatformRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
}

/** The company's access to a platform: its settings, and the secret or the token that was got for it. */
export interface Access {
  settings: PlatformSettings;
  token: string;
}

/** The answer of a platform. */
export interface PlatformAnswer {
  status: number;
  /** The parsed JSON; undefined for anything else. */
  body: unknown;
}

/**
 * What an answer means for the conversions of a request.
 * - `accepted`: the platform counts them
 * - `sent`: it has them, and may say later what became of them
 * - `refused`: it took none, because of one or more of them; with `indexes`, of those alone, and took the others
 * - `unauthorized`: the settings or the secret are wrong
 * - `later`: it takes nothing at the moment
 */
export type Meaning =
  | { kind: 'accepted' | 'sent'; requestId: string | null }
  | { kind: 'refused'; detail: string; indexes?: readonly number[]; requestId?: string | null }
  | { kind: 'unauthorized' | 'later'; detail: string };

/** How a platform is talked to. */
export interface Sender {
  /** Most conversions of a request. Few, since one bad event spoils the request. */
  mostTogether: number;
  /** Whether the platform recognizes a conversion that comes again by its id. */
  isRepeatable: boolean;
  /** Renders the event of a conversion. */
  event(conversion: Conversion, settings: PlatformSettings): object;
  /** Builds the request with events, at most `mostTogether`. */
  request(events: readonly object[], access: Access): PlatformRequest;
  meaning(answer: PlatformAnswer, count: number): Meaning;
  /** The request of a test, which counts nothing; a text says why there is none. */
  test(access: Access, now: number): PlatformRequest | string;
  /** What the answer to a test says. */
  testResult(answer: PlatformAnswer): { isOk: boolean; detail: string };
}

/** Returns the request with conversions. */
export function requestOf(
  sender: Sender,
  conversions: readonly Conversion[],
  access: Access,
): PlatformRequest {
  const events = conversions.map((conversion) => sender.event(conversion, access.settings));
  return sender.request(events, access);
}

/** Returns a request with a JSON body. */
export function jsonRequest(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): PlatformRequest {
  return { url, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Returns a member of an object, by a path; undefined if it is not there. */
export function memberOf(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** Returns a text member of an object; undefined for anything else. */
export function textMember(value: unknown, ...path: string[]): string | undefined {
  const found = memberOf(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** Returns what a status means if the platform says nothing more of it. */
export function meaningOfStatus(status: number, detail: string): Meaning {
  if (status === 401 || status === 403 || status === 404) return { kind: 'unauthorized', detail };
  if (status === 400 || status === 413 || status === 422) return { kind: 'refused', detail };
  return { kind: 'later', detail };
}
