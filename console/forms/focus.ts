/** Moves the focus to a field that the user has just opened. */
import { type RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const FIELDS = 'input, select, textarea';

/** Focuses the first field of an element when it appears. @returns the ref of the element */
export function useFocusOnOpen<Element extends HTMLElement>(isWanted = true): RefObject<Element | null> {
  const place = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isWanted) place.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  }, []);
  return place;
}

/** Focuses the first field of a new row. @returns the ref of the list, and a function to call when a row is added */
export function useFocusAdded<Element extends HTMLElement>(): [
  place: RefObject<Element | null>,
  added: () => void,
] {
  const place = useRef<Element>(null);
  const isAdded = useRef(false);
  useLayoutEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const rows = [...(place.current?.children ?? [])].filter((row) => row.querySelector(FIELDS) !== null);
    rows.at(-1)?.querySelector<HTMLElement>(FIELDS)?.focus();
  });
  const added = (): void => {
    isAdded.current = true;
  };
  return [place, added];
}
