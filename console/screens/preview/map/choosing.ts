/** Filters the map: all postal codes, those of one location, or those assigned in one way. */
import type { Filter } from './map-drawing.ts';

/** The filter, and functions to set it. */
export interface Choosing {
  /** The pressed filter. Pressing again removes it. */
  pressed: Filter;
  press: (filter: Filter) => void;
  /** Sets the filter while the pointer is on an element. */
  point: (filter: Filter) => void;
}

export function isSameFilter(one: Filter, other: Filter): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
