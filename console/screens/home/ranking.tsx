/** The sources, campaigns or locations with the most calls. A row filters the page. */
import type { VNode } from 'preact';
import { BarTable, type BarRow } from '../../components/chart/bar-table.tsx';
import { shareFinding } from '../../components/chart/findings.ts';
import { ChartCard } from '../../components/chart/figure.tsx';
import { plural } from '../../components/text/values.tsx';
import { pathTo, place, withQuery } from '../../address/router.ts';
import { listHref } from '../reports/figures/links.ts';
import { DIMENSION_LABELS, formatOf, METRIC_WORDS } from '../../../worker/core/reports/words/metrics.ts';
import { valueName } from '../reports/figures/names.ts';
import type { ReportBody, ReportRow } from '../reports/figures/report.ts';
import { periodIn, periodWords, RANKINGS, type Ranking } from './home-query.ts';

interface RankingProps {
  by: Ranking;
  report: ReportBody;
  /** The value by which the page is filtered. */
  chosen: string | undefined;
  isFormer: boolean;
}

/** The finding of each list begins so. */
const LEADS: Record<Ranking, string> = {
  source: 'The most calls come from',
  campaign: 'The campaign with the most calls is',
  location: 'The most calls go to',
};

export function RankingCard({ by, report, chosen, isFormer }: RankingProps): VNode {
  const metrics = RANKINGS[by];
  const rows = report.rows.map((row) => barOf(row, by, { report, chosen }));
  const named = rows.map(({ key, name, cells }) => ({
    name: key === '' ? undefined : name,
    value: cells[0]?.value ?? null,
  }));
  const finding = shareFinding(LEADS[by], named, report.totals.calls ?? null);
  const label = DIMENSION_LABELS[by];
  return (
    <ChartCard
      title={`By ${label.toLowerCase()}`}
      caption={
        finding ?? `${plural(report.totals.calls ?? 0, 'call')} ${periodWords(place.value.query).phrase}.`
      }
      isFormer={isFormer}
      tools={
        <a
          class="button slim"
          href={`${pathTo('reports')}?${new URLSearchParams({ relative: periodIn(place.value.query), by, metrics: metrics.join(',') })}`}
        >
          Report<span class="unseen"> by {label.toLowerCase()}</span>
        </a>
      }
    >
      {rows.length > 0 && (
        <BarTable
          caption={`Calls by ${label.toLowerCase()}`}
          label={label}
          columns={metrics.map((name, index) => ({
            label: METRIC_WORDS[name].label,
            format: formatOf(name, report.metrics),
            isBad: METRIC_WORDS[name].isBad,
            ...(index === 2 ? { class: 'on-medium' } : {}),
          }))}
          rows={rows}
        />
      )}
    </ChartCard>
  );
}

function barOf(
  { by: [value], values, compared, link }: ReportRow,
  by: Ranking,
  { report, chosen }: Pick<RankingProps, 'report' | 'chosen'>,
): BarRow {
  const key = value?.value ?? '';
  const isChosen = chosen === key;
  return {
    key,
    name: value === undefined ? '' : valueName(by, value),
    filterHref: withQuery({ [by]: isChosen ? undefined : key }),
    isChosen,
    cells: RANKINGS[by].map((name, index) => ({
      value: values[name] ?? null,
      former: index === 0 ? compared?.[name] : undefined,
      href: (values[name] ?? 0) === 0 ? undefined : listHref(name, report.metrics, link),
    })),
  };
}
