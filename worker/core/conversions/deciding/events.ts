/** Reads calls, messages, forms and won leads as rules see them. */
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import { attributionOf, isFirstCall } from '../../phone/calls/call-bodies.ts';
import {
  type CallOfLead,
  COLUMNS_OF_LEAD,
  findCall,
  type RowOfLead,
  toCallOfLead,
} from '../../phone/calls/call-store.ts';
import { resultOf } from '../../phone/calls/results.ts';
import { keywordIn } from '../../phone/messages/keywords.ts';
import { findMessage, type MessageOfLead } from '../../phone/messages/message-store.ts';
import type { ConversionEvent, EventKind, EventPosition } from '../schema.ts';
import { findFormConversionEvent, listFormConversionEvents } from './forms.ts';
import { findWonLead, listWonLeads } from './won-leads.ts';

/** Returns a call that has ended, a message, a form or a lead as a conversion event; undefined for others, and for records that were deleted. */
export function findConversionEvent(
  context: RequestContext,
  what: EventKind,
  recordId: string,
): ConversionEvent | undefined {
  const { database } = context;
  if (what === 'lead_won') return findWonLead(context, recordId);
  if (what === 'form') return findFormConversionEvent(database, recordId);
  if (what === 'call') {
    const found = findCall(database, recordId);
    return found && conversionEventOfCall(database, found);
  }
  const found = findMessage(database, recordId);
  return found && conversionEventOfMessage(database, found);
}

/** Lists conversion events of a kind from a time on, newest first, with the position of the last row that was read. */
export function listConversionEvents(
  context: RequestContext,
  what: EventKind,
  page: { since: number; after: EventPosition | undefined; limit: number },
): { events: ConversionEvent[]; last: EventPosition | undefined; read: number } {
  if (what === 'lead_won') return listWonLeads(context, page);
  if (what === 'form') return listFormConversionEvents(context.database, page);
  const { database } = context;
  const { since, after, limit } = page;
  const { time = Number.MAX_SAFE_INTEGER, number = Number.MAX_SAFE_INTEGER } = after ?? {};
  if (what === 'call') {
    const rows = database
      .all<RowOfLead>(
        `SELECT ${COLUMNS_OF_LEAD} FROM calls
           LEFT JOIN events ON events.event_id = calls.event_id
           LEFT JOIN leads ON leads.lead_number = events.lead_number
         WHERE started_time >= ? AND (started_time, call_number) < (?, ?)
         ORDER BY started_time DESC, call_number DESC LIMIT ?`,
        since,
        time,
        number,
        limit,
      )
      .map(toCallOfLead);
    const last = rows.at(-1)?.position;
    return {
      events: rows.flatMap((row) => conversionEventOfCall(database, row) ?? []),
      last: last && { time: last.startedTime, number: last.callNumber },
      read: rows.length,
    };
  }
  return listMessageConversionEvents(context, page);
}

function listMessageConversionEvents(
  context: RequestContext,
  { since, after, limit }: Parameters<typeof listConversionEvents>[2],
): ReturnType<typeof listConversionEvents> {
  const { time = Number.MAX_SAFE_INTEGER, number = Number.MAX_SAFE_INTEGER } = after ?? {};
  const ids = context.database.all<{ text_id: string; sent_time: number; text_number: number }>(
    `SELECT text_id, sent_time, text_number FROM texts
     WHERE sent_time >= ? AND (sent_time, text_number) < (?, ?) ORDER BY sent_time DESC, text_number DESC LIMIT ?`,
    since,
    time,
    number,
    limit,
  );
  const last = ids.at(-1);
  return {
    events: ids.flatMap(({ text_id: id }) => findConversionEvent(context, 'text', id) ?? []),
    last: last && { time: last.sent_time, number: last.text_number },
    read: ids.length,
  };
}

function conversionEventOfCall(
  database: Database,
  { record, leadId }: CallOfLead,
): ConversionEvent | undefined {
  if (record.direction !== 'inbound' || record.outcome === null) return undefined;
  const { outcome, remarks } = record;
  const { visit, confidence } = attributionOf(record);
  return {
    what: 'call',
    recordId: record.callId,
    time: record.startedTime,
    source: visit?.source ?? record.source,
    locationId: record.locationId,
    isWon: null,
    isUnwanted: outcome === 'blocked' || outcome === 'failed',
    outcome,
    talkSeconds: resultOf(record.report).talkSeconds,
    isFirst: isFirstCall(record),
    leadStatus: remarks.leadStatus,
    amount: remarks.value,
    visit,
    confidence,
    phone: record.caller,
    emails: emailsOf(database, leadId),
    leadId,
  };
}

function conversionEventOfMessage(
  database: Database,
  { record, leadId }: MessageOfLead,
): ConversionEvent | undefined {
  if (record.direction !== 'inbound') return undefined;
  const { visit, confidence } = attributionOf(record);
  return {
    what: 'text',
    recordId: record.messageId,
    time: record.sentTime,
    source: visit?.source ?? record.source,
    locationId: record.locationId,
    isWon: null,
    isUnwanted: keywordIn(record.message) !== undefined,
    outcome: null,
    talkSeconds: null,
    isFirst: record.phone === null ? null : !hasFormerContact(database, record.phone, record.sentTime),
    leadStatus: null,
    amount: null,
    visit,
    confidence,
    phone: record.phone,
    emails: emailsOf(database, leadId),
    leadId,
  };
}

/** Tells whether a person called or wrote before a time. */
function hasFormerContact(database: Database, phone: string, time: number): boolean {
  const row = database.one<{ found: number }>(
    `SELECT EXISTS (SELECT 1 FROM json_each(?1) AS form WHERE
       EXISTS (SELECT 1 FROM texts WHERE phone = form.value AND sent_time < ?2 AND direction = 'inbound')
       OR EXISTS (SELECT 1 FROM calls WHERE caller = form.value AND started_time < ?2 AND direction = 'inbound')
     ) AS found`,
    JSON.stringify(formsOf(phone)),
    time,
  );
  return row.found === 1;
}

function emailsOf(database: Database, leadId: string | null): string[] {
  return leadId === null ? [] : (findLead(database, leadId)?.emails.map(({ email }) => email) ?? []);
}
