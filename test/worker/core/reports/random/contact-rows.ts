/** Writes the contacts of random companies as rows of the product's tables. */
import { resultOf } from '../../../../../worker/core/phone/calls/results.ts';
import type { Database } from '../../../../../worker/core/engine/storage/database.ts';
import type { Attribution } from '../../../../../worker/core/attribution/schema.ts';
import type { CallReport, MenuReport } from '../../../../../worker/core/phone/calls/call-report.ts';

export interface ModelContact {
  kind: 'call' | 'text' | 'form';
  item: number;
  eventNumber: number;
  leadNumber: number | null;
  caller: string | null;
  time: number;
  /** Null of forms, as the location. */
  number: string | null;
  locationId: string | null;
  source: string | null;
  attribution: Attribution | null;
  report: CallReport | null;
  isFirst: boolean;
  isNotALead: boolean;
  /** A form that looks like spam. */
  isSpam: boolean;
}

const CHOICE = { via: 'main.1', leadsTo: 'ring', time: 9 } as const;
/** What callers do in menus, and how reports name their keys. */
export const MENUS: readonly { menu: MenuReport | undefined; keys: string | null }[] = [
  { menu: undefined, keys: null },
  { menu: { presses: {} }, keys: 'No key' },
  { menu: { presses: {}, choice: CHOICE }, keys: 'No key' },
  {
    menu: { presses: { 'main/0': { menu: 'Main', key: '1', label: 'Sales', time: 1 } }, choice: CHOICE },
    keys: 'Main: 1 (Sales)',
  },
  {
    menu: {
      presses: {
        'main/1': { menu: 'Main', key: '2', time: 3 },
        'main/0': { menu: 'Main', key: '9', time: 1 },
        'branches/0': { menu: 'Branches', key: '*', label: 'Denver', time: 5 },
      },
    },
    keys: 'Main: 2, then * (Denver)',
  },
  {
    menu: {
      presses: {
        'main/0': { menu: 'Main', key: '5', time: 1 },
        'main.5/0': { menu: 'Main', key: '80202', time: 3 },
      },
      choice: CHOICE,
    },
    keys: 'Main: 5, then a postal code',
  },
];

/** The types of contacts' events. */
export const EVENT_TYPES = { call: 'call', text: 'sms', form: 'form' } as const;
/** Adds the row of a contact, and sets its number. */
export const INSERTS = { call: insertCall, text: insertText, form: insertForm } as const;
/** The tables of contacts, and their keys. */
export const TABLES = {
  call: ['calls', 'call_number'],
  text: ['texts', 'text_number'],
  form: ['forms', 'form_number'],
} as const;

function insertCall(database: Database, contact: ModelContact, eventId: string | null): void {
  const { report, attribution } = contact;
  database.run(
    `INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, caller, location_id, source, started_time,
       outcome, prior_calls, event_id, modification_time, visit, facts, remarks)
     VALUES (?, 'other', ?, 'inbound', ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
    crypto.randomUUID(),
    crypto.randomUUID(),
    contact.number,
    contact.caller,
    contact.locationId,
    contact.source,
    contact.time,
    report === null ? null : resultOf(report).outcome,
    contact.isFirst ? 0 : 2,
    eventId,
    attribution === null ? null : JSON.stringify(attribution),
    JSON.stringify(report),
    remarksOf(contact),
  );
  contact.item = database.one<{ number: number }>('SELECT max(call_number) AS number FROM calls').number;
}

function insertText(database: Database, contact: ModelContact, eventId: string | null): void {
  database.run(
    `INSERT INTO texts (text_id, carrier, carrier_text_id, direction, number, phone, location_id, source, sent_time, status,
       event_id, modification_time, message, media, visit)
     VALUES (?, 'other', ?, 'inbound', ?, ?, ?, ?, ?, 'received', ?, 0, '', '[]', ?)`,
    crypto.randomUUID(),
    crypto.randomUUID(),
    contact.number,
    contact.caller,
    contact.locationId,
    contact.source,
    contact.time,
    eventId,
    contact.attribution === null ? null : JSON.stringify(contact.attribution),
  );
  contact.item = database.one<{ number: number }>('SELECT max(text_number) AS number FROM texts').number;
}

function insertForm(database: Database, contact: ModelContact, eventId: string | null): void {
  database.run(
    `INSERT INTO forms (form_id, submission_id, form, source, sent_time, modification_time, is_confirmed, spam, made_lead,
       event_id, visit)
     VALUES (?, '', 'contact', ?, ?, 0, 1, ?, 0, NULL, ?)`,
    crypto.randomUUID(),
    contact.source,
    contact.time,
    spamOf(contact),
    contact.attribution === null ? null : JSON.stringify(contact.attribution),
  );
  contact.item = database.one<{ number: number }>('SELECT max(form_number) AS number FROM forms').number;
  database.run('UPDATE forms SET event_id = ? WHERE form_number = ?', eventId, contact.item);
}

export function spamOf({ isSpam }: ModelContact): string {
  return JSON.stringify(isSpam ? ['links'] : []);
}

export function remarksOf({ isNotALead }: ModelContact): string {
  return JSON.stringify({ tags: [], value: null, leadStatus: isNotALead ? 'not_a_lead' : null, note: null });
}
