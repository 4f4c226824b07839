/** Random companies in a database in this process: calls, messages, forms, leads, visits, costs, and changes of them. */
import { byNumber } from '../../../../../worker/core/attribution/attribution.ts';
import type { Attribution, VisitSnapshot } from '../../../../../worker/core/attribution/schema.ts';
import { settingsOf } from '../../../../../worker/core/company/settings/settings.ts';
import type { CompanyState } from '../../../../../worker/core/engine/context/company-context.ts';
import { contextOfActor } from '../../../../../worker/core/engine/context/contexts.ts';
import { Memory } from '../../../../../worker/core/engine/context/memory.ts';
import type { RequestContext } from '../../../../../worker/core/engine/context/request-context.ts';
import type { Database } from '../../../../../worker/core/engine/storage/database.ts';
import type { CallReport } from '../../../../../worker/core/phone/calls/call-report.ts';
import { openCompanyDatabase } from '../../../visits/evidence/sqlite-storage.ts';
import { EVENT_TYPES, INSERTS, MENUS, type ModelContact, remarksOf, spamOf, TABLES } from './contact-rows.ts';
import { resultOf } from '../../../../../worker/core/phone/calls/results.ts';

const DAY_MS = 86_400_000;
export const NUMBERS = ['+15125550101', '+15125550102', '+13035550101'];
const SOURCES = ['paid_search', 'direct', 'email', 'Yellow Pages'];
const CAMPAIGNS = [null, 'spring', 'autumn, "late"'];
const LOCATIONS = ['austin', 'denver', null];
const STATES = ['open', 'contacted', 'closed_won', 'closed_lost'];

export interface ModelLead {
  leadNumber: number;
  creationTime: number;
  state: string;
  tag: string | null;
  value: { unit: string; value: number } | null;
}

export interface ModelCount {
  day: string;
  source: string;
  campaign: string | null;
  locationId: string | null;
  number: string | null;
  amount: number;
}

export interface ModelTaps extends ModelCount {
  hour: number;
  landingPage: string | null;
}

/** A company, and the same data as plain objects. */
export interface RandomCompany {
  database: Database;
  context: () => RequestContext;
  /** Forgets the object's memory, as when it is killed. */
  restart: () => void;
  timeZone: string;
  leads: Map<number, ModelLead>;
  contacts: ModelContact[];
  visits: ModelCount[];
  taps: ModelTaps[];
  costs: ModelCount[];
  now: number;
}

export type Random = () => number;

/** A seeded generator of numbers from 0 to below 1 (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick.');
  return item;
}

/** Makes a company whose data lies within two years before `now`. */
export function makeRandomCompany(seed: number, timeZone: string): RandomCompany {
  const random = randomOf(seed);
  const database = openCompanyDatabase();
  const state: CompanyState = {
    companyId: 'company',
    database,
    memory: new Memory<CompanyState>(undefined as never),
  };
  const restart = (): void => {
    state.memory = new Memory<CompanyState>(state);
  };
  restart();
  database.run(
    `INSERT INTO company (company_id, name, default_region, created_time) VALUES ('company', 'Acme', 'US', 0)`,
  );
  settingsOf(state).writeMissing();
  const { name: _, default_region: __, ...options } = settingsOf(state).options();
  const won = { states: ['closed_won'], value_field: 'quote' };
  settingsOf(state).replace('options', { ...options, time_zone: timeZone, won });
  const company: RandomCompany = {
    database,
    context: () => ({ ...contextOfActor(state, { kind: 'system', name: 'test' }), now: company.now }),
    restart,
    timeZone,
    leads: new Map(),
    contacts: [],
    visits: [],
    taps: [],
    costs: [],
    now: Date.UTC(2026, 10, 23, 17, 30),
  };
  for (let index = 0; index < 15; index += 1) addLead(company, random);
  for (let index = 0; index < 90; index += 1) addContact(company, random);
  for (let index = 0; index < 60; index += 1) addCounts(company, random);
  for (let index = 0; index < 60; index += 1) addTaps(company, random);
  return company;
}

