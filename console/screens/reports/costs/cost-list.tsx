/** The costs of ads, latest day first. */
import type { ComponentChildren, VNode } from 'preact';
import { companyPath } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { pathTo, place, withQuery } from '../../../address/router.ts';
import { Icon } from '../../../components/icon.tsx';
import { AddLink, List, RemoveButton } from '../../../components/list.tsx';
import { Pages } from '../../../components/paging/pages.tsx';
import { later } from '../../../components/parts/lazy.tsx';
import { Read } from '../../../components/read.tsx';
import { amountText } from '../../../components/text/field-text.ts';
import { formatDay } from '../../../components/text/values.tsx';
import { channelName } from '../../../../worker/dni/pure/channels.ts';
import { formatFigure } from '../../../../worker/core/reports/words/figures.ts';
import { formatPeriod } from '../../../formats/periods.ts';
import { Fact } from '../../../components/text/fact.tsx';
import { formatOf } from '../../../../worker/core/reports/words/metrics.ts';
import { reportPath } from '../figures/report-path.ts';
import type { ReportBody } from '../figures/report.ts';
import type { Cost, CostPage } from './cost.ts';
import { COSTS, keyOf, removeCost } from './costs-changed.ts';
import { FeedList } from './feed-list.tsx';

const NONE = {
  icon: 'reports',
  text: 'No costs yet. Add what you spend to see what a lead costs.',
  example: [['Nov 3', 'Google Ads', 'spring sale', '$180']],
} as const;

const COLUMNS = [
  'Day',
  { label: 'Source', cells: 'long' },
  { label: 'Amount', class: 'number' },
  { label: 'Actions', isUnseen: true, cells: 'number' },
];

/** The months with a total of their own. */
const MOST_MONTHS = 3;
const BY_SOURCE = { by: 'source', metrics: 'cost,leads,cost_per_lead' };

const CostImport = later(async () => (await import('./cost-import.tsx')).CostImport);
const CostForm = later<{ cost: Cost | undefined }>(async () => (await import('./cost-form.tsx')).CostForm);

export function CostList(): VNode {
  const { query, over } = place.value;
  const cursor = query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams(cursor === undefined ? {} : { cursor });
  const shown = useResource<CostPage>(companyPath(`${COSTS}?${parameters}`));
  const key = query.get('key');
  const edited = shown.data?.costs.find((cost) => keyOf(cost) === key);
  return (
    <>
      <FeedList />
      <Read shown={shown}>
        {({ costs, next_cursor: next }) => (
          <>
            <List
              class="narrowing"
              caption="Costs"
              items={costs}
              keyOf={keyOf}
              isFormer={shown.isFormer}
              add={<Tools />}
              {...(cursor === undefined && { empty: NONE })}
              columns={COLUMNS}
              cells={cellsOf}
            >
              <Totals />
            </List>
            {(costs.length > 0 || cursor !== undefined) && (
              <Pages isFirst={cursor === undefined} next={next} />
            )}
          </>
        )}
      </Read>
      {over === 'costs' && <CostImport />}
      {over === 'cost' && (key === null || edited !== undefined) && <CostForm key={key} cost={edited} />}
    </>
  );
}

function Tools(): VNode {
  return (
    <>
      <a class="button" href={withQuery({ over: 'costs', key: undefined })}>
        <Icon name="import" /> Import costs
      </a>
      <a class="button" href={withQuery({ over: 'cost-feed', key: undefined })}>
        <Icon name="clock" /> Read a file every morning
      </a>
      <AddLink over="cost" label="Add a cost" />
    </>
  );
}

/** What was spent in all, and in each of the last months. Both lead to the reports. */
function Totals(): VNode | null {
  const query = { metrics: ['cost'], by: ['month'], relative: 'all_time', compare: 'none' } as const;
  const { data } = useResource<ReportBody>(companyPath(reportPath(query)));
  const total = data?.totals.cost;
  if (data === undefined || typeof total !== 'number') return null;
  const amount = (value: number | null | undefined): string =>
    formatFigure(value ?? null, formatOf('cost', data.metrics));
  const months = data.rows.filter(({ values }) => (values.cost ?? 0) !== 0).toReversed();
  return (
    <dl class="card padded known cost-totals">
      <Fact label="In all">
        <a href={`${pathTo('reports')}?${new URLSearchParams({ ...BY_SOURCE, relative: 'all_time' })}`}>
          {amount(total)}
        </a>
      </Fact>
      {months.slice(0, MOST_MONTHS).map(({ by: [month], values, link }) => (
        <Fact key={link} label={month === undefined ? '' : formatPeriod('month', month.value ?? '')}>
          <a href={`${pathTo('reports')}?${daysOf(link)}`}>{amount(values.cost)}</a>
        </Fact>
      ))}
    </dl>
  );
}

/** The report of costs by source in the days of a row. */
function daysOf(link: string): URLSearchParams {
  const row = new URLSearchParams(link);
  return new URLSearchParams({ ...BY_SOURCE, from: row.get('from') ?? '', to: row.get('to') ?? '' });
}

function cellsOf(cost: Cost): ComponentChildren[] {
  const { day, source, campaign, amount, unit } = cost;
  return [
    <a class="main" href={withQuery({ over: 'cost', key: keyOf(cost) })}>
      {formatDay(day)}
    </a>,
    <>
      {channelName(source)}
      {campaign !== null && <span class="under">{campaign}</span>}
    </>,
    amountText({ unit, value: amount }),
    <RemoveButton
      name={`${channelName(source)} ${campaign ?? ''} of ${formatDay(day)}`}
      remove={() => removeCost(cost)}
    />,
  ];
}
