/** The rows of a report: the groups, each with its figures. Names filter, heads sort, figures lead to their lists. */
import type { VNode } from 'preact';
import { withQuery } from '../../../address/router.ts';
import { formatCount } from '../../../components/text/values.tsx';
import { MetricFigure } from '../figures/metric-figure.tsx';
import { DIMENSION_LABELS, METRIC_WORDS } from '../../../../worker/core/reports/words/metrics.ts';
import { valueName } from '../figures/names.ts';
import { type Dimension, FILTERS, type MetricName } from '../figures/report-path.ts';
import type { ReportBody, ReportRow } from '../figures/report.ts';
import { type ReportState, sortedBy } from '../report-query.ts';

interface ReportTableProps {
  report: ReportBody;
  state: ReportState;
}

export function ReportTable({ report, state }: ReportTableProps): VNode {
  const { by, rows, more } = report;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls where it is too wide
    <section class="card table-frame" aria-label="Figures" tabIndex={0}>
      <table class="table bars report-table">
        <caption class="unseen">{captionOf(by)}</caption>
        <Heads report={report} state={state} />
        <tbody>
          {rows.map((row) => (
            <Row key={row.by.map(({ value }) => value).join('\n')} row={row} report={report} state={state} />
          ))}
        </tbody>
        <Total report={report} />
      </table>
      {more > 0 && (
        <p class="soft small padded">
          And {formatCount(more)} more rows.
          {state.limit === undefined && ' The files have up to 50,000, and say if there are more.'}
        </p>
      )}
    </section>
  );
}

function Heads({ report: { by, metrics }, state }: ReportTableProps): VNode {
  return (
    <thead>
      <tr>
        {by.map((dimension) => (
          <Head key={dimension} column={dimension} label={DIMENSION_LABELS[dimension]} state={state} />
        ))}
        {by.length === 0 && <th scope="col">All</th>}
        {metrics.map(({ name }) => (
          <Head key={name} column={name} label={METRIC_WORDS[name].label} state={state} isNumber />
        ))}
      </tr>
    </thead>
  );
}

function Row({ row, report, state }: ReportTableProps & { row: ReportRow }): VNode {
  const { by } = report;
  const groups = by.flatMap((dimension, index) => {
    const group = row.by[index];
    return group === undefined ? [] : [{ dimension, group, name: valueName(dimension, group) }];
  });
  const of = groups.map(({ name }) => name).join(', ');
  return (
    <tr>
      {groups.map(({ dimension, ...group }, index) =>
        index === 0 ? (
          <th key={dimension} scope="row">
            <Group by={dimension} {...group} state={state} />
            <span class="fill" style={{ inlineSize: `${barShare(row, report)}%` }} />
          </th>
        ) : (
          <td key={dimension} class="group">
            <Group by={dimension} {...group} state={state} />
          </td>
        ),
      )}
      <Figures report={report} values={row.values} former={row.compared} link={row.link} of={of} />
    </tr>
  );
}

function Total({ report }: Pick<ReportTableProps, 'report'>): VNode {
  const { by, totals, compared, link } = report;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={Math.max(1, by.length)}>
          Total
        </th>
        <Figures report={report} values={totals} former={compared?.totals ?? null} link={link} of="total" />
      </tr>
    </tfoot>
  );
}

interface FiguresProps {
  report: ReportBody;
  values: ReportRow['values'];
  former: ReportRow['compared'];
  link: string;
  of: string;
}

function Figures({ report, values, former, link, of }: FiguresProps): VNode {
  return (
    <>
      {report.metrics.map(({ name }) => (
        <td key={name} class="number">
          <MetricFigure
            name={name}
            report={report}
            value={values[name] ?? null}
            former={former === null ? undefined : former[name]}
            link={link}
            of={of}
          />
        </td>
      ))}
    </>
  );
}

interface HeadProps {
  column: Dimension | MetricName;
  label: string;
  state: ReportState;
  isNumber?: boolean;
}

function Head({ column, label, state, isNumber = false }: HeadProps): VNode {
  const { sort } = state;
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;
  return (
    <th scope="col" class={isNumber ? 'number' : ''} aria-sort={order}>
      <a class="sort" href={withQuery(sortedBy(state, column))}>
        {label}
      </a>
    </th>
  );
}

interface GroupProps {
  by: Dimension;
  group: ReportRow['by'][number];
  name: string;
  state: ReportState;
}

/** The name of a group, which filters the report if there is such a filter. */
function Group({ by, group, name, state }: GroupProps): VNode {
  const filter = FILTERS.find((other) => other === by);
  if (filter === undefined) return <span class="name">{name}</span>;
  const key = group.value ?? '';
  const isChosen = state.filters[filter] === key;
  return (
    <a
      class="name"
      href={withQuery({ [filter]: isChosen ? undefined : key })}
      aria-current={isChosen ? 'true' : undefined}
    >
      {name}
      <span class="unseen">{isChosen ? ': remove the filter' : ': filter by this'}</span>
    </a>
  );
}

/** Returns the length of a bar, which shows the first figure, in percent of the longest one. */
function barShare({ values }: ReportRow, { metrics: [first], rows }: ReportBody): string {
  if (first === undefined) return '0';
  const read = (row: ReportRow['values']): number => Math.max(0, row[first.name] ?? 0);
  const most = Math.max(...rows.map((row) => read(row.values)));
  return most === 0 ? '0' : ((100 * read(values)) / most).toFixed(1);
}

function captionOf(by: readonly Dimension[]): string {
  return by.length === 0
    ? 'Figures'
    : `Figures by ${by.map((dimension) => DIMENSION_LABELS[dimension].toLowerCase()).join(' and ')}`;
}