function timeOf({ now }: RandomCompany, random: Random): number {
  // Half of it within the last weeks, so that short reports have something.
  const days = random() < 0.5 ? 40 : 730;
  return Math.floor(now - random() * days * DAY_MS);
}

export function addLead(company: RandomCompany, random: Random, creationTime?: number): ModelLead {
  const lead: ModelLead = {
    leadNumber: 0,
    creationTime: creationTime ?? timeOf(company, random),
    state: pick(random, STATES),
    tag: random() < 0.3 ? null : pick(random, SOURCES),
    value:
      random() < 0.3 ? null : { unit: pick(random, ['USD', 'EUR']), value: Math.floor(random() * 1_000) },
  };
  const { database } = company;
  database.run(
    `INSERT INTO leads (lead_id, state, creation_time, modification_time, last_event_time, document)
     VALUES (?, ?, ?, 0, 0, ?)`,
    crypto.randomUUID(),
    lead.state,
    lead.creationTime,
    documentOf(lead),
  );
  lead.leadNumber = database.one<{ number: number }>('SELECT max(lead_number) AS number FROM leads').number;
  company.leads.set(lead.leadNumber, lead);
  return lead;
}

function documentOf({ tag, value }: ModelLead): string {
  return JSON.stringify({
    emails: [],
    phones: [],
    sourceTags: tag === null ? [] : [tag],
    aliases: [],
    fields: value === null ? {} : { quote: [value] },
  });
}

function kindOf(random: Random): ModelContact['kind'] {
  const share = random();
  if (share < 0.7) return 'call';
  return share < 0.82 ? 'text' : 'form';
}

/** Returns what a contact has by its number; a form has none. */
function placeOf(
  random: Random,
  kind: ModelContact['kind'],
): Pick<ModelContact, 'number' | 'locationId' | 'source'> {
  if (kind === 'form') return { number: null, locationId: null, source: pick(random, SOURCES) };
  return {
    number: pick(random, NUMBERS),
    locationId: pick(random, LOCATIONS),
    source: random() < 0.2 ? null : pick(random, SOURCES),
  };
}

/** Chooses whose a contact is. */
function personOf(
  company: RandomCompany,
  random: Random,
  time: number,
): Pick<ModelContact, 'leadNumber' | 'caller'> {
  const known = pick(random, [...company.leads.keys()]);
  if (random() >= 0.9)
    return { leadNumber: null, caller: pick(random, [null, '+12065550001', '+12065550002']) };
  const leadNumber = random() < 0.2 ? addLead(company, random, time).leadNumber : known;
  return { leadNumber, caller: `+1206556${1_000 + leadNumber}` };
}

/** Adds a call, a message or a form, with its event. */
function addContact(company: RandomCompany, random: Random): void {
  const { database, contacts } = company;
  const kind = kindOf(random);
  const time = timeOf(company, random);
  const { leadNumber, caller } = personOf(company, random, time);
  const contact: ModelContact = {
    kind,
    item: 0,
    eventNumber: 0,
    leadNumber,
    caller,
    time,
    ...placeOf(random, kind),
    attribution: random() < 0.5 ? null : attributionOf(random),
    report: kind === 'call' ? reportOf(random, time) : null,
    isFirst: random() < 0.4,
    isNotALead: random() < 0.1,
    isSpam: kind === 'form' && random() < 0.2,
  };
  const eventId = leadNumber === null ? null : crypto.randomUUID();
  if (eventId !== null) {
    database.run(
      `INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
       VALUES (?, ?, ?, ?, ?, 1, 0, '', '{}')`,
      eventId,
      leadNumber,
      leadNumber,
      EVENT_TYPES[kind],
      time,
    );
    contact.eventNumber = database.one<{ number: number }>(
      'SELECT max(event_number) AS number FROM events',
    ).number;
  }
  INSERTS[kind](database, contact, eventId);
  // Nobody knows whose a form without a lead is: it is only counted, elsewhere.
  if (kind !== 'form' || leadNumber !== null) contacts.push(contact);
}

