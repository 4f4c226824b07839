/** The users of a location. Pure. */

/** Reads the user id in a location's entry, which is a string or an object with one. */
export function userIdIn(entry: unknown): string | undefined {
  const hasId = typeof entry === 'object' && entry !== null && 'user_id' in entry;
  const text = hasId ? entry.user_id : entry;
  return typeof text === 'string' ? text : undefined;
}
