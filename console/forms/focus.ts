/** The focus goes to what was asked for: whoever opens a field goes on by typing. */
import { type RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const FIELDS = 'input, select, textarea';

/** The first field within an element that appears gets the focus. @returns the ref of the element */
export function useFocusOnOpen<Element extends HTMLElement>(isWanted = true): RefObject<Element | null> {
  const place = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isWanted) place.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  }, []);
  return place;
}

/** The first field of the last row of a list gets the focus once a row was added. @returns the ref of the list, to be told of that */
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
