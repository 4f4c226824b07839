/** A list whose rows are edited in place, moved, added and removed. It is saved as a whole. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../../api/api.ts';
import { Form, Submit, useFocusAdded } from '../../../forms/fields.tsx';
import { Icon } from '../../../components/icon.tsx';
import { MoveUp } from '../../../components/parts/move-up.tsx';
import { isNewer, useSaving } from '../../../forms/saving.ts';
import type { FormName } from '../../../forms/forms.ts';
import { isTyped } from '../../../typed/typed.ts';
import { type Base, Edited } from '../base.tsx';
import { replaceSettings } from '../replacing.ts';

/** Replaces a row; `rest` changes the other rows along with it. */
export type ChangeRow<Item> = (item: Item, rest?: (other: Item) => Item) => void;

interface RowEditorProps<Item> {
  form: FormName;
  /** `/lead_settings/states` and the like. */
  part: string;
  answer: Answer<Item[]>;
  /** The name of one row, for instance `state`. */
  one: string;
  /** Returns a new row; undefined if rows are added by `adder`. */
  blank?: () => Item;
  /** Converts a row for the API. */
  finished: (item: Item, all: readonly Item[]) => unknown;
  nameOf: (item: Item) => string;
  mayRemove: (item: Item) => boolean;
  line: (item: Item, change: ChangeRow<Item>, index: number) => ComponentChildren;
  /** Another way to add a row. */
  adder?: (items: readonly Item[], add: (item: Item) => void) => ComponentChildren;
  /** Builds the request body from the rows; by default the rows themselves. */
  bodyOf?: (rows: readonly unknown[]) => unknown;
}

export function RowEditor<Item>(props: RowEditorProps<Item>): VNode {
  return <Edited answer={props.answer}>{(state) => <Rows {...props} state={state} />}</Edited>;
}

function Rows<Item>(props: RowEditorProps<Item> & { state: Base<Item[]> }): VNode {
  const { form, state, line } = props;
  const [items, change] = useState<readonly Item[]>(state.base.body);
  const setItems = (next: readonly Item[]): void => {
    state.touch();
    change(next);
  };
  const [place, added] = useFocusAdded<HTMLOListElement>();
  const add = (item: Item): void => {
    added();
    setItems([...items, item]);
  };
  const { error, isBusy, save } = useSaving((element: HTMLFormElement) => saveRows(props, items, element));
  const changeRow =
    (index: number): ChangeRow<Item> =>
    (item, rest = (other) => other) =>
      setItems(items.map(rest).with(index, item));
  return (
    <Form
      name={form}
      class="card company-form"
      error={error}
      state={{ value: items, set: (rows) => setItems(rows as Item[]) }}
      onSubmit={save}
    >
      <ol ref={place} class="rows">
        {items.map((item, index) => (
          <li key={index} class="row">
            {line(item, changeRow(index), index)}
            <RowButtons {...props} items={items} index={index} setItems={setItems} />
          </li>
        ))}
      </ol>
      <div class="row">
        <Adder {...props} items={items} add={add} />
        <span class="grow" />
        <Submit disabled={isBusy || items === state.base.body}>Save</Submit>
      </div>
    </Form>
  );
}

/** Saves the rows over the version that the form was opened with, or over a newer one that the user has seen. */
async function saveRows<Item>(
  { part, state, finished, bodyOf = asList }: RowEditorProps<Item> & { state: Base<Item[]> },
  items: readonly Item[],
  form: HTMLFormElement,
): Promise<void> {
  const sent = (rows: readonly Item[]): unknown => bodyOf(rows.map((item) => finished(item, rows)));
  const { over } = state;
  try {
    const { etag } = await replaceSettings(part, { ...over, body: sent(over.body) }, sent(items));
    state.saved({ ...over, etag, body: [...items] });
  } catch (error) {
    if (isNewer(error)) state.tell();
    throw error;
  }
  if (!isTyped(form)) state.settle();
}

interface AdderProps<Item> extends Pick<RowEditorProps<Item>, 'one' | 'blank' | 'adder'> {
  items: readonly Item[];
  add: (item: Item) => void;
}

function Adder<Item>({ one, blank, adder, items, add }: AdderProps<Item>): VNode {
  return (
    <>
      {adder?.(items, add)}
      {blank && (
        <button type="button" class="button" onClick={() => add(blank())}>
          <Icon name="plus" /> Add a {one}
        </button>
      )}
    </>
  );
}

interface RowButtonsProps<Item> extends Pick<RowEditorProps<Item>, 'nameOf' | 'mayRemove'> {
  items: readonly Item[];
  index: number;
  setItems: (items: readonly Item[]) => void;
}

function RowButtons<Item>({ items, index, setItems, nameOf, mayRemove }: RowButtonsProps<Item>): VNode {
  const item = items[index] as Item;
  const name = nameOf(item);
  return (
    <span class="row-buttons">
      <MoveUp items={items} index={index} name={name} move={setItems} class="slim" />
      <button
        type="button"
        class="button plain icon slim"
        aria-label={`Remove ${name}`}
        disabled={!mayRemove(item)}
        onClick={() => setItems(items.filter((other) => other !== item))}
      >
        <Icon name="trash" size={16} />
      </button>
    </span>
  );
}

function asList(rows: readonly unknown[]): unknown {
  return rows;
}
