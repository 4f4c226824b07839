/** Sums up a lead's contacts with the company from its timeline. */
import { writeMoment } from '../../engine/times/moments.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { LeadContactsBody } from './reference.ts';

/** The newest events that are counted, and the oldest in which the first visit is sought: a switchboard has very many. */
const MOST_EVENTS = 2_000;

/** Received calls that nobody answered. */
const UNANSWERED = "('missed', 'voicemail', 'abandoned', 'busy', 'failed')";

const NEWEST = `SELECT event_id, type, inbound, data FROM events WHERE lead_number = ?1 AND removed_time = 0
  ORDER BY event_time DESC, event_id DESC LIMIT ${MOST_EVENTS}`;

const COUNTS = `SELECT count(*) AS events,
    coalesce(sum(type = 'call' AND inbound = 1), 0) AS received,
    coalesce(sum(type = 'call' AND inbound = 1 AND data ->> 'outcome' IN ${UNANSWERED}), 0) AS missed,
    coalesce(sum(type = 'call' AND inbound = 0), 0) AS placed,
    coalesce(sum(type = 'sms' AND inbound = 1), 0) AS textsReceived,
    coalesce(sum(type = 'sms' AND inbound = 0), 0) AS textsSent,
    coalesce(sum(type = 'form'), 0) AS forms
  FROM (${NEWEST})`;

const VALUES = `SELECT calls.remarks ->> '$.value.unit' AS unit, round(sum(calls.remarks ->> '$.value.value'), 6) AS value
  FROM (${NEWEST}) AS newest CROSS JOIN calls ON calls.event_id = newest.event_id
  WHERE newest.type = 'call' AND unit IS NOT NULL GROUP BY unit ORDER BY unit`;

const FIRST_VISIT = `SELECT event_time, data ->> 'source' AS source, data ->> 'campaign' AS campaign,
    data ->> 'landing_page' AS landing_page
  FROM (SELECT event_time, type, data FROM events WHERE lead_number = ? AND removed_time = 0
    ORDER BY event_time, event_id LIMIT ${MOST_EVENTS})
  WHERE type = 'visit' ORDER BY event_time LIMIT 1`;

/** Returns the calls, texts and forms on a lead's timeline, their value, and the first visit. */
export function contactsOf(database: Database, leadNumber: number): LeadContactsBody {
  const counts = database.one<{
    events: number;
    received: number;
    missed: number;
    placed: number;
    textsReceived: number;
    textsSent: number;
    forms: number;
  }>(COUNTS, leadNumber);
  return {
    first_visit: firstVisit(database, leadNumber),
    call_counts: { received: counts.received, missed: counts.missed, placed: counts.placed },
    text_counts: { received: counts.textsReceived, sent: counts.textsSent },
    form_count: counts.forms,
    values: database.all<{ unit: string; value: number }>(VALUES, leadNumber),
    is_complete: counts.events < MOST_EVENTS,
  };
}

function firstVisit(database: Database, leadNumber: number): LeadContactsBody['first_visit'] {
  const row = database.maybe<{
    event_time: number;
    source: string;
    campaign: string | null;
    landing_page: string | null;
  }>(FIRST_VISIT, leadNumber);
  if (row === undefined) return null;
  const { event_time: time, source, campaign, landing_page: page } = row;
  return { began_at: writeMoment(time), source, campaign, landing_page: page };
}
