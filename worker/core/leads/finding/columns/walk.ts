/**
 * Walking through leads page by page while they are written: the newest first by the number that each gets when it is made
 * and keeps. So no change moves a lead, and one that is selected all the while is met once. Pure.
 */
import * as v from 'valibot';

/** What a walk begins with. */
const FIRST = 'first';

/** The `cursor` of a query: `first`, or the one that came with the page before. Absent: the leads are not walked through. */
export const cursorSchema = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^(?:first|\d{1,10})?$/, 'Write first, or the cursor that came with the page before.'),
    v.transform((text): number | undefined => {
      if (text === '') return undefined;
      return text === FIRST ? Infinity : Number(text);
    }),
  ),
);

/** One page of a walk. */
export interface WalkedPage {
  /** Lead numbers, the newest first. */
  leads: number[];
  /** The cursor of the next page; undefined when this one is the last. */
  next: string | undefined;
}

/**
 * The page after a cursor.
 * @param leads the numbers of all that are selected now, ascending
 * @param cursor the leads below this number are still to come
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
