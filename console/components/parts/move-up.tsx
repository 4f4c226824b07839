/** The button that moves an entry of an ordered list one place up. */
import type { VNode } from 'preact';
import { Icon } from '../icon.tsx';

interface MoveUpProps<Item> {
  items: readonly Item[];
  index: number;
  /** The name of the entry, for its label. */
  name: string;
  /** Takes the list in its new order. */
  move: (items: Item[]) => void;
  class?: string;
}

export function MoveUp<Item>({ items, index, name, move, class: look = '' }: MoveUpProps<Item>): VNode {
  return (
    <button
      type="button"
      class={`button plain icon ${look}`}
      aria-label={`Move ${name} up`}
      disabled={index === 0}
      onClick={({ detail }) => {
        // The second press of a double click is on the entry that has come down.
        if (detail < 2) move(movedUp(items, index));
      }}
    >
      <Icon name="up" size={16} />
    </button>
  );
}

/** Returns the items with one of them a place further up. The first one stays. */
export function movedUp<Item>(items: readonly Item[], index: number): Item[] {
  const moved = items.slice(index, index + 1);
  return index < 1 ? [...items] : items.toSpliced(index, 1).toSpliced(index - 1, 0, ...moved);
}
