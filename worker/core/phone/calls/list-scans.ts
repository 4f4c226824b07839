/**
 * Lists calls and messages, newest first, for somebody who may see few of very many. If few rows can match, they are
 * fetched and sorted. Otherwise the table is walked from the newest row, in steps that let other requests of the
 * company run.
 */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { CHUNK_SIZE } from '../../leads/finding/columns/chunk.ts';
import { type ColumnsSnapshot, columnsOf } from '../../leads/finding/columns/columns.ts';
import { VISIBILITY_COLUMNS, visibleSlots } from '../../leads/finding/columns/visibility.ts';
import type { Database, SqlValue } from '../../engine/storage/database.ts';
import { type ActingUser, userOf } from '../../engine/context/actors.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import { type Condition, type LeadScope, limitsOf, scopeOf } from '../../leads/record/access.ts';
import { atBranches, RUNG_USERS, serves } from '../../leads/record/serving.ts';
import { pause } from '../../engine/work/pauses.ts';
import type { CarrierTable, ContactTable, OfLead } from './contact-table.ts';
import type { CallRecord } from './schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** The most leads, and the most events on their timelines, that are searched for calls. It takes some ten milliseconds. */
const FEW_LEADS = 5_000;
const FEW_EVENTS = 10_000;
/** The rows in one step of a walk. With their leads, they take some ten milliseconds. */
const STEP = 2_000;
const EVERYTHING: Condition = { sql: 'TRUE', values: [] };

/** Selects the calls in progress. They are few. */
export const OPEN_CALLS =
  'SELECT call_number FROM calls INDEXED BY calls_in_progress WHERE deadline IS NOT NULL';

/** A list of calls or messages. */
export interface Scan<Table = ScannedTable> {
  context: RequestContext;
  table: Table;
  /** The lead whose contacts are listed; undefined for those of all that the caller may see. */
  leadId: string | undefined;
}

type ScannedTable = Pick<CarrierTable<CallRecord>, 'name' | 'keys' | 'person' | 'numbersOnTimelines'>;
/** Reads rows. */
type Reads<Item> = ScannedTable & Pick<ContactTable<Item & object>, 'order' | 'ofLeads'>;

/** The queries for a walk through a table. */
export interface Walk<Item, Position> {
  /** Returns the position `rows` rows after another, or after the start; undefined if there are fewer rows. */
  endOf: (after: Position | undefined, rows: number) => Position | undefined;
  /** Returns the matches after one position and up to another, newest first. */
  read: (between: { after: Position | undefined; upTo: Position | undefined }, limit: number) => Item[];
}

/**
 * Selects the rows of a lead, or those that the caller may see, if they and the events of their leads are few.
 * @returns SQL that selects their numbers; undefined for many, and for callers who may see every lead
 */
export async function fewRows({ context, table, leadId }: Scan): Promise<Condition | undefined> {
  if (leadId === undefined) return fewVisible(context, table);
  const leads = unlessMany(context, numberOf(context, leadId));
  return leads && { sql: table.numbersOnTimelines, values: [JSON.stringify(leads)] };
}

/** Returns the condition that a row is on the timeline of the requested lead, for a walk. */
export function onTimelineOf({ context, leadId }: Pick<Scan, 'context' | 'leadId'>): Condition[] {
  return leadId === undefined
    ? []
    : [{ sql: 'events.lead_number = ?', values: [numberOf(context, leadId)[0] ?? 0] }];
}

/** Selects contacts with their leads, without those that the caller may not see. @param order of the rows, newest first */
export function selectContacts<Item extends object>(
  scan: Scan<Reads<Item>>,
  { few, conditions, limit }: { few?: Condition; conditions: readonly Condition[]; limit: number },
  order: string = scan.table.order,
): OfLead<Item>[] {
  const { context, table } = scan;
  const { name, keys } = table;
  const all = [...conditions, visibleTo(scan)];
  // The joins are written in the order in which SQLite is to make them.
  const join = joinFor(conditions);
  return table.ofLeads(
    context.database,
    `${few === undefined ? '' : `(${few.sql}) AS few CROSS JOIN`} ${name}
     ${few === undefined ? '' : `ON ${name}.${keys.number} = few.${keys.number}`}
     ${join} events ON events.event_id = ${name}.event_id
     ${join} leads ON leads.lead_number = events.lead_number
     WHERE ${all.map(({ sql }) => sql).join(' AND ')} ${order} LIMIT ?`,
    ...(few?.values ?? []),
    ...all.flatMap(({ values }) => values),
    limit,
  );
}

