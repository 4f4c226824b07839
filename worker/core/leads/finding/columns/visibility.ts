/** Finds the leads of a chunk that a user may see. */
import type { LeadScope } from '../../record/access.ts';
import { CHUNK_SIZE } from './chunk.ts';
import type { ColumnDefinition, TermColumn } from './column.ts';
import type { ColumnsSnapshot } from './columns.ts';
import { LEAD_GROUP, STATE, USER_ASSIGNED } from './lead-columns.ts';
import { NO_LEAD } from './term-chunk.ts';

/** The columns that `visibleSlots` reads. */
export const VISIBILITY_COLUMNS: readonly ColumnDefinition[] = [STATE, LEAD_GROUP, USER_ASSIGNED];

/** Returns for each slot 1 if it has a lead in the scope; an undefined scope contains all leads. */
export function visibleSlots(view: ColumnsSnapshot, chunk: number, scope: LeadScope | undefined): Uint8Array {
  const states = view.terms(STATE).chunks[chunk]?.codes ?? new Uint8Array(CHUNK_SIZE);
  const visible = new Uint8Array(CHUNK_SIZE);
  for (let slot = 0; slot < CHUNK_SIZE; slot += 1) visible[slot] = states[slot] === NO_LEAD ? 0 : 1;
  if (scope !== undefined) hideOthers(view, chunk, { scope, visible });
  return visible;
}

/** Applies the rule of `mayWorkOn` to codes. */
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

/** Returns for each code whether its terms pass. */
export function codesWith(
  { dictionary, chunks }: TermColumn,
  chunk: number,
  passes: (terms: readonly string[]) => boolean,
): boolean[] {
  const combinations = chunks[chunk]?.combinations ?? [];
  return combinations.map((numbers) => passes(numbers.map((number) => dictionary.terms[number] ?? '')));
}
