/**
 * Walks through leads page by page while they are written, newest first by lead number. The number of a lead does not change, so
 * a change does not move it, and a lead that stays selected appears exactly once. Pure.
 */
import * as v from 'valibot';

/** The cursor that starts a walk. */
const FIRST = 'first';

/** The `cursor` of a query: `first`, or the cursor from the previous page. Absent if the query is not a walk. */
export const cursorSchema = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^(?:first|\d{1,10})?$/, 'Write first, or the cursor from the previous page.'),
    v.transform((text): number | undefined => {
      if (text === '') return undefined;
      return text === FIRST ? Infinity : Number(text);
    }),
  ),
);

/** One page of a walk. */
export interface WalkedPage {
  /** Lead numbers, newest first. */
  leads: number[];
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined;
}

/**
 * Returns the page after a cursor.
 * @param leads the numbers of all leads that are selected now, ascending
 * @param cursor the page has leads below this number
 */
export function walkOn(leads: Int32Array, { cursor, size }: { cursor: number; size: number }): WalkedPage {
  let end = leads.length;
  if (cursor !== Infinity) {
    const at = leads.findIndex((leadNumber) => leadNumber >= cursor);
    end = at < 0 ? leads.length : at;
  }
  const start = Math.max(0, end - size);
  const page = [...leads.subarray(start, end)].toReversed();
  const last = page.at(-1);
  return { leads: page, next: start === 0 || last === undefined ? undefined : String(last) };
}
