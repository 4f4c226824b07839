/** The leads that are selected in the list, for doing the same with all of them. */
import { computed, signal } from '@preact/signals';

interface Selection {
  /** The list that they were selected in: another one begins with none. */
  list: string;
  ids: ReadonlySet<string>;
  /** Everything that passes the filters, on whatever page. */
  isAll: boolean;
}

const NONE: Selection = { list: '', ids: new Set(), isAll: false };

const current = signal<Selection>(NONE);
const list = signal('');

/** What is selected of the list that is shown. */
export const selection = computed(() => (current.value.list === list.value ? current.value : NONE));

/** Says which list is shown; a selection does not outlive its list. */
export function showList(key: string): void {
  list.value = key;
}

/** Selects leads, or no longer. */
export function select(ids: readonly string[], isSelected: boolean): void {
  const next = new Set(selection.value.ids);
  for (const id of ids) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  current.value = { list: list.value, ids: next, isAll: false };
}

/** Selects everything that passes the filters; `ids` are those that are shown. */
export function selectAll(ids: readonly string[]): void {
  current.value = { list: list.value, ids: new Set(ids), isAll: true };
}

export function clearSelection(): void {
  current.value = NONE;
}
