/** Errors and warnings about entries of the settings, each with a link to its form. */
import type { VNode } from 'preact';
import type { Fault } from '../../../api/api.ts';
import type { DialogName } from '../../../address/dialogs.ts';
import { pathTo } from '../../../address/router.ts';
import { byKey, type DniSettings, type Entry, type ListName } from '../dni-settings.ts';
import { entryTitle, memberName, type NameOf, namesIn } from '../words.ts';
import { FaultLinks, type FaultPlace } from './review-dialog.tsx';

const FORMS: Partial<Record<ListName, DialogName>> = {
  numbers: 'number',
  locations: 'location',
  sources: 'source',
};
/** An entry of a list in a pointer, and what follows. */
const ENTRY = /^\/(numbers|locations|sources|targets|domains)\/(\d+)(.*)/;

interface EntryFaultsProps {
  faults: readonly Fault[];
  settings: DniSettings;
  /** Knows removed locations, too. */
  nameOf: NameOf;
}

export function EntryFaults({ faults, settings, nameOf }: EntryFaultsProps): VNode {
  return <FaultLinks faults={faults} placeOf={(pointer) => placeIn(settings, pointer)} nameOf={nameOf} />;
}

/** Returns the entry and the value that a pointer leads to. */
export function placeIn(settings: DniSettings, pointer: string): FaultPlace {
  const [, list, index, rest = pointer] = ENTRY.exec(pointer) ?? [];
  const members = rest.split('/').filter((member) => /^\D/.test(member));
  const value = members.map(memberName).join(', ');
  const own = list as ListName | undefined;
  if (own === undefined) return { name: 'Site', href: pathTo('numbers', 'site'), value };
  const key = [...byKey<Entry<ListName>>(settings[own]).keys()][Number(index)] ?? '';
  const form = FORMS[own];
  const query = form && new URLSearchParams({ over: form, key });
  const href = query === undefined ? pathTo('numbers', 'site') : `${pathTo('numbers', own)}?${query}`;
  return { name: entryTitle(own, key, namesIn(settings)), href, value };
}