function attributionOf(random: Random): Attribution {
  const source = pick(random, SOURCES);
  const visit: VisitSnapshot = {
    visit_id: random() < 0.2 ? null : `visit-${Math.floor(random() * 40)}`,
    begun_time: 0,
    source,
    channel: random() < 0.5 ? source : pick(random, ['paid_social', 'organic_search', 'direct']),
    site: null,
    medium: pick(random, [null, 'cpc']),
    campaign: pick(random, CAMPAIGNS),
    term: pick(random, [null, 'plumber']),
    content: null,
    first_source: pick(random, SOURCES),
    first_campaign: pick(random, CAMPAIGNS),
    landing_page: pick(random, [null, '/', '/prices']),
    referrer: null,
    click_ids: {},
  };
  const confidence = Math.floor(random() * 101) / 100;
  return {
    method: 'visits',
    confidence,
    candidates: [],
    candidateCount: 1,
    visit: random() < 0.1 ? null : visit,
    modelVersion: 'test',
  };
}

function reportOf(random: Random, startedTime: number): CallReport {
  const kind = random();
  const terms = { isBlocked: kind < 0.05, screening: 'nobody', isAnnounced: false, turns: 1 };
  const { menu } = MENUS[Math.floor(kind * 997) % MENUS.length] ?? {};
  const base = { startedTime, terms, legs: {}, turns: {} };
  const inMenu = menu === undefined ? base : { ...base, menu };
  if (kind < 0.1) return inMenu as unknown as CallReport;
  const talkSeconds = Math.floor(random() * 300);
  const ringSeconds = Math.floor(random() * 30);
  const time = startedTime + (ringSeconds + talkSeconds) * 1_000;
  if (kind < 0.4) {
    const leg = {
      number: pick(random, ['+15125550140', '+15125550141']),
      turn: 0,
      answeredTime: startedTime + ringSeconds * 1_000,
      ...(random() < 0.5 ? { userId: pick(random, ['user-1', 'user-2']) } : {}),
    };
    const turn = { status: 'completed', isBridged: true, seconds: talkSeconds, time, legId: 'leg' };
    const end = { time, status: 'completed', seconds: ringSeconds + talkSeconds };
    return { ...base, legs: { leg }, turns: { 0: turn }, end } as unknown as CallReport;
  }
  const outcome = pick(random, [
    'answered',
    'answered',
    'missed',
    'voicemail',
    'abandoned',
    'busy',
    'failed',
  ]);
  const isAnswered = outcome === 'answered';
  const systemReport = {
    outcome,
    ringSeconds,
    ...(isAnswered ? { answeredTime: startedTime + ringSeconds * 1_000, talkSeconds } : {}),
  };
  return { ...inMenu, systemReport } as unknown as CallReport;
}

function addCounts(company: RandomCompany, random: Random): void {
  const day = new Date(timeOf(company, random)).toISOString().slice(0, 10);
  const count: ModelCount = {
    day,
    source: pick(random, SOURCES),
    campaign: pick(random, CAMPAIGNS),
    locationId: pick(random, LOCATIONS),
    number: pick(random, [...NUMBERS, null]),
    amount: 1 + Math.floor(random() * 50),
  };
  const { database, visits, costs } = company;
  const { source, campaign, locationId, number, amount } = count;
  const isKnown = visits.some((each) => JSON.stringify({ ...each, amount }) === JSON.stringify(count));
  if (isKnown) return;
  visits.push(count);
  database.run(
    'INSERT INTO visit_counts VALUES (?, ?, ?, ?, ?, ?, ?)',
    day,
    day.slice(0, 7),
    source,
    campaign ?? '',
    locationId ?? '',
    number ?? '',
    amount,
  );
  if (costs.some((each) => each.day === day && each.source === source && each.campaign === campaign)) return;
  costs.push({ ...count, amount: amount / 4 });
  database.run(
    `INSERT INTO costs (day, source, campaign, amount, unit, own_amount, own_unit, modified_time)
     VALUES (?, ?, ?, ?, 'USD', ?, 'USD', 0)`,
    day,
    source,
    campaign ?? '',
    amount / 4,
    amount / 4,
  );
}

