const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The id of a request, which is answered in `X-Request-Id`: a client's own if it is well-formed, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('X-Request-Id');
  return given !== null && CLIENT_REQUEST_ID.test(given) ? given : crypto.randomUUID();
}
