/** Reads the calls, messages and forms of people, from which the paths of facts follow. */
import type { VisitSnapshot } from '../../attribution/schema.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { type ContactTouch, type Path, pathOf } from './touches.ts';

/** Most contacts of a person that are read at once. A person with more is read contact by contact. */
const FEW_CONTACTS = 200;
/** Of a person with more: the first one, and these before each contact. */
const LATEST_READ = 20;
/** People whose contacts one statement reads: at most some megabytes of rows. */
const PEOPLE_AT_A_TIME = 64;

/** A call, message or form on a lead's timeline. */
export interface Contact extends ContactTouch {
  eventNumber: number;
  time: number;
  number: string | null;
  locationId: string | null;
}

interface ContactRow extends Row {
  lead_number: number;
  event_number: number;
  event_time: number;
  /** JSON. */
  visit: string | null;
  source: string | null;
  number: string | null;
  location_id: string | null;
}

/** Reads incoming calls, messages, and forms. @param events a table of numbers of leads and of their events, `o` */
const ofEvents = (events: string): string => `SELECT e.lead_number, e.event_number, e.event_time,
    coalesce(c.visit, t.visit, f.visit) -> '$.visit' AS visit,
    coalesce(c.source, t.source, f.source) AS source, coalesce(c.number, t.number) AS number,
    coalesce(c.location_id, t.location_id) AS location_id
  FROM ${events}
  LEFT JOIN calls AS c ON e.type = 'call' AND c.event_id = e.event_id
  LEFT JOIN texts AS t ON e.type = 'sms' AND t.event_id = e.event_id
  LEFT JOIN forms AS f ON e.type = 'form' AND f.event_id = e.event_id`;
/** Spam is nobody's contact. @param e the events */
const isContact = (
  e: string,
): string => `${e}.type IN ('call', 'sms', 'form') AND ${e}.removed_time = 0 AND ${e}.inbound = 1
  AND NOT (${e}.type = 'form' AND EXISTS (SELECT 1 FROM forms WHERE forms.event_id = ${e}.event_id AND spam <> '[]'))`;
const FIRST = `${ofEvents(`json_each(?1) AS wanted CROSS JOIN events AS e ON e.event_number IN (
    SELECT event_number FROM events AS own WHERE lead_number = wanted.value AND ${isContact('own')}
    ORDER BY event_time, event_number LIMIT ${FEW_CONTACTS + 1})`)}
  ORDER BY e.lead_number, e.event_time, e.event_number`;
const LATEST = `${ofEvents('events AS e')}
  WHERE e.lead_number = ?1 AND ${isContact('e')} AND (e.event_time, e.event_number) <= (?2, ?3)
  ORDER BY e.event_time DESC, e.event_number DESC LIMIT ${LATEST_READ}`;

/** The contacts of people. Valid until something is written. */
export class Contacts {
  readonly #database: Database;
  readonly #people = new Map<number, Contact[]>();

  /** Reads the contacts of leads. */
  constructor(database: Database, leadNumbers: Iterable<number>) {
    this.#database = database;
    const wanted = [...new Set(leadNumbers)];
    for (let at = 0; at < wanted.length; at += PEOPLE_AT_A_TIME) {
      const part = JSON.stringify(wanted.slice(at, at + PEOPLE_AT_A_TIME));
      for (const row of database.all<ContactRow>(FIRST, part)) this.#add(row);
    }
  }

  /** Returns the first contact of one of the leads. */
  first(leadNumber: number): Contact | undefined {
    return this.#people.get(leadNumber)?.[0];
  }

  /** Returns the path of a contact of one of the leads. */
  pathTo(leadNumber: number, at: { eventNumber: number; time: number }): Path | undefined {
    const contacts = this.#people.get(leadNumber) ?? [];
    if (contacts.length <= FEW_CONTACTS) {
      const end = contacts.findIndex(({ eventNumber }) => eventNumber === at.eventNumber);
      return end < 0 ? undefined : pathOf(contacts.slice(0, end + 1));
    }
    const latest = this.#database
      .all<ContactRow>(LATEST, leadNumber, at.time, at.eventNumber)
      .map(toContact)
      .toReversed();
    const [first] = contacts;
    if (latest.at(-1)?.eventNumber !== at.eventNumber) return undefined;
    const isWhole = first === undefined || latest[0]?.eventNumber === first.eventNumber;
    return pathOf(isWhole ? latest : [first, ...latest]);
  }

  #add(row: ContactRow): void {
    const known = this.#people.get(row.lead_number);
    if (known === undefined) this.#people.set(row.lead_number, [toContact(row)]);
    else known.push(toContact(row));
  }
}

/** The visit of a contact is parsed when a path reads it: of most contacts, no path does. */
function toContact(row: ContactRow): Contact {
  let visit: VisitSnapshot | null | undefined;
  return {
    eventNumber: row.event_number,
    time: row.event_time,
    get visit() {
      visit ??= parseVisit(row.visit);
      return visit;
    },
    source: row.source,
    number: row.number,
    locationId: row.location_id,
  };
}

/** Parses the visit of an attribution. */
export function parseVisit(visit: string | null): VisitSnapshot | null {
  return visit === null ? null : (JSON.parse(visit) as VisitSnapshot | null);
}
