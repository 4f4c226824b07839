/** Reads the calls and messages of people, from which the paths of facts follow. */
import type { Attribution } from '../../attribution/schema.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { type ContactTouch, type Path, pathOf } from './touches.ts';

/** Most contacts of a person that are read at once. A person with more is read contact by contact. */
const FEW_CONTACTS = 200;
/** Of a person with more: the first one, and these before each contact. */
const LATEST_READ = 20;

/** A call or message on a lead's timeline. */
export interface Contact extends ContactTouch {
  eventNumber: number;
  time: number;
  number: string | null;
  locationId: string | null;
}

interface ContactRow extends Row {
  event_number: number;
  event_time: number;
  visit: string | null;
  source: string | null;
  number: string | null;
  location_id: string | null;
}

/** Selects incoming calls and messages of the lead ?1. */
const OF_LEAD = `SELECT e.event_number, e.event_time, coalesce(c.visit, t.visit) AS visit,
    coalesce(c.source, t.source) AS source, coalesce(c.number, t.number) AS number,
    coalesce(c.location_id, t.location_id) AS location_id
  FROM events AS e
  LEFT JOIN calls AS c ON e.type = 'call' AND c.event_id = e.event_id
  LEFT JOIN texts AS t ON e.type = 'sms' AND t.event_id = e.event_id
  WHERE e.lead_number = ?1 AND e.type IN ('call', 'sms') AND e.removed_time = 0 AND e.inbound = 1`;
const FIRST = `${OF_LEAD} ORDER BY e.event_time, e.event_number LIMIT ?2`;
const LATEST = `${OF_LEAD} AND (e.event_time, e.event_number) <= (?2, ?3)
  ORDER BY e.event_time DESC, e.event_number DESC LIMIT ${LATEST_READ}`;

/** Reads the contacts of people, each person once. Valid until something is written. */
export class Contacts {
  readonly #database: Database;
  readonly #people = new Map<number, readonly Contact[]>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the first contact of a lead. */
  first(leadNumber: number): Contact | undefined {
    return this.#of(leadNumber)[0];
  }

  /** Returns the path of a contact of a lead. */
  pathTo(leadNumber: number, at: { eventNumber: number; time: number }): Path | undefined {
    const contacts = this.#of(leadNumber);
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

  #of(leadNumber: number): readonly Contact[] {
    const known = this.#people.get(leadNumber);
    if (known !== undefined) return known;
    const contacts = this.#database.all<ContactRow>(FIRST, leadNumber, FEW_CONTACTS + 1).map(toContact);
    this.#people.set(leadNumber, contacts);
    return contacts;
  }
}

function toContact(row: ContactRow): Contact {
  return {
    eventNumber: row.event_number,
    time: row.event_time,
    visit: row.visit === null ? null : ((JSON.parse(row.visit) as Partial<Attribution>).visit ?? null),
    source: row.source,
    number: row.number,
    locationId: row.location_id,
  };
}
