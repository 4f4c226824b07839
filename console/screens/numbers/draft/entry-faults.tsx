/** Errors and warnings about entries of the settings, each with a link to its form. */
import type { VNode } from 'preact';
import type { DialogName } from '../../../address/dialogs.ts';
import { pathTo } from '../../../address/router.ts';
import { byKey, type DniSettings, type Entry, type ListName } from '../dni-settings.ts';
import { entryTitle } from '../words.ts';

const FORMS: Partial<Record<ListName, DialogName>> = {
  numbers: 'number',
  locations: 'location',
  sources: 'source',
};

interface EntryFaultsProps {
  faults: readonly { pointer?: string; detail: string }[];
  settings: DniSettings;
}

export function EntryFaults({ faults, settings }: EntryFaultsProps): VNode {
  return (
    <ul>
      {faults.map(({ pointer = '', detail }) => (
        <li key={`${pointer}${detail}`}>
          <a href={addressOf(settings, pointer)}>{nameOf(settings, pointer)}</a>: {detail}
        </li>
      ))}
    </ul>
  );
}

function entryAt(settings: DniSettings, pointer: string): { list: ListName; key: string } | undefined {
  const [, list, index] = /^\/(numbers|locations|sources|targets|domains)\/(\d+)/.exec(pointer) ?? [];
  if (list === undefined) return undefined;
  const key = [...byKey<Entry<ListName>>(settings[list as ListName]).keys()][Number(index)] ?? '';
  return { list: list as ListName, key };
}

function nameOf(settings: DniSettings, pointer: string): string {
  const entry = entryAt(settings, pointer);
  return entry === undefined ? 'Site' : entryTitle(entry.list, entry.key);
}

function addressOf(settings: DniSettings, pointer: string): string {
  const entry = entryAt(settings, pointer);
  const form = entry && FORMS[entry.list];
  if (entry === undefined || form === undefined) return pathTo('numbers', 'site');
  return `${pathTo('numbers', entry.list)}?${new URLSearchParams({ over: form, key: entry.key })}`;
}
