/** Compares DNI settings entry by entry, to list the changes of a save. Pure. */
import { isPool } from '../../../dni/pure/number-entries.ts';
import type { DniSettings } from '../../../dni/schema.ts';
import type { SettingsDifference } from './reference.ts';

type Lists = 'domains' | 'targets' | 'sources' | 'locations' | 'numbers';

/** The key of the entries in each list. */
const KEYS: { [List in Lists]: (entry: DniSettings[List][number]) => string } = {
  domains: (domain) => domain,
  targets: ({ number }) => number,
  sources: ({ name }) => name,
  locations: ({ location_id: id }) => id,
  numbers: (entry) => {
    const { source, location_id: location, target } = entry;
    return [
      isPool(entry) ? entry.pool : entry.phone_number,
      source,
      location && `at ${location}`,
      target && `for ${target}`,
    ]
      .filter(Boolean)
      .join(' ');
  },
};

/**
 * Lists the differences between two versions of the settings.
 * @param before undefined if there are no settings yet
 */
export function settingsDifferences(
  before: DniSettings | undefined,
  after: DniSettings,
): SettingsDifference[] {
  const members = [
    ...new Set([...Object.keys(before ?? {}), ...Object.keys(after)]),
  ] as (keyof DniSettings)[];
  return members.flatMap((member) => {
    if (isList(member)) return entryDifferences(before, after, member);
    return differenceOf({ member }, before?.[member], after[member]);
  });
}

function isList(member: string): member is Lists {
  return Object.hasOwn(KEYS, member);
}

function entryDifferences<List extends Lists>(
  before: DniSettings | undefined,
  after: DniSettings,
  member: List,
): SettingsDifference[] {
  const byKey = (list: readonly DniSettings[List][number][]): Map<string, unknown> =>
    new Map(list.map((entry) => [KEYS[member](entry), entry]));
  const [old, now] = [byKey(before?.[member] ?? []), byKey(after[member])];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((entry) =>
    differenceOf({ member, entry }, old.get(entry), now.get(entry)),
  );
}

function differenceOf(
  place: Pick<SettingsDifference, 'member' | 'entry'>,
  before: unknown,
  after: unknown,
): SettingsDifference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (before === undefined) return [{ ...place, change: 'added', after }];
  if (after === undefined) return [{ ...place, change: 'removed', before }];
  return [{ ...place, change: 'changed', before, after }];
}
