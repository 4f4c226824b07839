/** Changes JSON values at a path of member names and list indexes. */

/** Returns a copy of the value with another one at the path. Creates missing objects. */
export function withAt(value: unknown, [step, ...rest]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other;
  const isList = /^\d+$/.test(step);
  const isThere = typeof value === 'object' && value !== null && Array.isArray(value) === isList;
  const holder = (isThere ? structuredClone(value) : isList ? [] : {}) as Record<string, unknown>;
  return Object.assign(holder, { [step]: withAt(holder[step], rest, other) });
}
