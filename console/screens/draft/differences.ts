/** Compares two versions of the settings entry by entry. Pure. */
import {
  byKey,
  type DniSettings,
  type Entry,
  isSame,
  type ListName,
  LISTS,
  OPTIONS,
} from './dni-settings.ts';

/** A changed member of an entry. */
export interface MemberChange {
  member: string;
  before: unknown;
  after: unknown;
}

/** An added, removed, changed or moved entry. In `options`, a setting that is not a list. */
export interface Difference {
  list: ListName | 'options';
  key: string;
  verb: 'added' | 'removed' | 'changed' | 'moved';
  members: readonly MemberChange[];
}

/** Returns all differences, the options first. */
export function differencesOf(before: DniSettings, after: DniSettings): Difference[] {
  const options = OPTIONS.filter((name) => !isSame(before[name], after[name])).map((name): Difference => ({
    list: 'options',
    key: name,
    verb: 'changed',
    members: [{ member: name, before: before[name], after: after[name] }],
  }));
  return [...options, ...LISTS.flatMap((list) => listDifferences(list, before[list], after[list]))];
}

function listDifferences(
  list: ListName,
  before: readonly Entry<ListName>[],
  after: readonly Entry<ListName>[],
): Difference[] {
  const [former, present] = [byKey(before), byKey(after)];
  const found: Difference[] = [];
  for (const [key, entry] of present) {
    const was = former.get(key);
    if (was === undefined) found.push({ list, key, verb: 'added', members: membersOf(undefined, entry) });
    else if (!isSame(was, entry)) found.push({ list, key, verb: 'changed', members: membersOf(was, entry) });
  }
  for (const [key, entry] of former) {
    if (!present.has(key)) found.push({ list, key, verb: 'removed', members: membersOf(entry, undefined) });
  }
  // Order matters: the first matching source wins, and of equally distant locations the first one.
  const common = (keys: Iterable<string>, other: ReadonlyMap<string, unknown>): string[] =>
    [...keys].filter((key) => other.has(key));
  const isOrdered = list === 'sources' || list === 'locations';
  if (isOrdered && !isSame(common(former.keys(), present), common(present.keys(), former))) {
    found.push({ list, key: 'order', verb: 'moved', members: [] });
  }
  return found;
}

function membersOf(before: Entry<ListName> | undefined, after: Entry<ListName> | undefined): MemberChange[] {
  const [left, right] = [before, after].map((entry) =>
    typeof entry === 'object' ? (entry as unknown as Record<string, unknown>) : {},
  );
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  return [...names]
    .filter((name) => !isSame(left?.[name], right?.[name]))
    .map((member) => ({ member, before: left?.[member], after: right?.[member] }));
}
