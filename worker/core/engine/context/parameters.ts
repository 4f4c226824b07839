/** Query parameters that many operations take: pages, counts, switches. */
import * as v from 'valibot';

const DEFAULT_SIZE = 20;
const MAX_SIZE = 100;

/** A whole number in a query, at least 0; absent or empty means `byDefault`. */
export function countSchema(byDefault: number): v.GenericSchema<unknown, number> {
  return v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(?:\d{1,15})?$/, 'Write a whole number, 0 or more.'),
      v.transform((text) => (text === '' ? byDefault : Number(text))),
    ),
    String(byDefault),
  );
}

/** `start` and `size` of a query: 20 from the beginning by default, at most 100. */
export const pageEntries = {
  start: countSchema(0),
  size: v.pipe(
    countSchema(DEFAULT_SIZE),
    v.transform((size) => Math.min(size, MAX_SIZE)),
  ),
};

/** The number after which the next page of a list starts, from `next_cursor`; absent or empty for the beginning. */
export const numberCursorSchema = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{0,15}$/, 'Use the next_cursor of the previous page.'),
    v.transform((text) => (text === '' ? undefined : Number(text))),
  ),
);

/** The requested part of a list. */
export interface Page {
  start: number;
  size: number;
}

/** A switch in a query: `true`, `1`, `false`, `0`; absent or empty means `byDefault`. */
export function switchSchema(byDefault: boolean): v.GenericSchema<unknown, boolean> {
  return v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toLowerCase(),
      v.picklist(['true', '1', 'false', '0', ''], 'Write true or false.'),
      v.transform((text) => (text === '' ? byDefault : text === 'true' || text === '1')),
    ),
    String(byDefault),
  );
}

/** A parameter that counts as absent when it is empty. */
export const parameterSchema = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.transform((text) => (text === '' ? undefined : text)),
  ),
);
