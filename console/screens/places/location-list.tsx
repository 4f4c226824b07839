/** The list of locations. A visitor sees the numbers of the closest one. */
import type { VNode } from 'preact';
import { Icon } from '../../components/icon.tsx';
import { plural } from '../../components/text/values.tsx';
import { withQuery } from '../../address/router.ts';
import { byKey, type DniLocation, type DniSettings } from '../draft/dni-settings.ts';
import { DownloadButton, PasteLink } from '../draft/editing/csv-buttons.tsx';
import { EntryTable } from '../draft/editing/entry-table.tsx';

const EXAMPLE = [['Denver', '1600 Broadway, CO 80202', 'serves the closest visitors']] as const;

export function LocationList({ settings }: { settings: DniSettings }): VNode {
  const numbers = new Map<string, number>();
  for (const { location_id: id } of settings.numbers) {
    if (id !== undefined) numbers.set(id, (numbers.get(id) ?? 0) + 1);
  }
  return (
    <EntryTable
      caption="locations"
      over="location"
      addLabel="Add a location"
      icon="pin"
      searched="name, place, area served"
      empty="No locations yet. Add your branches, and each visitor sees the number of the closest one."
      example={EXAMPLE}
      entries={byKey(settings.locations)}
      columns={[
        'Name',
        'Place',
        { label: 'Serves', class: 'on-medium' },
        { label: 'Numbers', class: 'number on-wide' },
      ]}
      text={(location) => `${location.name} ${whereText(location)} ${servesText(location)}`}
      name={({ name }) => name}
      cells={(location) => [
        whereText(location),
        servesText(location) || <span class="soft">the closest visitors</span>,
        numbers.get(location.location_id) ?? <span class="soft">none</span>,
      ]}
      beside={<PasteLink />}
      menu={
        <>
          <a class="button" href={withQuery({ over: 'special-days', key: undefined })}>
            <Icon name="clock" /> Special days
          </a>
          <DownloadButton list="locations" settings={settings} />
        </>
      }
    />
  );
}

function whereText({ city, state, postal_code: code, country }: DniLocation): string {
  const region = [state, code].filter((part) => part !== '').join(' ');
  return [city, region, country === 'US' ? '' : country].filter((part) => part !== '').join(', ');
}

function servesText({ service_area: area }: DniLocation): string {
  const parts = [...(area?.regions ?? []), ...(area?.postal_codes ?? [])];
  return parts.length > 6 ? plural(parts.length, 'area') : parts.join(', ');
}
