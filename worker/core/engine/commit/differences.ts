/** What two states of a record differ by, as the audit log tells it. Pure. */

/** The members that differ: as they were, and as they are. A state that is not there has none. */
export interface Differences {
  before?: unknown;
  after?: unknown;
}

/** Of two objects the members that differ; of anything else the whole, if it differs at all. */
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
