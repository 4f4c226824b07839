/** Compares two states of a record for the audit log. Pure. */

/** The members that differ, before and after. A missing state has no members. */
export interface Differences {
  before?: unknown;
  after?: unknown;
}

/** Compares objects member by member and other values as a whole. */
export function differences(before: unknown, after: unknown): Differences {
  if (JSON.stringify(before) === JSON.stringify(after)) return {};
  if (!isRecord(before) || !isRecord(after)) {
    return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return { before: only(before, changed), after: only(after, changed) };
}

function only(record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
