/** Which headers of a request go on to a remote core. Pure. */

/** Headers of one connection, not of the message (RFC 9110, 7.6.1, and the names that predate it). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** A browser's cookies are the edge's own; who a message came from is said by the edge alone. */
const NOT_FORWARDED = [...HOP_BY_HOP, 'cookie', 'host', 'forwarded'];

/** What the edge knows about a request. */
export interface Origin {
  /** The absolute URL that the client asked for. */
  url: URL;
  /** The client's address; undefined where the platform does not say. */
  ip: string | undefined;
  requestId: string;
}

/** The end-to-end headers of a request, and where it came from. What a client says about the latter is not believed. */
export function forwardedHeaders(received: Headers, origin: Origin): Headers {
  const headers = new Headers(received);
  const perConnection = (received.get('Connection') ?? '').split(',').map((name) => name.trim());
  for (const name of [...NOT_FORWARDED, ...perConnection]) if (isHeaderName(name)) headers.delete(name);
  for (const name of received.keys()) if (name.startsWith('x-forwarded-')) headers.delete(name);
  if (origin.ip !== undefined) headers.set('X-Forwarded-For', origin.ip);
  headers.set('X-Forwarded-Proto', origin.url.protocol.slice(0, -1));
  headers.set('X-Forwarded-Host', origin.url.host);
  headers.set('X-Request-Id', origin.requestId);
  return headers;
}

/** `Headers.delete` throws for anything else, and `Connection` holds whatever a client wrote. */
function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(text);
}
