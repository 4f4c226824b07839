/** Selects the headers that are forwarded to a remote core. Pure. */

/** Headers of the connection, not of the message (RFC 9110, 7.6.1, and older names). */
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

/** Cookies are for the edge, and only the edge states where a request came from. */
const NOT_FORWARDED = [...HOP_BY_HOP, 'cookie', 'host', 'forwarded'];

/** Where a request came from, as the edge knows it. */
export interface Origin {
  /** The absolute URL of the request. */
  url: URL;
  /** The client's IP address; undefined where the platform does not set it. */
  ip: string | undefined;
  requestId: string;
}

/** Returns the end-to-end headers of a request plus X-Forwarded-*; a client's own X-Forwarded-* are dropped. */
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

/** `Headers.delete` throws for an invalid name, and a client may write anything into `Connection`. */
function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(text);
}
