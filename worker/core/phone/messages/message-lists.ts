/** Lists of texts, the newest first. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { fewOnTimelines, joinFor, onTimelineOf, walk } from '../calls/few-or-many.ts';
import type { SqlValue } from '../../engine/storage/database.ts';
import { type Condition, scopeOf } from '../../leads/record/access.ts';
import type { TextsFilter } from './schema.ts';
import { type TextOfLead, type TextRow, toTextOfLead } from './message-store.ts';

/** Texts that match, the newest first, as far as the caller may see their leads; of those without a lead everybody's but an agent's. */
export async function listTexts(
  context: RequestContext,
  { cursor, limit, ...filter }: TextsFilter & { cursor?: number | undefined; limit: number },
): Promise<TextOfLead[]> {
  const matching = conditionsOf(filter);
  const few = await fewOnTimelines(context, 'texts', filter.lead_id);
  if (few !== undefined) return select(context, { few, conditions: [...matching, ...below(cursor)], limit });
  matching.push(...onTimelineOf(context, filter.lead_id));
  if (matching.length === 0 && scopeOf(context).sql === 'TRUE') {
    return select(context, { conditions: below(cursor), limit });
  }
  return walk(
    {
      endOf: (from, rows) => numberAt(context, from, rows),
      read: ({ after: from, upTo }, most) =>
        select(context, { conditions: [...matching, ...below(from), ...notBelow(upTo)], limit: most }),
    },
    { after: cursor, limit },
  );
}

/** A plus sign before a column keeps SQLite from taking its index (SQLite, "Query planning"): texts are walked by number. */
function conditionsOf(filter: TextsFilter): Condition[] {
  const conditions: [sql: string, value: SqlValue | undefined][] = [
    ['+texts.sent_time >= ?', filter.sent_after],
    ['+texts.sent_time < ?', filter.sent_before],
    ['+texts.number = ?', filter.number],
    ['+texts.location_id = ?', filter.location_id],
    ['+texts.source = ?', filter.source],
    ['+texts.modification_time >= ?', filter.updated_since],
  ];
  return conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, values: [value] }]));
}

function below(textNumber: number | undefined): Condition[] {
  return textNumber === undefined ? [] : [{ sql: 'texts.text_number < ?', values: [textNumber] }];
}

function notBelow(textNumber: number | undefined): Condition[] {
  return textNumber === undefined ? [] : [{ sql: 'texts.text_number >= ?', values: [textNumber] }];
}

/** The number of the text that lies so many behind another, or behind the start. */
function numberAt(context: RequestContext, after: number | undefined, rows: number): number | undefined {
  const row = context.database.maybe<{ text_number: number }>(
    'SELECT text_number FROM texts WHERE text_number < ? ORDER BY text_number DESC LIMIT 1 OFFSET ?',
    after ?? Number.MAX_SAFE_INTEGER,
    rows - 1,
  );
  return row?.text_number;
}

/** The joins stand in the order in which they are to be made. */
function select(
  context: RequestContext,
  { few, conditions, limit }: { few?: Condition; conditions: readonly Condition[]; limit: number },
): TextOfLead[] {
  const scope = scopeOf(context);
  const all = [...conditions, scope];
  const join = joinFor(all);
  return context.database
    .all<TextRow & { lead_id: string | null }>(
      `SELECT texts.*, leads.lead_id AS lead_id
       FROM ${few === undefined ? 'texts' : `(${few.sql}) AS few CROSS JOIN texts ON texts.text_number = few.text_number`}
       ${join} events ON events.event_id = texts.event_id
       ${join} leads ON leads.lead_number = events.lead_number
       WHERE ${all.map(({ sql }) => sql).join(' AND ')} ORDER BY texts.text_number DESC LIMIT ?`,
      ...(few?.values ?? []),
      ...all.flatMap(({ values }) => values),
      limit,
    )
    .map(toTextOfLead);
}
