/** The requests about likely duplicates. */
import * as v from 'valibot';
import { pageEntries, switchSchema } from '../../../engine/context/parameters.ts';

/** A position in the list: the order of its pairs, and the two leads of the last pair. */
export interface PairPosition {
  order: number;
  second: number;
  first: number;
}

/** The query of the list: pairs to decide on, or those that are two people. */
export const duplicatesQuerySchema = v.object({
  dismissed: switchSchema(false),
  size: pageEntries.size,
  /** The `next_cursor` of the page before. */
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:\d{1,15}\.\d{1,15}\.\d{1,15})?$/, 'Use the next_cursor of the previous page.'),
      v.transform((text): PairPosition | undefined => {
        const [order, second, first] = text.split('.').map(Number);
        return order === undefined || second === undefined || first === undefined
          ? undefined
          : { order, second, first };
      }),
    ),
  ),
});
export type DuplicatesQuery = v.InferOutput<typeof duplicatesQuerySchema>;

/** The body that decides on a pair: its two leads. */
export const pairSchema = v.strictObject({
  lead_ids: v.pipe(v.array(v.string()), v.length(2, 'Write the ids of two leads.')),
});

/** Writes a position as the `next_cursor` of a page. */
export function writeCursor({ order, second, first }: PairPosition): string {
  return `${order}.${second}.${first}`;
}
