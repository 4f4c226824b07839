/** The list of tracking numbers and pools, and of the visitors who see each. */
import type { VNode } from 'preact';
import { mayWrite } from '../../api/user.ts';
import { AddLink } from '../../components/list.tsx';
import { formatPhone, plural } from '../../components/text/values.tsx';
import { byKey, type DniNumber, type DniSettings, isPool, locationName } from '../draft/dni-settings.ts';
import { DownloadButton, PasteLink } from '../draft/editing/csv-buttons.tsx';
import { EntryTable } from '../draft/editing/entry-table.tsx';
import { PoolAdvice } from './pools/pool-advice.tsx';
import { channelName } from '../../../worker/dni/pure/channels.ts';

const EXAMPLE = [
  ['(512) 555-0151', 'Google Ads', 'Austin'],
  ['(303) 555-0150', 'any source', 'Denver'],
] as const;

export function NumberList({ settings }: { settings: DniSettings }): VNode {
  const everybody = <span class="soft">any</span>;
  return (
    <>
      <EntryTable
        caption="numbers"
        over="number"
        addLabel="Add a tracking number"
        icon="numbers"
        searched="number, source, location"
        empty="No tracking numbers yet. Until you add some, every visitor sees the number printed on the page."
        example={EXAMPLE}
        entries={byKey(settings.numbers)}
        columns={[
          'Number',
          'Source',
          { label: 'Location', class: 'on-medium' },
          { label: 'Replaces', class: 'on-wide' },
          { label: 'Texts', class: 'on-wide' },
        ]}
        text={(entry) => {
          const { source = '', location_id: id = '' } = entry;
          return `${numbersIn(entry).map(formatPhone).join(' ')} ${channelName(source)} ${locationName(settings, id)}`;
        }}
        name={(entry) =>
          isPool(entry)
            ? `Pool ${entry.pool}, ${plural(entry.phone_numbers.length, 'number')}`
            : formatPhone(entry.phone_number)
        }
        cells={({ source, location_id: id, target, sms }) => [
          source === undefined ? everybody : <span class="chip">{channelName(source)}</span>,
          id === undefined ? everybody : locationName(settings, id),
          target === undefined ? <span class="soft">every printed number</span> : formatPhone(target),
          sms ? 'Yes' : <span class="soft">No</span>,
        ]}
        beside={<PasteLink />}
        menu={<MoreOfNumbers settings={settings} />}
      />
      {mayWrite() && settings.numbers.some(isPool) && <PoolAdvice />}
    </>
  );
}

function MoreOfNumbers({ settings }: { settings: DniSettings }): VNode {
  return (
    <>
      <AddLink over="pool" label="Add a pool" />
      <DownloadButton list="numbers" settings={settings} />
    </>
  );
}

function numbersIn(entry: DniNumber): string[] {
  return isPool(entry) ? [...entry.phone_numbers, entry.overflow] : [entry.phone_number];
}
