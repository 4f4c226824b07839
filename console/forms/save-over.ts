/** Saves over the version that a form was opened with, so that nobody overwrites a newer one unseen. */
import { Refusal, thisSave } from '../api/api.ts';

/** The initial value of a form, and the version that it was read from. */
export interface Begun<Value> {
  value: Value;
  etag: string | undefined;
}

/**
 * Saves over the version that a form was opened with, or over a newer one with the same value.
 * @param write saves over a version; refused with 412 when there is a newer one
 * @param readNow reads the newest version
 * @returns undefined after saving; the newer version if it has another value, so that the user has to choose
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

/** Tells whether a write was refused because there is a newer version. */
export function isNewer(error: unknown): boolean {
  return error instanceof Refusal && error.problem.status === 412;
}

/** Compares two JSON values, ignoring the order of members. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, inOrder) === JSON.stringify(right, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
