/** The selected leads of the list, for bulk actions. */
import { computed, signal } from '@preact/signals';

interface Selection {
  /** The list that the selection belongs to. Another list starts without one. */
  list: string;
  ids: ReadonlySet<string>;
  /** Whether all leads that match the filters are selected, on all pages. */
  isAll: boolean;
}

const NONE: Selection = { list: '', ids: new Set(), isAll: false };

const current = signal<Selection>(NONE);
const list = signal('');

/** The selection in the list shown. */
export const selection = computed(() => (current.value.list === list.value ? current.value : NONE));

/** Sets the list shown. A selection in another list ends. */
export function showList(key: string): void {
  list.value = key;
}

/** Selects or deselects leads. */
export function select(ids: readonly string[], isSelected: boolean): void {
  const next = new Set(selection.value.ids);
  for (const id of ids) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  current.value = { list: list.value, ids: next, isAll: false };
}

/** Selects all leads that match the filters. @param ids the leads of the page */
export function selectAll(ids: readonly string[]): void {
  current.value = { list: list.value, ids: new Set(ids), isAll: true };
}

export function clearSelection(): void {
  current.value = NONE;
}
