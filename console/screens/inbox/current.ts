/** The row that keys act on: the one with the focus, and once it has left the list the one that takes its place. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A double click takes at most half a second (Windows). */
const SETTLING_MS = 500;

/** Goes some rows on. @param by 1 to the next, -1 to the previous */
export type Move = (by: 1 | -1) => void;

export interface Current {
  currentId: string | undefined;
  move: Move;
  list: RefObject<HTMLOListElement | null>;
  /** Makes the row current that gets the focus. */
  notice: (event: FocusEvent) => void;
  /** Stops the second of two quick presses, or of a key that is held, in the moment after a row has left the list. */
  refuseIfMoved: (event: MouseEvent) => void;
}

/** @param ids those of the rows, in their order */
export function useCurrent(ids: readonly string[]): Current {
  const [wantedId, want] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<{ ids: readonly string[]; currentId: string | undefined }>({
    ids: [],
    currentId: undefined,
  });
  const currentId = successor(ids, wantedId, before.current);
  const settling = useSettling(ids, currentId !== before.current.currentId && wantedId !== currentId);
  useLayoutEffect(() => {
    const isSucceeded = before.current.currentId !== undefined && currentId !== before.current.currentId;
    before.current = { ids, currentId };
    // The focus was in the row that is gone.
    if (isSucceeded && document.activeElement === document.body)
      focusRow(list.current, ids.indexOf(currentId ?? ''));
  });
  return {
    currentId,
    list,
    move: (by) => {
      const index = ids.indexOf(currentId ?? '') + by;
      const isFirstMove = list.current?.contains(document.activeElement) !== true;
      settling.end();
      // The first press shows where the keys are.
      focusRow(list.current, isFirstMove ? index - by : Math.min(Math.max(index, 0), ids.length - 1));
    },
    notice: ({ target }) => {
      const row = target instanceof Element ? target.closest('li') : null;
      const index = row === null ? -1 : [...(list.current?.children ?? [])].indexOf(row);
      if (index >= 0) want(ids[index]);
    },
    refuseIfMoved: settling.refuse,
  };
}

/** Returns the row that is current now: the wanted one, else the one in its former place. */
function successor(
  ids: readonly string[],
  wantedId: string | undefined,
  before: { ids: readonly string[]; currentId: string | undefined },
): string | undefined {
  if (wantedId !== undefined && ids.includes(wantedId)) return wantedId;
  const { currentId = '' } = before;
  if (ids.includes(currentId)) return currentId;
  const after = before.ids.slice(before.ids.indexOf(currentId) + 1).find((id) => ids.includes(id));
  return after ?? (before.ids.length > 0 ? ids.at(-1) : ids[0]);
}

function focusRow(list: HTMLElement | null, index: number): void {
  const row = list?.children[index];
  row?.querySelector<HTMLElement>('.main')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/**
 * Keeps quick presses from the row that has moved under them.
 * @param isSucceeded whether another row became the current one by itself, under the fingers on the keys
 */
function useSettling(
  ids: readonly string[],
  isSucceeded: boolean,
): { refuse: (event: MouseEvent) => void; end: () => void } {
  const before = useRef(ids);
  const leftTime = useRef(-Infinity);
  const succeededTime = useRef(-Infinity);
  useLayoutEffect(() => {
    if (before.current.some((id) => !ids.includes(id))) {
      leftTime.current = performance.now();
      if (isSucceeded) succeededTime.current = leftTime.current;
    }
    before.current = ids;
  });
  return {
    refuse: (event) => {
      // A shortcut presses the button of the current row, wherever that is.
      const isPointed = event.isTrusted && event.detail > 0;
      const since = isPointed ? leftTime : succeededTime;
      const now = performance.now();
      if (now - since.current > SETTLING_MS) return;
      since.current = now;
      event.stopPropagation();
      event.preventDefault();
    },
    end: () => {
      succeededTime.current = -Infinity;
    },
  };
}
