/** The tables of contacts: calls, messages and forms. A contact's lead is the one whose timeline has its event. */
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { Database, Row, SqlValue } from '../../engine/storage/database.ts';
import { type Columns, Table } from '../../engine/storage/table.ts';
import type { Attribution } from '../../attribution/schema.ts';

/** The rows in a page of a timeline. */
const PAGE = 100;

/** A contact with its lead, and its position in the table: its time, and its number. */
export interface OfLead<Item> {
  record: Item;
  leadId: string | null;
  leadName: string | null;
  time: number;
  rowNumber: number;
}

type RowOfLead = Row & Omit<OfLead<never>, 'record'>;

/** Columns of a table of contacts. */
interface Keys {
  id: string;
  /** The primary key, which counts up. */
  number: string;
  time: string;
}

/** Calls, messages or forms. */
export class ContactTable<Item extends object> extends Table<Item> {
  readonly name: string;
  readonly keys: Keys;
  /** The newest contacts first. */
  readonly order: string;
  /**
   * Contacts without a lead, which no erasure of a lead reaches: from withheld and blocked numbers and the company's own people, and
   * forms that are only counted.
   */
  readonly withoutLead: AgedRows;
  readonly #ofLead: string;
  readonly #withLeads: string;

  constructor(name: string, keys: Keys, columns: Columns<Item>) {
    super(name, columns);
    const { number, time } = keys;
    this.name = name;
    this.keys = keys;
    this.order = `ORDER BY ${name}.${time} DESC, ${name}.${number} DESC`;
    this.withoutLead = { table: name, key: number, time, where: 'event_id IS NULL' };
    this.#ofLead = `SELECT ${this.columns}, ${name}.${number} AS rowNumber, ${name}.${time} AS time,
      leads.lead_id AS leadId, leads.document ->> '$.name' AS leadName FROM`;
    this.#withLeads = `${name} LEFT JOIN events ON events.event_id = ${name}.event_id
      LEFT JOIN leads ON leads.lead_number = events.lead_number`;
  }

  /** Returns a contact with its lead; undefined if there is none. */
  find(database: Database, id: string): OfLead<Item> | undefined {
    return this.ofLeads(database, `${this.#withLeads} WHERE ${this.name}.${this.keys.id} = ?`, id)[0];
  }

  /** Returns the contacts with these numbers in the table, and their leads, latest first. */
  byNumbers(database: Database, numbers: readonly number[]): OfLead<Item>[] {
    const isOne = `${this.name}.${this.keys.number} IN (SELECT value FROM json_each(?))`;
    return this.ofLeads(database, `${this.#withLeads} WHERE ${isOne} ${this.order}`, JSON.stringify(numbers));
  }

  /** Returns the contacts since a time and before a position, and their leads, latest first. */
  before(
    database: Database,
    { since, time, number, limit }: { since: number; time: number; number: number; limit: number },
  ): OfLead<Item>[] {
    const [timeColumn, numberColumn] = [this.keys.time, this.keys.number].map((key) => `${this.name}.${key}`);
    return this.ofLeads(
      database,
      `${this.#withLeads} WHERE ${timeColumn} >= ? AND (${timeColumn}, ${numberColumn}) < (?, ?)
       ${this.order} LIMIT ?`,
      since,
      time,
      number,
      limit,
    );
  }

  /** Returns contacts with their leads. @param from what follows FROM: the table, joined with `events` and `leads` */
  ofLeads(database: Database, from: string, ...values: SqlValue[]): OfLead<Item>[] {
    return database.all<RowOfLead>(`${this.#ofLead} ${from}`, ...values).map((row) => {
      const { leadId, leadName, time, rowNumber } = row;
      return { record: this.read(row), leadId, leadName, time, rowNumber };
    });
  }

  /** SQL for the numbers of the contacts on the timelines of leads. Bind a JSON list of lead numbers to it. */
  get numbersOnTimelines(): string {
    return `SELECT item.${this.keys.number} AS ${this.keys.number} FROM json_each(?) AS lead
      CROSS JOIN events ON events.lead_number = lead.value
      CROSS JOIN ${this.name} AS item ON item.event_id = events.event_id`;
  }

  /** Yields the contacts on a lead's timeline in pages, oldest first. */
  *onTimeline(database: Database, leadNumber: number): Generator<Item[]> {
    const key = this.keys.number;
    const rows = database.all<{ number: number }>(
      `SELECT ${key} AS number FROM (${this.numbersOnTimelines}) ORDER BY ${key}`,
      JSON.stringify([leadNumber]),
    );
    const numbers = rows.map(({ number }) => number);
    const page = this.select(`WHERE ${key} IN (SELECT value FROM json_each(?)) ORDER BY ${key}`);
    for (let start = 0; start < numbers.length; start += PAGE) {
      yield this.all(database, page, JSON.stringify(numbers.slice(start, start + PAGE)));
    }
  }
}

/** Calls or messages, which carriers report. */
export class CarrierTable<
  Item extends { attribution: Attribution | null; modificationTime: number },
> extends ContactTable<Item> {
  /** The column with the number of the person; null for one that is withheld. */
  readonly person: string;
  readonly #ofCarrier: string;
  readonly #last: string;
  readonly #setAttribution: string;

  /** @param keys with the carrier's id, and the number of the person */
  constructor(name: string, keys: Keys & { carrierId: string; person: string }, columns: Columns<Item>) {
    super(name, keys, columns);
    const { id, number, carrierId, person } = keys;
    this.person = person;
    this.#ofCarrier = this.select(`WHERE carrier = ? AND ${carrierId} = ?`);
    this.#last = this.select(`WHERE ${number} IN (
      SELECT (SELECT ${number} FROM ${name} WHERE ${person} = form.value ${this.order} LIMIT 1)
      FROM json_each(?) AS form) ${this.order} LIMIT 1`);
    this.#setAttribution = `UPDATE ${name} SET visit = ?, modification_time = ? WHERE ${id} = ?`;
  }

  /** Returns the contact with a carrier's id; undefined if there is none. */
  ofCarrier(database: Database, carrier: string, carrierId: string): Item | undefined {
    return this.maybe(database, this.#ofCarrier, carrier, carrierId);
  }

  /** Returns the last contact with a person, with any form of the number; undefined if there is none. */
  lastWith(database: Database, person: string): Item | undefined {
    return this.maybe(database, this.#last, JSON.stringify(formsOf(person)));
  }

  /** Saves the visit that a contact belongs to. */
  setAttribution(database: Database, id: string, { attribution, modificationTime }: Item): void {
    database.run(this.#setAttribution, JSON.stringify(attribution), modificationTime, id);
  }
}
