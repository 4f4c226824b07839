/** Places in a JSON value, by the steps that lead to them: members by name, entries of lists by number. */

/** Returns a copy of the value with another one where the steps lead. Missing objects on the way are made. */
export function withAt(value: unknown, [step, ...rest]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other;
  const isList = /^\d+$/.test(step);
  const isThere = typeof value === 'object' && value !== null && Array.isArray(value) === isList;
  const holder = (isThere ? structuredClone(value) : isList ? [] : {}) as Record<string, unknown>;
  return Object.assign(holder, { [step]: withAt(holder[step], rest, other) });
}
