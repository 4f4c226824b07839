/** The list of tracking numbers and of the visitors who see each. */
import type { VNode } from 'preact';
import { formatPhone } from '../../../components/text/values.tsx';
import { byKey, type DniSettings } from '../dni-settings.ts';
import { DownloadButton } from './download-button.tsx';
import { EntryTable } from './entry-table.tsx';
import { PasteLink } from './paste-link.tsx';
import { channelName, locationName } from '../words.ts';

export function NumberList({ settings }: { settings: DniSettings }): VNode {
  const everybody = <span class="soft">any</span>;
  return (
    <EntryTable
      caption="numbers"
      over="number"
      addLabel="Add a tracking number"
      icon="numbers"
      searched="number, source, location"
      empty="No tracking numbers yet. Until you add some, every visitor sees the number printed on the page."
      entries={byKey(settings.numbers)}
      columns={[
        { label: 'Number' },
        { label: 'Source' },
        { label: 'Location', class: 'on-medium' },
        { label: 'Replaces', class: 'on-wide' },
        { label: 'Texts', class: 'on-wide' },
      ]}
      text={({ phone_number: number, source = '', location_id: id = '' }) =>
        `${formatPhone(number)} ${channelName(source)} ${locationName(settings, id)}`
      }
      name={({ phone_number: number }) => formatPhone(number)}
      cells={({ source, location_id: id, target, sms }) => [
        source === undefined ? everybody : <span class="chip">{channelName(source)}</span>,
        id === undefined ? everybody : locationName(settings, id),
        target === undefined ? <span class="soft">every printed number</span> : formatPhone(target),
        sms ? 'Yes' : <span class="soft">No</span>,
      ]}
    >
      <PasteLink />
      <DownloadButton list="numbers" settings={settings} />
    </EntryTable>
  );
}
