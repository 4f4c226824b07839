/** Ids of records: UUID version 7 (RFC 9562), so that the ids of later records are greater and an index grows at its end. */

const COUNTER_LIMIT = 0x1000;

let lastTime = 0;
let counter = 0;

/**
 * A new id, greater than every id that this isolate made before.
 * @param now milliseconds since the epoch; a clock that stands still or goes back still gives greater ids
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

/** `text` as this API writes ids (lower case), or undefined when it is no UUID and so the id of nothing. */
export function asId(text: string | undefined): string | undefined {
  const id = text?.toLowerCase();
  return id !== undefined && UUID.test(id) ? id : undefined;
}
