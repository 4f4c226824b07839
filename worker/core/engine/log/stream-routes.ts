/** The route of the stream of changes: `GET /companies/<uuid>/changes`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { requireRole } from '../http/rights.ts';
import { contextOfRequest } from '../context/contexts.ts';
import type { CoreApp } from '../context/company-context.ts';
import { changeBodies } from './stream-bodies.ts';
import { readChanges, type StreamEnds, streamEnds } from '../commit/stream.ts';
import { changesQuerySchema } from '../context/stream-schema.ts';

export const changeRoutes = new Hono<CoreApp>();

/**
 * Lists the changes after a position in order, for super admins: `{changes, next, has_more}`. `next` is the position to continue
 * from, even if there are no changes. A position whose next changes were deleted is refused with 410 `position_too_old`.
 */
changeRoutes.get('/', requireRole('superadmin'), (c) => {
  const { after, limit, types } = parse(changesQuerySchema, c.req.query(), 'parameters');
  const context = contextOfRequest(c);
  const ends = streamEnds(context.database);
  const position = positionOf(after, ends);
  const found = readChanges(context.database, { after: position, limit: limit + 1, types });
  const changes = found.slice(0, limit);
  const hasMore = found.length > limit;
  const next = hasMore ? (changes.at(-1)?.sequence ?? position) : ends.end;
  return c.json({ changes: changeBodies(context, changes), next: String(next), has_more: hasMore });
});

/**
 * Reads the position of a query.
 * @throws Problem 410 for a position before the stored changes, 400 for one in the future
 */
function positionOf(after: string, { start, end }: StreamEnds): number {
  if (after === '') return start;
  if (after === 'now') return end;
  const position = Number(after);
  if (position > end) {
    const detail = `The newest change is ${end}; this position is in the future.`;
    throw problemOfFaults([{ parameter: 'after', code: 'invalid_parameter', detail }]);
  }
  if (position >= start) return position;
  const detail =
    'Changes after this position were deleted. Read the records that you mirror again, then continue from the position in start.';
  throw new Problem('position_too_old', detail, { members: { start: String(end), oldest: String(start) } });
}
