/** The log of conversions, newest first: what was sent to which platform, what was not, and why. */
import type { VNode } from 'preact';
import { pathTo, place } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { StatusChip, type StatusKind } from '../../../components/text/status-chip.tsx';
import { Empty } from '../../../components/notice.tsx';
import { Pages } from '../../../components/paging/pages.tsx';
import { Read } from '../../../components/read.tsx';
import { Table } from '../../../components/table.tsx';
import { amountText } from '../../../components/text/field-text.ts';
import { formatMoment, When } from '../../../components/text/values.tsx';
import type { OutboxPage } from '../../../../worker/core/conversions/answer-schema.ts';
import {
  type Conversion,
  eventName,
  type Platform,
  REASON_NAMES,
  type Rule,
  STATUS_NAMES,
} from './conversion.ts';
import { conversionsPath } from './conversion-actions.ts';

/** The query parameters that filter the list. */
const FILTERS = ['status', 'platform', 'rule', 'reason'] as const;

export function ConversionLog(): VNode {
  const { query } = place.value;
  const given = [...FILTERS, 'cursor'].map((name) => [name, query.get(name) ?? ''] as const);
  const parameters = new URLSearchParams(given.filter(([, value]) => value !== '').map((pair) => [...pair]));
  const shown = useResource<OutboxPage>(conversionsPath(`/outbox?${parameters}`));
  const { data: platforms = [] } = useResource<Platform[]>(conversionsPath('/platforms'));
  const isFiltered = FILTERS.some((name) => query.get(name));
  return (
    <section class="conversion-part" aria-labelledby="log" aria-busy={shown.isFormer || shown.isBusy}>
      <h2 id="log">Log</h2>
      <Filters platforms={platforms} />
      <Read shown={shown}>
        {({ conversions, next_cursor: next }) =>
          conversions.length === 0 ? (
            <Empty
              icon={isFiltered ? 'filter' : 'mail'}
              text={
                isFiltered
                  ? 'No conversions with these filters.'
                  : 'Nothing yet. Calls and texts that match a rule appear here.'
              }
            />
          ) : (
            <>
              <LogTable conversions={conversions} platforms={platforms} />
              <Pages isFirst={!query.get('cursor')} next={next} />
            </>
          )
        }
      </Read>
    </section>
  );
}

function Filters({ platforms }: { platforms: readonly Platform[] }): VNode {
  const { data: rules = [] } = useResource<Rule[]>(conversionsPath('/rules'));
  const filters = [
    { name: 'status', label: 'Status', all: 'Any status', choices: Object.entries(STATUS_NAMES) },
    {
      name: 'platform',
      label: 'Platform',
      all: 'All platforms',
      choices: platforms.map(({ platform, label }) => [platform, label] as const),
    },
    {
      name: 'rule',
      label: 'Rule',
      all: 'All rules',
      choices: rules.map(({ rule_id: id, name }) => [id, name] as const),
    },
    { name: 'reason', label: 'Reason', all: 'Any reason', choices: Object.entries(REASON_NAMES) },
  ];
  return (
    <div class="row tools log-filters">
      {filters.map((filter) => (
        <FilterSelect
          key={filter.name}
          {...filter}
          class="slim-select"
          value={place.value.query.get(filter.name) ?? undefined}
        />
      ))}
    </div>
  );
}

interface LogTableProps {
  conversions: readonly Conversion[];
  platforms: readonly Platform[];
}

function LogTable({ conversions, platforms }: LogTableProps): VNode {
  const labelOf = (name: string): string =>
    platforms.find(({ platform }) => platform === name)?.label ?? name;
  return (
    <div class="card">
      <Table
        class="conversions"
        caption="Conversions"
        columns={[
          'What',
          'Status',
          { label: 'Platform', class: 'on-medium' },
          { label: 'Value', class: 'on-medium number' },
        ]}
      >
        {conversions.map((conversion) => (
          <tr key={`${conversion.conversion_id} ${conversion.platform}`}>
            <th scope="row">
              <a class="main" href={recordLink(conversion)}>
                {eventName(conversion.what)}
              </a>{' '}
              <span class="soft">
                <When time={conversion.event_time} />
              </span>
              <span class="under">{conversion.rule_name ?? 'A removed rule'}</span>
            </th>
            <td>
              <Status conversion={conversion} />
            </td>
            <td class="on-medium">{labelOf(conversion.platform)}</td>
            <td class="on-medium number">
              <Value conversion={conversion} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

const KINDS: Record<Conversion['status'], StatusKind> = {
  waiting: 'waiting',
  sent: 'waiting',
  accepted: 'good',
  refused: 'bad',
  skipped: 'off',
};

function Status({ conversion }: { conversion: Conversion }): VNode {
  const { status, words, detail, next_attempt_time: next, request_id: request } = conversion;
  const why = [words, detail].filter((text) => text !== null).join(': ');
  return (
    <>
      <StatusChip kind={KINDS[status]} label={STATUS_NAMES[status]} />
      {why !== '' && <span class="under">{why}</span>}
      {next !== null && <span class="under">Next try {formatMoment(next)}</span>}
      {request !== null && <span class="under address">Request {request}</span>}
    </>
  );
}

/** The value, and the one that the platform has if it is another. */
function Value({ conversion: { value, sent_value: sent } }: { conversion: Conversion }): VNode {
  if (value === null) return <span class="soft">None yet</span>;
  const isOther = sent !== null && (sent.unit !== value.unit || sent.value !== value.value);
  return (
    <>
      {amountText(value)}
      {isOther && <span class="under">sent as {amountText(sent)}</span>}
    </>
  );
}

/** The call, text, form or lead of a conversion. */
function recordLink({ what, record_id: id, event_time: time }: Conversion): string {
  if (what === 'lead_won') return pathTo('leads', id);
  if (what === 'form') {
    // The days around it, whatever the company's time zone is.
    const day = (hours: number): string =>
      new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, 10);
    return `${pathTo('reports', 'forms')}?from=${day(-14)}&to=${day(14)}&include=spam`;
  }
  return what === 'call' ? `${pathTo('calls', 'list')}?over=call&id=${id}` : pathTo('calls', 'texts');
}
