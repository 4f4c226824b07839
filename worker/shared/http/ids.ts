/** Ids of requests, and of records: UUID version 7 (RFC 9562). Later ids are greater, so an index grows at its end. */
const COUNTER_LIMIT = 0x1000;
/** Request ids that are taken from clients. */
const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

let lastTime = 0;
let counter = 0;

/**
 * Makes an id that is greater than all earlier ids of this isolate, even if the clock stands still or goes back.
 * @param now milliseconds since the epoch
 */
export function newId(now: number): string {
  if (now > lastTime) {
    lastTime = now;
    counter = 0;
  } else {
    counter += 1;
    if (counter === COUNTER_LIMIT) {
      lastTime += 1;
      counter = 0;
    }
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const random = crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${random.slice(19)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns `text` as an id in lower case; undefined when it is no UUID. */
export function asId(text: string | undefined): string | undefined {
  const id = text?.toLowerCase();
  return id !== undefined && UUID.test(id) ? id : undefined;
}

/** Returns the id of a request for `X-Request-Id`: the client's if it is well-formed, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('X-Request-Id');
  return given !== null && CLIENT_REQUEST_ID.test(given) ? given : crypto.randomUUID();
}
