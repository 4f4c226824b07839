/** A list whose rows are changed in place, moved, added and removed; saved as a whole. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../api.ts';
import { Form } from '../../components/fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { useSaving } from '../../components/saving.ts';
import { type Base, Newer, useBase } from './base.tsx';
import { replaceSettings } from './replacing.ts';

interface RowEditorProps<Item> {
  /** `/lead_settings/states` and the like. */
  part: string;
  answer: Answer<Item[]>;
  /** What one row is called, for instance `state`. */
  one: string;
  blank: () => Item;
  /** What is sent for a row. */
  finished: (item: Item, all: readonly Item[]) => Item;
  nameOf: (item: Item) => string;
  mayRemove: (item: Item) => boolean;
  line: (item: Item, change: (item: Item) => void, index: number) => ComponentChildren;
}

export function RowEditor<Item>(props: RowEditorProps<Item>): VNode {
  const state = useBase(props.answer);
  return (
    <>
      <Newer of={state} answer={props.answer} />
      <Rows key={state.base.etag} {...props} state={state} />
    </>
  );
}

function Rows<Item>(props: RowEditorProps<Item> & { state: Base<Item[]> }): VNode {
  const { part, answer, state, one, blank, finished, line } = props;
  const [items, change] = useState<readonly Item[]>(state.base.body);
  const setItems = (next: readonly Item[]): void => {
    state.touch();
    change(next);
  };
  const { error, isBusy, save } = useSaving(async () => {
    const rows = items.map((item) => finished(item, items));
    await replaceSettings(part, answer, rows);
    state.settle();
  });
  return (
    <Form class="card company-form" error={error} onSubmit={() => save()}>
      <ol class="rows">
        {items.map((item, index) => (
          <li key={index} class="row">
            {line(item, (changed) => setItems(items.with(index, changed)), index)}
            <RowButtons {...props} items={items} index={index} setItems={setItems} />
          </li>
        ))}
      </ol>
      <div class="row">
        <button type="button" class="button" onClick={() => setItems([...items, blank()])}>
          <Icon name="plus" /> Add a {one}
        </button>
        <span class="grow" />
        <button type="submit" class="button primary" disabled={isBusy || items === state.base.body}>
          Save
        </button>
      </div>
    </Form>
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
      <button
        type="button"
        class="button plain icon slim"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => setItems(moved(items, index))}
      >
        <Icon name="up" size={16} />
      </button>
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

/** With the item one place further up. */
function moved<Item>(items: readonly Item[], index: number): Item[] {
  const rest = items.filter((_, at) => at !== index);
  return rest.toSpliced(index - 1, 0, items[index] as Item);
}
