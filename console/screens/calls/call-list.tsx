/** The list of calls with its filters. A chosen call opens in a dialog. */
import type { VNode } from 'preact';
import { Example } from '../../components/text/example.tsx';
import { companyPath } from '../../api/company.ts';
import { Icon } from '../../components/icon.tsx';
import { Empty } from '../../components/notice.tsx';
import { ExcelButton, fetchExport } from '../../components/parts/excel-button.tsx';
import { Read } from '../../components/read.tsx';
import { place, withQuery } from '../../address/router.ts';
import { useResource } from '../../api/resource.ts';
import type { CallPage } from './call.ts';
import { CallTable } from './call-table.tsx';
import { CallFilters } from './filters.tsx';
import { Pages } from '../../components/paging/pages.tsx';
import { usePlaces } from '../../api/places.ts';
import { callParameters, FILTERS, isFiltered, readCallQuery } from './query.ts';
import { later } from '../../components/parts/lazy.tsx';

const EXAMPLE = [['Mia Brown', 'Answered, 3:45', 'Denver', 'Paid search, spring sale']] as const;

const CallDialog = later(async () => (await import('./call-dialog.tsx')).CallDialog);

export function CallList(): VNode {
  const { query: address, over } = place.value;
  const query = readCallQuery(address);
  const places = usePlaces();
  const parameters = callParameters(query);
  const file = `/console/api${companyPath(`/calls/export.csv?${parameters}`)}`;
  if (query.cursor !== undefined) parameters.set('cursor', query.cursor);
  const shown = useResource<CallPage>(companyPath(`/calls?${parameters}`));
  const { isFormer } = shown;
  const opened = over === 'call' ? address.get('id') : null;
  return (
    <div class="list-main" aria-busy={isFormer || shown.isBusy}>
      <CallFilters query={query} places={places} calls={shown.data?.calls ?? []}>
        <span class="row">
          <a class="button" href={file} download>
            <Icon name="export" /> Export as CSV
          </a>
          <ExcelButton name="calls" csv={() => fetchExport(file)}>
            <span class="unseen">Export </span>as Excel
          </ExcelButton>
        </span>
      </CallFilters>
      <Read shown={shown}>
        {({ calls, next_cursor: next }) =>
          calls.length === 0 ? (
            <NoCalls isNarrowed={isFiltered(query)} />
          ) : (
            <>
              <CallTable calls={calls} places={places} isFormer={isFormer} />
              <Pages isFirst={query.cursor === undefined} next={next} />
            </>
          )
        }
      </Read>
      {opened !== null && <CallDialog key={opened} callId={opened} places={places} />}
    </div>
  );
}

function NoCalls({ isNarrowed }: { isNarrowed: boolean }): VNode {
  if (!isNarrowed) {
    return (
      <Empty
        icon="call"
        text="No calls yet. Calls to your tracking numbers appear here as soon as they ring."
      >
        <Example rows={EXAMPLE} />
      </Empty>
    );
  }
  return (
    <Empty icon="filter" text="No calls match these filters.">
      <a class="button" href={withQuery(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}>
        Clear filters
      </a>
    </Empty>
  );
}
