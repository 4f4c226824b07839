/** Saving over what a form began from, so that nobody overwrites what somebody else has saved meanwhile. */
import { Refusal, thisSave } from '../api/api.ts';

/** What a form began from: the value that was put into it, and the version that it was read in. */
export interface Begun<Value> {
  value: Value;
  etag: string | undefined;
}

/**
 * Saves over the version that a form began from; over a newer one when it has the same value.
 * @param write saves over a version; refused with a 412 when there is a newer one
 * @param readNow reads the newest version
 * @returns the newer version when it has another value, so that somebody has to choose; undefined: it is saved
 * @throws Refusal for any other reason
 */
export async function saveOver<Value>(
  begun: Begun<Value>,
  write: (etag: string | undefined) => Promise<void>,
  readNow: () => Promise<Begun<Value>>,
): Promise<Begun<Value> | undefined> {
  const goOn = thisSave();
  try {
    await write(begun.etag);
    return undefined;
  } catch (error) {
    if (!isNewer(error)) throw error;
  }
  const now = await readNow();
  if (!isSame(now.value, begun.value)) return now;
  await goOn(() => write(now.etag));
  return undefined;
}

/** Whether something was refused because there is a newer version of it. */
export function isNewer(error: unknown): boolean {
  return error instanceof Refusal && error.problem.status === 412;
}

/** Whether two values of JSON are the same, in whatever order their members stand. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, inOrder) === JSON.stringify(right, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
