/**
 * Lists of calls and of texts, the newest first, for somebody who may see few of very many. Where what can be in the list is
 * known to be few, it is fetched and sorted. Otherwise the table is walked from the newest on, in steps between which
 * other requests of the company have their turn.
 */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { CHUNK_SIZE } from '../../leads/finding/columns/chunk.ts';
import { type ColumnsSnapshot, columnsOf } from '../../leads/finding/columns/columns.ts';
import { VISIBILITY_COLUMNS, visibleSlots } from '../../leads/finding/columns/visibility.ts';
import type { Database, SqlValue } from '../../engine/storage/database.ts';
import { userOf } from '../../engine/context/actors.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import { type Condition, type LeadScope, limitsOf } from '../../leads/record/access.ts';
import { pause } from '../../engine/work/pauses.ts';
import { numbersOnTimelines, type ToldTable } from './on-timelines.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** Most leads, and most events on their timelines, that are gone through to find their calls: some ten milliseconds. */
const FEW_LEADS = 5_000;
const FEW_EVENTS = 10_000;
/** Rows that one step of a walk looks at: some ten milliseconds, with the lead of each. */
const STEP = 2_000;

/** The walk through a table. */
export interface Walk<Item, Position> {
  /** Where the row is that lies so many behind a position, undefined being the start; undefined when there are fewer. */
  endOf: (after: Position | undefined, rows: number) => Position | undefined;
  /** What matches behind one position and up to another, the newest first. */
  read: (between: { after: Position | undefined; upTo: Position | undefined }, limit: number) => Item[];
}

/**
 * What is on the timelines of one lead, or of the leads that the caller may see, when they are few and have few events.
 * @returns SQL that selects the numbers; undefined for many, and for callers without limits
 */
export async function fewOnTimelines(
  context: RequestContext,
  table: ToldTable,
  leadId: string | undefined,
): Promise<Condition | undefined> {
  const leads =
    leadId === undefined ? await fewVisibleLeads(context) : unlessMany(context, numberOf(context, leadId));
  return leads && { sql: numbersOnTimelines(table), values: [JSON.stringify(leads)] };
}

/** For a walk: that something is on the timeline of the lead that a list asks for, whose events are many. */
export function onTimelineOf(context: RequestContext, leadId: string | undefined): Condition[] {
  return leadId === undefined
    ? []
    : [{ sql: 'events.lead_number = ?', values: [numberOf(context, leadId)[0] ?? 0] }];
}

/** How events and leads are joined: one that a condition is about is there, and is joined in the order that is written. */
export function joinFor(conditions: readonly Condition[]): 'LEFT JOIN' | 'CROSS JOIN' {
  return conditions.some(({ sql }) => /\bevents\.|assignee_id/.test(sql)) ? 'CROSS JOIN' : 'LEFT JOIN';
}

function numberOf({ database }: RequestContext, leadId: string): number[] {
  const lead = findLead(database, leadId.toLowerCase());
  return lead === undefined ? [] : [lead.leadNumber];
}

/** The numbers of the leads that the caller may see; undefined for many, and for callers without limits. */
async function fewVisibleLeads(context: RequestContext): Promise<number[] | undefined> {
  const scope = limitsOf(settingsOf(context), userOf(context.actor));
  if (scope === undefined) return undefined;
  const leads = await columnsOf(context).read({ needed: VISIBILITY_COLUMNS }, (view) => leadsOf(view, scope));
  return unlessMany(context, leads);
}

function unlessMany({ database }: RequestContext, leads: number[]): number[] | undefined {
  return leads.length > FEW_LEADS || hasManyEvents(database, leads) ? undefined : leads;
}

/** Whether a query of one table answers more rows than are fetched to be sorted. @param rows SQL that selects them */
export function areFew(database: Database, rows: string, ...values: SqlValue[]): boolean {
  const sql = `SELECT count(*) AS count FROM (${rows} LIMIT ${FEW_LEADS + 1})`;
  return database.one<{ count: number }>(sql, ...values).count <= FEW_LEADS;
}

/** Goes through a table until so much was found. */
export async function walk<Item, Position>(
  { endOf, read }: Walk<Item, Position>,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<Item[]> {
  const found: Item[] = [];
  for (let from = after; ;) {
    const upTo = endOf(from, STEP);
    found.push(...read({ after: from, upTo }, limit - found.length));
    if (upTo === undefined || found.length >= limit) return found;
    from = upTo;
    await pause();
  }
}

function leadsOf(view: ColumnsSnapshot, scope: LeadScope): number[] {
  const leads: number[] = [];
  for (let chunk = 0; chunk < view.chunkCount && leads.length <= FEW_LEADS; chunk += 1) {
    visibleSlots(view, chunk, scope).forEach((visible, slot) => {
      if (visible === 1) leads.push(chunk * CHUNK_SIZE + slot);
    });
  }
  return leads;
}

function hasManyEvents(database: Database, leads: readonly number[]): boolean {
  const sql = `SELECT count(*) AS count FROM (
    SELECT 1 FROM json_each(?) AS lead CROSS JOIN events ON events.lead_number = lead.value LIMIT ${FEW_EVENTS + 1})`;
  return database.one<{ count: number }>(sql, JSON.stringify(leads)).count > FEW_EVENTS;
}
