/** Reads calls, messages, forms and won leads as rules see them. */
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import { attributionOf, isFirstCall } from '../../phone/calls/call-bodies.ts';
import { CALLS } from '../../phone/calls/call-store.ts';
import type { ContactTable, OfLead } from '../../phone/calls/contact-table.ts';
import { resultOf } from '../../phone/calls/results.ts';
import type { CallRecord } from '../../phone/calls/schema.ts';
import { FORMS } from '../../phone/forms/form-store.ts';
import { keywordIn } from '../../phone/messages/keywords.ts';
import { MESSAGES } from '../../phone/messages/message-store.ts';
import type { MessageRecord } from '../../phone/messages/schema.ts';
import type { ConversionEvent, EventKind, EventPosition } from '../schema.ts';
import { conversionEventOfForm } from './forms.ts';
import { findWonLead, listWonLeads } from './won-leads.ts';

/** A page of events: those from a time on, newest first, behind a position. */
interface EventPage {
  since: number;
  after: EventPosition | undefined;
  limit: number;
}

/** Conversion events, with the position of the last row that was read. */
interface ReadEvents {
  events: ConversionEvent[];
  last: EventPosition | undefined;
  read: number;
}

/** Reads the events of a kind. */
interface Reader {
  find(context: RequestContext, recordId: string): ConversionEvent | undefined;
  list(context: RequestContext, page: EventPage): ReadEvents;
}

const READERS: Readonly<Record<EventKind, Reader>> = {
  call: readerOf(CALLS, conversionEventOfCall),
  text: readerOf(MESSAGES, conversionEventOfMessage),
  form: readerOf(FORMS, conversionEventOfForm),
  lead_won: { find: findWonLead, list: listWonLeads },
};

/** Returns a call that has ended, a message, a form or a lead as a conversion event; undefined for others, and for records that were deleted. */
export function findConversionEvent(
  context: RequestContext,
  what: EventKind,
  recordId: string,
): ConversionEvent | undefined {
  return READERS[what].find(context, recordId);
}

/** Lists conversion events of a kind from a time on, newest first. */
export function listConversionEvents(context: RequestContext, what: EventKind, page: EventPage): ReadEvents {
  return READERS[what].list(context, page);
}

function readerOf<Item extends object>(
  table: ContactTable<Item>,
  eventOf: (database: Database, found: OfLead<Item>) => ConversionEvent | undefined,
): Reader {
  return {
    find({ database }, recordId) {
      const found = table.find(database, recordId);
      return found && eventOf(database, found);
    },
    list({ database }, { since, after, limit }) {
      const { time = Number.MAX_SAFE_INTEGER, number = Number.MAX_SAFE_INTEGER } = after ?? {};
      const rows = table.before(database, { since, time, number, limit });
      const last = rows.at(-1);
      return {
        events: rows.flatMap((row) => eventOf(database, row) ?? []),
        last: last && { time: last.time, number: last.rowNumber },
        read: rows.length,
      };
    },
  };
}

function conversionEventOfCall(
  database: Database,
  { record, leadId }: OfLead<CallRecord>,
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
  { record, leadId }: OfLead<MessageRecord>,
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
