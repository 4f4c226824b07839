/** Merges the changes of two users to the settings, entry by entry. Pure. */
import {
  byKey,
  type DniSettings,
  type Entry,
  isSame,
  type ListName,
  LISTS,
  OPTIONS,
} from './dni-settings.ts';

/** An entry that both users have changed differently. `mine` is kept. */
export interface Conflict {
  list: ListName | 'options';
  key: string;
  theirs: unknown;
}

export interface Merged {
  settings: DniSettings;
  conflicts: readonly Conflict[];
}

/**
 * Merges the settings.  @param base the version that both started from
 * @param mine the settings of this draft
 * @param theirs the settings published in the meantime
 */
export function mergeSettings(base: DniSettings, mine: DniSettings, theirs: DniSettings): Merged {
  const settings: Record<string, unknown> = { ...theirs };
  const conflicts: Conflict[] = [];
  for (const name of OPTIONS) {
    if (isSame(mine[name], base[name])) continue;
    settings[name] = mine[name];
    if (!isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name])) {
      conflicts.push({ list: 'options', key: name, theirs: theirs[name] });
    }
  }
  for (const list of LISTS) {
    const [entries, found] = mergeList(list, [base[list], mine[list], theirs[list]]);
    settings[list] = entries;
    conflicts.push(...found);
  }
  return { settings: settings as unknown as DniSettings, conflicts };
}

type Entries = readonly Entry<ListName>[];

/** Merges a list. Its order is that of the user who has moved entries; the other's new ones follow what they followed there. */
function mergeList(
  list: ListName,
  [baseEntries, myEntries, theirEntries]: readonly [Entries, Entries, Entries],
): [Entry<ListName>[], Conflict[]] {
  const [base, mine, theirs] = [byKey(baseEntries), byKey(myEntries), byKey(theirEntries)];
  const conflicts: Conflict[] = [];
  const merged: Entry<ListName>[] = [];
  for (const key of mergedOrder(base, mine, theirs)) {
    const [was, my, their] = [base.get(key), mine.get(key), theirs.get(key)];
    const iChanged = !isSame(my, was);
    if (iChanged && !isSame(their, was) && !isSame(their, my)) conflicts.push({ list, key, theirs: their });
    const entry = iChanged ? my : their;
    if (entry !== undefined) merged.push(entry);
  }
  return [merged, conflicts];
}

type Keyed = ReadonlyMap<string, unknown>;

/** Returns the keys of all three in the merged order. */
function mergedOrder(base: Keyed, mine: Keyed, theirs: Keyed): Set<string> {
  const common = (keys: Keyed, other: Keyed): string[] => [...keys.keys()].filter((key) => other.has(key));
  const isMoved = !isSame(common(base, mine), common(mine, base));
  const [order, further] = isMoved ? [mine, theirs] : [theirs, mine];
  let followers: string[] = [];
  const first = followers;
  const followersOf = new Map<string, string[]>();
  for (const key of further.keys()) {
    if (order.has(key)) {
      followers = [];
      followersOf.set(key, followers);
    } else followers.push(key);
  }
  const placed = [...order.keys()].flatMap((key) => [key, ...(followersOf.get(key) ?? [])]);
  return new Set([...first, ...placed, ...base.keys()]);
}
