/** A list of the settings as a table with a search, a hundred rows at a time. Those who only read get no links to forms. */
import { hasText } from '../../../formats/search.ts';
import type { ComponentChildren, VNode } from 'preact';
import { Example } from '../../../components/text/example.tsx';
import { useState } from 'preact/hooks';
import { Empty } from '../../../components/notice.tsx';
import { AddLink, List, type ListColumn } from '../../../components/list.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { Popover } from '../../../components/over/popover.tsx';
import { useKey } from '../../../components/keys.tsx';
import { formatCount } from '../../../components/text/values.tsx';
import type { DialogName } from '../../../address/dialogs.ts';
import { withQuery } from '../../../address/router.ts';
import { mayWrite } from '../../../api/user.ts';

/** Rows added by each "Show more". The search covers all rows. */
const ROWS_A_STEP = 100;

interface EntryTableProps<Item> {
  /** The caption for screen readers. */
  caption: string;
  /** The name of the dialog that edits an entry. */
  over: DialogName;
  /** The name of the dialog that adds one, if it is another. */
  addOver?: DialogName;
  /** Undefined if the user may not add one. */
  addLabel?: string | undefined;
  icon: IconName;
  empty: string;
  entries: ReadonlyMap<string, Item>;
  columns: readonly (string | ListColumn)[];
  /** The searched members, as shown in the placeholder. */
  searched: string;
  text: (item: Item) => string;
  /** Renders the first cell of a row, and the other cells. */
  name: (item: Item) => ComponentChildren;
  cells: (item: Item) => readonly ComponentChildren[];
  /** A button beside the search. */
  beside?: ComponentChildren;
  /** Entries of the menu beside the search; buttons while the list is empty. */
  menu?: ComponentChildren;
  /** A line below the search. */
  below?: ComponentChildren;
  /** Cells of entries, shown while there are none. */
  example?: readonly (readonly string[])[];
}

export function EntryTable<Item>(all: EntryTableProps<Item>): VNode {
  const props = mayWrite() ? all : toRead(all);
  const { caption, searched, over, addOver = over, addLabel, entries, text, beside, menu, below } = props;
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(ROWS_A_STEP);
  const found = [...entries].filter(
    ([key, item]) => search.trim() === '' || hasText(`${key} ${text(item)}`, search),
  );
  const find = (typed: string): void => {
    setSearch(typed);
    setLimit(ROWS_A_STEP);
  };
  const add = mayWrite() && addLabel !== undefined && <AddLink over={addOver} label={addLabel} isMain />;
  if (entries.size === 0) return <NoEntries {...props} add={add} />;
  return (
    <>
      <div class="row tools">
        <SearchBox caption={caption} searched={searched} text={search} setText={find} />
        <output class="soft nowrap grow">{countText(found.length, entries.size)}</output>
        {menu !== undefined && <More caption={caption}>{menu}</More>}
        {beside}
        {add}
      </div>
      {below}
      {found.length === 0 ? (
        <Empty icon="search" text={`No ${caption} match “${search}”.`} />
      ) : (
        <Rows {...props} found={found.slice(0, limit)} />
      )}
      {found.length > limit && (
        <button type="button" class="button more" onClick={() => setLimit(limit + ROWS_A_STEP)}>
          Show {formatCount(Math.min(ROWS_A_STEP, found.length - limit))} more
        </button>
      )}
    </>
  );
}

/** Leaves out what adds and changes entries. */
function toRead<Item>({
  beside: _beside,
  menu: _menu,
  ...props
}: EntryTableProps<Item>): EntryTableProps<Item> {
  return { ...props, empty: `No ${props.caption} yet.` };
}

function NoEntries<Item>({
  icon,
  empty,
  add,
  beside,
  menu,
  below,
  example,
}: EntryTableProps<Item> & { add: VNode | false }): VNode {
  return (
    <Empty icon={icon} text={empty}>
      <div class="row">
        {add}
        {beside}
        {menu}
      </div>
      {below}
      {mayWrite() && example !== undefined && <Example rows={example} />}
    </Empty>
  );
}

function More({ caption, children }: { caption: string; children: ComponentChildren }): VNode {
  return (
    <Popover class="button icon" label={`More about ${caption}`} button={<Icon name="more" />}>
      {() => children}
    </Popover>
  );
}

function SearchBox({
  caption,
  searched,
  text,
  setText,
}: {
  caption: string;
  searched: string;
  text: string;
  setText: (text: string) => void;
}): VNode {
  const key = useKey('/');
  return (
    <input
      ref={key}
      class="find"
      type="search"
      aria-label={`Search ${caption}`}
      placeholder={`Search by ${searched}`}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
}

function countText(found: number, all: number): string {
  return found === all ? formatCount(all) : `${formatCount(found)} of ${formatCount(all)}`;
}

function Rows<Item>({
  caption,
  over,
  columns,
  name,
  cells,
  found,
}: EntryTableProps<Item> & { found: readonly [string, Item][] }): VNode {
  return (
    <List
      class="entries"
      caption={caption}
      items={found}
      keyOf={([key]) => key}
      columns={columns}
      cells={([key, item]) => [
        mayWrite() ? (
          <a class="main" href={withQuery({ over, key })}>
            {name(item)}
          </a>
        ) : (
          name(item)
        ),
        ...cells(item),
      ]}
    />
  );
}
