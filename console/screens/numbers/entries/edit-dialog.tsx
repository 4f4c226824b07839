/** The dialogs of the lists: the form of an entry, and the paste of many entries. */
import type { VNode } from 'preact';
import { place } from '../../../address/router.ts';
import { byKey, type DniSettings, isPool } from '../dni-settings.ts';
import { currentSettings, useSettings } from '../draft/draft.ts';
import { EditLocation } from './edit-location.tsx';
import { EditNumber } from './edit-number.tsx';
import { EditPool } from '../pools/edit-pool.tsx';
import { EditSource } from './edit-source.tsx';
import { Paste } from '../paste/paste.tsx';

export function EditDialog(): VNode | null {
  const { query, rest, over } = place.value;
  const key = query.get('key') ?? undefined;
  // The settings are still loading.
  if (useSettings().settings === undefined) return null;
  const settings = currentSettings();
  switch (over) {
    case 'number':
      return isKeyOfPool(settings, key) ? (
        <EditPool key={key} settings={settings} entryKey={key} />
      ) : (
        <EditNumber key={key} settings={settings} entryKey={key} />
      );
    case 'pool':
      return <EditPool key={key} settings={settings} entryKey={key} />;
    case 'location':
      return <EditLocation key={key} settings={settings} entryKey={key} />;
    case 'source':
      return <EditSource key={key} settings={settings} entryKey={key} />;
    case 'paste':
      return (
        <Paste
          settings={settings}
          list={(query.get('of') ?? rest[0]) === 'locations' ? 'locations' : 'numbers'}
        />
      );
    default:
      return null;
  }
}

function isKeyOfPool({ numbers }: DniSettings, key: string | undefined): boolean {
  const entry = key === undefined ? undefined : byKey(numbers).get(key);
  return entry !== undefined && isPool(entry);
}
