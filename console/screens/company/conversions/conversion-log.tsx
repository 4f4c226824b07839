/** The log of conversions, newest first: what was sent to which platform, what was not, and why. */
import type { VNode } from 'preact';
import { pathTo, place } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { StatusChip, type StatusKind } from '../../../components/text/status-chip.tsx';
import { List, Titled } from '../../../components/list.tsx';
import { Pages } from '../../../components/paging/pages.tsx';
import { Read } from '../../../components/read.tsx';
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

const COLUMNS = [
  'What',
  'Status',
  { label: 'Platform', class: 'on-medium' },
  { label: 'Value', class: 'on-medium number' },
];
const NONE = {
  icon: 'mail',
  text: 'Nothing yet. Calls and texts that match a rule appear here.',
} as const;
const NONE_FILTERED = { icon: 'filter', text: 'No conversions with these filters.' } as const;

export function ConversionLog(): VNode {
  const { query } = place.value;
  const given = [...query].filter(([name, value]) => value !== '' && [...FILTERS, 'cursor'].includes(name));
  const parameters = new URLSearchParams(given);
  const shown = useResource<OutboxPage>(conversionsPath(`/outbox?${parameters}`));
  const { data: platforms = [] } = useResource<Platform[]>(conversionsPath('/platforms'));
  const isFiltered = FILTERS.some((name) => query.get(name));
  const labelOf = ({ platform: name }: Conversion): string =>
    platforms.find(({ platform }) => platform === name)?.label ?? name;
  return (
    <Titled class="conversion-part" id="log" title="Log" isBusy={shown.isFormer || shown.isBusy}>
      <Filters platforms={platforms} />
      <Read shown={shown}>
        {({ conversions, next_cursor: next }) => (
          <>
            <List
              class="conversions"
              caption="Conversions"
              items={conversions}
              keyOf={({ conversion_id: id, platform }) => `${id} ${platform}`}
              empty={isFiltered ? NONE_FILTERED : NONE}
              columns={COLUMNS}
              cells={(conversion) => [
                <What conversion={conversion} />,
                <Status conversion={conversion} />,
                labelOf(conversion),
                <Value conversion={conversion} />,
              ]}
            />
            {conversions.length > 0 && <Pages isFirst={!query.get('cursor')} next={next} />}
          </>
        )}
      </Read>
    </Titled>
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

function What({ conversion }: { conversion: Conversion }): VNode {
  return (
    <>
      <a class="main" href={recordLink(conversion)}>
        {eventName(conversion.what)}
      </a>{' '}
      <span class="soft">
        <When time={conversion.event_time} />
      </span>
      <span class="under">{conversion.rule_name ?? 'A removed rule'}</span>
    </>
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
