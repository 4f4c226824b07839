/** Filters the map: all postal codes, those of one location, or those assigned in one way. */
import type { Filter } from './map-drawing.ts';

/** What is chosen, and how to choose. */
export interface Choosing {
  /** What was pressed; another press gives it up. */
  pressed: Filter;
  press: (filter: Filter) => void;
  /** Shows something for as long as it is pointed at. */
  point: (filter: Filter) => void;
}

export function isSameFilter(one: Filter, other: Filter): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
