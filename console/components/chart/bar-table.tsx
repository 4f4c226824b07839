/** Rows with a bar each, most first. The name of a row filters the page, its figure leads to the list behind it. */
import type { VNode } from 'preact';
import { Table } from '../table.tsx';
import { changeText, type FigureFormat, formatFigure } from '../../../worker/core/reports/words/figures.ts';

/** A figure of a row. */
export interface BarCell {
  value: number | null;
  /** The same figure before; undefined without a comparison. */
  former?: number | null | undefined;
  /** The list behind the figure. */
  href?: string | undefined;
}

export interface BarRow {
  key: string;
  name: string;
  /** Filters the page by this row, or removes that filter. */
  filterHref?: string | undefined;
  isChosen: boolean;
  /** A cell for each column; the first one is drawn as the bar. */
  cells: readonly BarCell[];
}

export interface BarColumn {
  label: string;
  format: FigureFormat;
  /** Whether more is worse, as with missed calls. */
  isBad?: boolean | undefined;
  /** Whether more is neither better nor worse, as with costs. */
  isNeutral?: boolean | undefined;
  /** For instance `on-medium`: shown where the table is at least that wide. */
  class?: string;
}

interface BarTableProps {
  caption: string;
  /** The label of the names, for instance `Source`. */
  label: string;
  columns: readonly BarColumn[];
  rows: readonly BarRow[];
}

export function BarTable({ caption, label, columns, rows }: BarTableProps): VNode {
  const most = Math.max(0, ...rows.map(({ cells }) => cells[0]?.value ?? 0));
  return (
    <Table
      class="bars"
      caption={caption}
      columns={[
        label,
        ...columns.map((column) => ({ label: column.label, class: `number ${column.class ?? ''}` })),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.key} class={row.isChosen ? 'is-selected' : ''}>
          <th scope="row">
            <Name row={row} label={label} />
            <span class="fill" style={{ inlineSize: `${shareOf(row.cells[0]?.value ?? 0, most)}%` }} />
          </th>
          {columns.map((column, index) => (
            <td key={column.label} class={`number ${column.class ?? ''}`}>
              <Figure cell={row.cells[index] ?? { value: null }} column={column} row={row.name} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function Name({ row: { name, filterHref, isChosen }, label }: { row: BarRow; label: string }): VNode {
  if (filterHref === undefined) return <span class="name">{name}</span>;
  return (
    <a class="name" href={filterHref} aria-current={isChosen ? 'true' : undefined}>
      {name}
      <span class="unseen">
        {isChosen ? `: remove the filter ${label.toLowerCase()}` : `: filter by this ${label.toLowerCase()}`}
      </span>
    </a>
  );
}

function Figure({ cell, column, row }: { cell: BarCell; column: BarColumn; row: string }): VNode {
  const { value, former, href } = cell;
  const text = formatFigure(value, column.format);
  return (
    <>
      {href === undefined ? (
        text
      ) : (
        <a href={href} aria-label={`${text}: ${column.label}, ${row}`}>
          {text}
        </a>
      )}
      {former !== undefined && <Change now={value} former={former} column={column} />}
    </>
  );
}

interface ChangeProps {
  now: number | null;
  former: number | null;
  column: Pick<BarColumn, 'format' | 'isBad' | 'isNeutral'>;
}

/** The change of a figure since the former period: green when it got better, red when it got worse. */
export function Change({ now, former, column }: ChangeProps): VNode | null {
  const { format, isBad = false, isNeutral = false } = column;
  const change = changeText(now, former, format.kind);
  if (change === undefined) return null;
  const { direction, text } = change;
  const kind = direction === 'same' || isNeutral ? '' : (direction === 'up') === isBad ? 'worse' : 'better';
  return (
    <span class={`change ${kind}`} title={`Before: ${formatFigure(former, format)}`}>
      {text}
    </span>
  );
}

function shareOf(value: number, most: number): string {
  return most === 0 ? '0' : Math.max(0, (100 * value) / most).toFixed(1);
}
