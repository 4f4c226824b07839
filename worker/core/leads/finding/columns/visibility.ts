/** Which leads of a chunk a user may see, and the way through leads while they are written: newest first, by numbers that stay. Pure. */
import type { LeadScope } from '../../record/access.ts';
import { CHUNK_SIZE } from './chunk.ts';
import type { ColumnDefinition, TermColumn } from './column.ts';
import type { ColumnsSnapshot } from './columns.ts';
import { LEAD_GROUP, STATE, USER_ASSIGNED } from './lead-columns.ts';
import { NO_LEAD } from './term-chunk.ts';
import * as v from 'valibot';

/** The columns that `visibleSlots` reads. */
export const VISIBILITY_COLUMNS: readonly ColumnDefinition[] = [STATE, LEAD_GROUP, USER_ASSIGNED];
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
interface WalkedPage {
  /** Lead numbers, the newest first. */
  leads: number[];
  /** The cursor of the next page; undefined when this one is the last. */
  next: string | undefined;
}

/** By slot: 1 where a lead is and the scope has it (undefined: everything). */
export function visibleSlots(view: ColumnsSnapshot, chunk: number, scope: LeadScope | undefined): Uint8Array {
  const states = view.terms(STATE).chunks[chunk]?.codes ?? new Uint8Array(CHUNK_SIZE);
  const visible = new Uint8Array(CHUNK_SIZE);
  for (let slot = 0; slot < CHUNK_SIZE; slot += 1) visible[slot] = states[slot] === NO_LEAD ? 0 : 1;
  if (scope !== undefined) hideOthers(view, chunk, { scope, visible });
  return visible;
}

/** The rule of `mayWorkOn`, on codes. */
function hideOthers(
  view: ColumnsSnapshot,
  chunk: number,
  { scope, visible }: { scope: LeadScope; visible: Uint8Array },
): void {
  const [users, groups] = [view.terms(USER_ASSIGNED), view.terms(LEAD_GROUP)];
  const isOwn = codesWith(users, chunk, (terms) => terms.includes(scope.userId));
  const isOpen = codesWith(users, chunk, (terms) => scope.seesWholeGroup || terms.length === 0);
  const isInGroup = codesWith(groups, chunk, (terms) => terms.includes(scope.groupId));
  const userCodes = users.chunks[chunk]?.codes ?? [];
  const groupCodes = groups.chunks[chunk]?.codes ?? [];
  for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
    const user = userCodes[slot] ?? NO_LEAD;
    const isInReach = isOpen[user] === true && isInGroup[groupCodes[slot] ?? NO_LEAD] === true;
    if (isOwn[user] !== true && !isInReach) visible[slot] = 0;
  }
}

/** By code: whether its terms pass. */
export function codesWith(
  { dictionary, chunks }: TermColumn,
  chunk: number,
  passes: (terms: readonly string[]) => boolean,
): boolean[] {
  const combinations = chunks[chunk]?.combinations ?? [];
  return combinations.map((numbers) => passes(numbers.map((number) => dictionary.terms[number] ?? '')));
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
