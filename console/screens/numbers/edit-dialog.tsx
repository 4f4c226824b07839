/** The dialogs of the lists: the form of an entry, and the paste of many entries. */
import type { VNode } from 'preact';
import { place } from '../../address/router.ts';
import { later } from '../../components/parts/lazy.tsx';
import { byKey, type DniSettings, isPool } from '../draft/dni-settings.ts';
import { currentSettings, useSettings } from '../draft/draft.ts';

const EditLocation = later(async () => (await import('../places/edit-location.tsx')).EditLocation);
const EditNumber = later(async () => (await import('./edit-number.tsx')).EditNumber);
const EditPool = later(async () => (await import('./pools/edit-pool.tsx')).EditPool);
const EditSource = later(async () => (await import('../sources/edit-source.tsx')).EditSource);
const SpecialDays = later(async () => (await import('../places/special-days.tsx')).SpecialDays);
const Paste = later(async () => (await import('./paste/paste.tsx')).Paste);

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
    case 'special-days':
      return <SpecialDays settings={settings} />;
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
