const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the id of a request for `X-Request-Id`: the client's if it is well-formed, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('X-Request-Id');
  return given !== null && CLIENT_REQUEST_ID.test(given) ? given : crypto.randomUUID();
}