function addTaps({ database, taps, ...company }: RandomCompany, random: Random): void {
  const day = new Date(timeOf({ database, taps, ...company }, random)).toISOString().slice(0, 10);
  const count: ModelTaps = {
    day,
    hour: Math.floor(random() * 24),
    source: pick(random, [...SOURCES, '']),
    campaign: pick(random, CAMPAIGNS),
    landingPage: pick(random, [null, '/', '/prices']),
    locationId: pick(random, LOCATIONS),
    number: pick(random, [...NUMBERS, null]),
    amount: 1 + Math.floor(random() * 9),
  };
  const { hour, source, campaign, landingPage, locationId, number, amount } = count;
  if (taps.some((each) => JSON.stringify({ ...each, amount }) === JSON.stringify(count))) return;
  taps.push(count);
  database.run(
    'INSERT INTO tap_counts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    day,
    day.slice(0, 7),
    hour,
    source,
    campaign ?? '',
    landingPage ?? '',
    locationId ?? '',
    number ?? '',
    amount,
  );
}

/** Changes something at random, in the database and in the model. */
export function changeSomething(company: RandomCompany, random: Random): void {
  const { database, contacts, leads } = company;
  const contact = pick(random, contacts);
  const lead = pick(random, [...leads.values()]);
  const changes = [
    () => addContact(company, random),
    () => {
      contact.attribution = attributionOf(random);
      const [table, key] = TABLES[contact.kind];
      const visit = JSON.stringify(contact.attribution);
      database.run(`UPDATE ${table} SET visit = ? WHERE ${key} = ?`, visit, contact.item);
    },
    () => {
      if (contact.kind !== 'form') return;
      contact.isSpam = random() < 0.5;
      database.run('UPDATE forms SET spam = ? WHERE form_number = ?', spamOf(contact), contact.item);
    },
    () => {
      if (contact.kind !== 'call') return;
      contact.report = reportOf(random, contact.time);
      contact.isNotALead = random() < 0.3;
      database.run(
        'UPDATE calls SET facts = ?, outcome = ?, remarks = ? WHERE call_number = ?',
        JSON.stringify(contact.report),
        resultOf(contact.report).outcome,
        remarksOf(contact),
        contact.item,
      );
    },
    () => {
      lead.state = pick(random, STATES);
      lead.value = { unit: 'USD', value: Math.floor(random() * 100) };
      const sql = 'UPDATE leads SET state = ?, document = ? WHERE lead_number = ?';
      database.run(sql, lead.state, documentOf(lead), lead.leadNumber);
    },
    () => deleteContact(company, contact),
    () => merge(company, lead, pick(random, [...leads.values()])),
  ];
  pick(random, changes)();
}

function deleteContact({ database, contacts }: RandomCompany, contact: ModelContact): void {
  contacts.splice(contacts.indexOf(contact), 1);
  const [table, key] = TABLES[contact.kind];
  database.run(`DELETE FROM ${table} WHERE ${key} = ?`, contact.item);
  database.run('DELETE FROM events WHERE event_number = ?', contact.eventNumber);
}

function merge({ database, contacts, leads }: RandomCompany, one: ModelLead, other: ModelLead): void {
  if (one === other || leads.size < 5) return;
  database.run('UPDATE events SET lead_number = ? WHERE lead_number = ?', one.leadNumber, other.leadNumber);
  database.run('DELETE FROM leads WHERE lead_number = ?', other.leadNumber);
  leads.delete(other.leadNumber);
  for (const contact of contacts)
    if (contact.leadNumber === other.leadNumber) contact.leadNumber = one.leadNumber;
}

/** Returns the attribution of a contact. */
export function attributionOfContact({ attribution, source, locationId }: ModelContact): Attribution {
  return attribution ?? byNumber({ source, locationId });
}