/** Returns the kind of join with events and leads. If a condition needs them, they exist, and SQLite keeps the written order. */
function joinFor(conditions: readonly Condition[]): 'LEFT JOIN' | 'CROSS JOIN' {
  return conditions.some(({ sql }) => /\bevents\./.test(sql)) ? 'CROSS JOIN' : 'LEFT JOIN';
}

/**
 * Returns the condition that the caller may see a contact: managers and super admins see all; agents those of leads in their scope,
 * those of their branches, calls while their phone rings or they talk, and all of a lead that they serve.
 */
function visibleTo({ context, table, leadId }: Scan): Condition {
  const scope = scopeOf(context);
  const user = userOf(context.actor);
  if (scope.sql === 'TRUE' || user === undefined || servesLead(context, user, leadId)) return EVERYTHING;
  const { name, person } = table;
  const isWithheld = `${name}.event_id IS NULL AND ${name}.${person} IS NULL`;
  const branch = atBranches(context, user.userId, name);
  const serving = [branch, ...(name === 'calls' ? [isRinging(user)] : [])];
  return {
    sql: `(coalesce(${scope.sql}, FALSE) OR
      ((leads.lead_number IS NOT NULL OR (${isWithheld})) AND (${serving.map(({ sql }) => sql).join(' OR ')})))`,
    values: [...scope.values, ...serving.flatMap(({ values }) => values)],
  };
}

function servesLead(context: RequestContext, { userId }: ActingUser, leadId: string | undefined): boolean {
  const lead = leadId === undefined ? undefined : findLead(context.database, leadId.toLowerCase());
  return lead !== undefined && serves(context, userId, lead);
}

function isRinging({ userId }: ActingUser): Condition {
  return { sql: `(calls.deadline IS NOT NULL AND ? IN (${RUNG_USERS}))`, values: [userId] };
}

function numberOf({ database }: RequestContext, leadId: string): number[] {
  const lead = findLead(database, leadId.toLowerCase());
  return lead === undefined ? [] : [lead.leadNumber];
}

/** Selects the rows that the caller may see, if they are few: those of leads, of branches, and calls in progress. */
async function fewVisible(context: RequestContext, table: ScannedTable): Promise<Condition | undefined> {
  const user = userOf(context.actor);
  const leads = await fewVisibleLeads(context);
  if (leads === undefined || user === undefined) return undefined;
  const { name, keys } = table;
  const branch = atBranches(context, user.userId, name);
  const ofBranches = `SELECT ${keys.number} FROM ${name} WHERE ${branch.sql}`;
  if (!areFew(context.database, ofBranches, ...branch.values)) return undefined;
  const selects = [table.numbersOnTimelines, ofBranches, ...(name === 'calls' ? [OPEN_CALLS] : [])];
  return { sql: selects.join(' UNION '), values: [JSON.stringify(leads), ...branch.values] };
}

/** Returns the numbers of the leads that the caller may see; undefined for many, and for callers who may see every lead. */
async function fewVisibleLeads(context: RequestContext): Promise<number[] | undefined> {
  const scope = limitsOf(settingsOf(context), userOf(context.actor));
  if (scope === undefined) return undefined;
  const leads = await columnsOf(context).read({ needed: VISIBILITY_COLUMNS }, (view) => leadsOf(view, scope));
  return unlessMany(context, leads);
}

function unlessMany({ database }: RequestContext, leads: number[]): number[] | undefined {
  return leads.length > FEW_LEADS || hasManyEvents(database, leads) ? undefined : leads;
}

/** Tells whether a query has few enough rows to fetch and sort them all. @param rows the query */
export function areFew(database: Database, rows: string, ...values: SqlValue[]): boolean {
  const sql = `SELECT count(*) AS count FROM (${rows} LIMIT ${FEW_LEADS + 1})`;
  return database.one<{ count: number }>(sql, ...values).count <= FEW_LEADS;
}

/** Walks through a table until `limit` items are found. */
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
