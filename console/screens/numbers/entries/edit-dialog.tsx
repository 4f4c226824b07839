/** The dialogs of the lists: the form of an entry, and the paste of many entries. */
import type { VNode } from 'preact';
import { place } from '../../../address/router.ts';
import { currentSettings, useSettings } from '../draft/draft.ts';
import { EditLocation } from './edit-location.tsx';
import { EditNumber } from './edit-number.tsx';
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
      return <EditNumber key={key} settings={settings} entryKey={key} />;
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
