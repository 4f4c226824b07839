/** Lists: a title, the link that adds an entry, a text while there are none, a row for each entry, and its removal. */
import type { ComponentChildren, VNode } from 'preact';
import type { DialogName } from '../address/dialogs.ts';
import { withQuery } from '../address/router.ts';
import { Icon, type IconName } from './icon.tsx';
import { Empty } from './notice.tsx';
import { toastFailure } from './over/toasts.tsx';
import { type Column, Table } from './table.tsx';
import { Example } from './text/example.tsx';

export interface ListColumn extends Column {
  /** The class of the cells, if it is not the column's. */
  cells?: string;
}

interface ListTableProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  columns: readonly (string | ListColumn)[];
  /** Renders the cells of an item. The first one is the header of its row. */
  cells: (item: Item) => readonly ComponentChildren[];
  class?: string;
  /** For screen readers. */
  caption: string;
}

interface ListProps<Item> extends ListTableProps<Item> {
  /** The links that add entries: above the entries, and below the text while there are none. */
  add?: ComponentChildren;
  /** What is shown while there are no entries, with the cells of what they may look like. By default, the table's head. */
  empty?: { icon: IconName; text: string; example?: readonly (readonly string[])[] };
  /** Whether the entries are those of a former page. */
  isFormer?: boolean;
  /** What is shown between the links and the entries. */
  children?: ComponentChildren;
}

export function List<Item>(props: ListProps<Item>): VNode {
  const { add, empty, isFormer, children } = props;
  if (props.items.length === 0 && empty !== undefined) {
    return (
      <Empty icon={empty.icon} text={empty.text}>
        {add && <div class="row">{add}</div>}
        {empty.example && <Example rows={empty.example} />}
      </Empty>
    );
  }
  return (
    <>
      {add && <div class="row end tools">{add}</div>}
      {children}
      <div class={isFormer === true ? 'card is-former' : 'card'}>
        <ListTable {...props} />
      </div>
    </>
  );
}

/** The table of a list, for a card that has more. */
export function ListTable<Item>(props: ListTableProps<Item>): VNode {
  const { items, keyOf, columns, cells, class: className, caption } = props;
  const classes = columns.map((column) =>
    typeof column === 'string' ? undefined : (column.cells ?? column.class),
  );
  return (
    <Table class={className} caption={caption} columns={columns}>
      {items.map((item) => {
        const [name, ...others] = cells(item);
        return (
          <tr key={keyOf(item)}>
            <th scope="row">{name}</th>
            {others.map((cell, index) => (
              <td key={index} class={classes[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        );
      })}
    </Table>
  );
}

interface TitledProps {
  /** The id of the title, which names the section. */
  id: string;
  title: string;
  class?: string;
  isBusy?: boolean;
  /** What is beside the title. */
  beside?: ComponentChildren;
  children: ComponentChildren;
}

/** A section with a title. */
export function Titled({ id, title, class: className, isBusy, beside, children }: TitledProps): VNode {
  return (
    <section class={className} aria-labelledby={id} aria-busy={isBusy}>
      {beside === undefined ? (
        <h2 id={id}>{title}</h2>
      ) : (
        <div class="row section-head">
          <h2 id={id} class="grow">
            {title}
          </h2>
          {beside}
        </div>
      )}
      {children}
    </section>
  );
}

interface AddLinkProps {
  /** The dialog with the form. */
  over: DialogName;
  label: string;
  /** Whether it is the main action of the screen. */
  isMain?: boolean;
}

/** A link to the form of a new entry. */
export function AddLink({ over, label, isMain = false }: AddLinkProps): VNode {
  return (
    <a class={isMain ? 'button primary' : 'button'} href={withQuery({ over, id: undefined, key: undefined })}>
      <Icon name="plus" /> {label}
    </a>
  );
}

/** A button that removes an entry. @param props `name`: of the entry, for screen readers */
export function RemoveButton({ name, remove }: { name: string; remove: () => Promise<void> }): VNode {
  return (
    <button
      type="button"
      class="button plain icon"
      aria-label={`Remove ${name}`}
      onClick={() => void remove().catch(toastFailure)}
    >
      <Icon name="trash" size={16} />
    </button>
  );
}
