/** Tables: the caption and the head, and a frame for wide ones. */
import type { ComponentChildren, VNode } from 'preact';

export interface Column {
  label: string;
  /** For instance `on-medium`: shown where the list is at least that wide. */
  class?: string | undefined;
  /** The order of the rows, if they are ordered by this column. */
  order?: 'ascending' | 'descending';
  /** Whether only screen readers get the label. */
  isUnseen?: boolean;
}

interface TableProps {
  class?: string | undefined;
  /** For screen readers, unless `captionClass` is another one. */
  caption: string;
  captionClass?: string;
  columns: readonly (string | Column)[];
  /** The body. */
  children: ComponentChildren;
}

export function Table(props: TableProps): VNode {
  const { class: className, caption, captionClass = 'unseen', columns, children } = props;
  return (
    <table class={className === undefined ? 'table' : `table ${className}`}>
      <caption class={captionClass}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <Head key={index} {...(typeof column === 'string' ? { label: column } : column)} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Head({ label, class: className, order, isUnseen = false }: Column): VNode {
  return (
    <th scope="col" class={className} aria-sort={order}>
      {isUnseen ? <span class="unseen">{label}</span> : <span class={order && 'sort'}>{label}</span>}
    </th>
  );
}

interface ScrollingTableProps {
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** A frame for a scrolling table without links or buttons. It can be focused, to scroll by keyboard (axe, `scrollable-region-focusable`). */
export function ScrollingTable({ label, class: className = '', children }: ScrollingTableProps): VNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the focus has a use here
    <section class={`table-frame ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
