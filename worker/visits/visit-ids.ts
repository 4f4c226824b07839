/** Reads the ids of ad platforms and analytics from the cookies that the widget sends. Pure. */
import { MAX_TOUCH_TEXT, type VisitIds } from '../dni/evidence.ts';

/** Longest text of cookies that is read; those of ten data streams have some 1,500 characters. */
const MAX_COOKIES_LENGTH = 8_192;
/** Most data streams of Google Analytics; a site has one or two. */
const MAX_STREAMS = 8;
/** One of the cookies and its value. */
const COOKIE = /(?:^|; ?)_(fbp|fbc|ga(?:_(\w{1,40}))?)=([^;]*)/g;
/** `fb.<depth of the domain>.<milliseconds>.<id>`, and a part of 2 or 8 characters that Meta's own library adds. */
const META_ID = /^fb\.\d\.\d{10,14}\.[\w-]{1,400}(?:\.[\w-]{2,8})?$/;
/** `GA1.<depth of the domain>.<random>.<seconds>`: the client id is the last two parts. */
const GA_CLIENT = /^GA\d\.[\d-]+\.(\d+\.\d+)$/;
/** `GS1.1.<session id>.<count>...`, or since May 2025 `GS2.1.s<session id>$o<count>...`, whose members may come in any order. */
const GA_SESSION = /^GS(?:1\.[\d-]+\.|\d\.[\d-]+\.(?:.*\$)?s)(\d{1,20})(?:[.$]|$)/;

/**
 * Reads the ids of a visit with consent. Malformed values are ignored, such as `deleted`. The first cookie of a name counts: it
 * has the most specific path (RFC 6265, 5.4).
 * @param now in milliseconds since the epoch
 */
export function visitIds(cookies = '', userAgent: string | undefined, now: number): VisitIds {
  const found = new Map<string, string>();
  const streams = new Map<string, string>();
  for (const [, name = '', stream, value = ''] of cookies.slice(0, MAX_COOKIES_LENGTH).matchAll(COOKIE)) {
    const id = idIn(name, stream, value);
    const [ids, key] = stream === undefined ? [found, name] : [streams, stream];
    if (id !== undefined && ids.size < MAX_STREAMS && !ids.has(key)) ids.set(key, id);
  }
  const idOf = (name: string): string | null => found.get(name) ?? null;
  return {
    fbp: idOf('fbp'),
    fbc: idOf('fbc'),
    ga_client_id: idOf('ga'),
    ga_session_ids: Object.fromEntries(streams),
    user_agent: userAgent?.slice(0, MAX_TOUCH_TEXT) ?? null,
    read_time: now,
  };
}

/** Merges the ids of a later report: those that it lacks stay. @returns undefined if it has no other ids */
export function mergedIds(before: VisitIds | null | undefined, later: VisitIds): VisitIds | undefined {
  if (before === null || before === undefined) return later;
  const merged = {
    fbp: later.fbp ?? before.fbp,
    fbc: later.fbc ?? before.fbc,
    ga_client_id: later.ga_client_id ?? before.ga_client_id,
    ga_session_ids: { ...before.ga_session_ids, ...later.ga_session_ids },
  };
  const { user_agent, read_time, ...known } = before;
  const isSame = JSON.stringify(merged) === JSON.stringify(known);
  return isSame ? undefined : { ...merged, user_agent, read_time: Math.max(read_time, later.read_time) };
}

function idIn(name: string, stream: string | undefined, value: string): string | undefined {
  if (name !== 'fbp' && name !== 'fbc')
    return (stream === undefined ? GA_CLIENT : GA_SESSION).exec(value)?.[1];
  return META_ID.test(value) ? value : undefined;
}
