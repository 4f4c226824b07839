/** A report computed in the plainest way, from plain objects, with other code for days, credits and medians than the product's. */
import type { Touch } from '../../../../../worker/core/reports/facts/touches.ts';
import { resultOf } from '../../../../../worker/core/phone/calls/results.ts';
import type { MenuReport } from '../../../../../worker/core/phone/calls/call-report.ts';
import type {
  Dimension,
  MetricName,
  Model,
} from '../../../../../worker/core/reports/counting/definitions.ts';
import { MENUS, type ModelContact } from './contact-rows.ts';
import { attributionOfContact, type ModelLead, type RandomCompany } from './random-company.ts';

const HOUR_MS = 3_600_000;
const WEEK_DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const RESCUE_MS = 7 * 24 * HOUR_MS;
/** Units of a currency per USD, the company's currency. */
const RATES: Record<string, number> = { USD: 1, EUR: 0.5 };

/** The question, in days. */
export interface NaiveQuery {
  metrics: readonly MetricName[];
  by: readonly Dimension[];
  model: Model;
  from: string;
  to: string;
  filters: Readonly<Record<string, string>>;
  include: readonly string[];
}

type Values = Record<string, string | null>;

/** What one record adds to the group of its values. */
interface Part {
  kind: 'call' | 'text' | 'form' | 'lead' | 'visit' | 'tap' | 'cost';
  weight: number;
  values: Values;
  data: Record<string, number | string | boolean | null>;
}

type NaiveTouch = Touch & { kind: string };
export type Figures = Partial<Record<MetricName, number | null>>;

/** Returns the figures of all records and of each group. @param shift days that are added to those of the records */
export function naiveReport(
  company: RandomCompany,
  query: NaiveQuery,
  { shift = 0, until = Infinity }: { shift?: number; until?: number } = {},
): { totals: Figures; groups: Map<string, Figures> } {
  const parts = partsOf(company, query, until).filter((part) => isWanted(part, query, shift));
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    // A record that has no such property is in no group.
    if (query.by.some((name) => !(name in part.values))) continue;
    const key = keyOf(query.by.map((name) => part.values[name] ?? null));
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return {
    totals: figuresOf(parts, query),
    groups: new Map([...groups].map(([key, list]) => [key, figuresOf(list, query)])),
  };
}

export function keyOf(values: readonly (string | null)[]): string {
  return JSON.stringify(values);
}

function partsOf(company: RandomCompany, query: NaiveQuery, until: number): Part[] {
  const contacts = company.contacts.filter((contact) => contact.time < until && !isLeftOut(contact, query));
  const leads = [...company.leads.values()].filter(({ creationTime }) => creationTime < until);
  return [
    ...contacts.flatMap((contact) => partsOfContact(company, contact, query.model)),
    ...leads.flatMap((lead) => partsOfLead(company, lead, query.model)),
    ...company.visits.map(({ day, source, campaign, locationId, number, amount }): Part => {
      const values = { ...daysOf(day), source, campaign, location: locationId, number };
      return { kind: 'visit', weight: 1, values, data: { amount } };
    }),
    ...company.taps.map(({ day, hour, source, campaign, landingPage, locationId, number, amount }): Part => {
      const visit = { source: source || null, campaign, landing_page: landingPage, location: locationId };
      const values = { ...daysOf(day), hour: String(hour), ...visit, number };
      return { kind: 'tap', weight: 1, values, data: { amount } };
    }),
    ...company.costs.map(({ day, source, campaign, amount }): Part => {
      return { kind: 'cost', weight: 1, values: { ...daysOf(day), source, campaign }, data: { amount } };
    }),
  ];
}

function partsOfContact(company: RandomCompany, contact: ModelContact, model: Model): Part[] {
  const { confidence } = attributionOfContact(contact);
  const own: Values = {
    ...timesOf(company, contact.time),
    ...(contact.kind === 'form' ? {} : { number: contact.number, location: contact.locationId }),
    state: stateOf(company, contact.leadNumber),
    confidence: confidence >= 0.9 ? 'high' : confidence >= 0.5 ? 'medium' : 'low',
  };
  const data: Part['data'] = { confidence: own['confidence'] ?? null };
  if (contact.report !== null) {
    const { answeredBy, outcome, ringSeconds, talkSeconds } = resultOf(contact.report);
    own['answered_by'] = answeredBy === null ? null : (answeredBy.userId ?? answeredBy.number);
    own['outcome'] = outcome;
    const { keys, isLost } = inMenu(contact.report.menu, outcome);
    own['menu_key'] = keys;
    data['isLost'] = isLost;
    const isFirst = personOf(contact) === null ? null : contact.isFirst;
    own['first_time'] = isFirst === null ? null : String(isFirst);
    Object.assign(data, { outcome, ring: ringSeconds, talk: talkSeconds, isFirst });
    Object.assign(data, { person: personOf(contact), isRescued: isRescued(company, contact) });
  }
  return creditsOf(company, contact, model).map(({ touch, weight }) => ({
    kind: contact.kind,
    weight,
    values: { ...own, ...touchValues(touch) },
    data,
  }));
}

function inMenu(
  menu: MenuReport | undefined,
  outcome: string | null,
): { keys: string | null; isLost: boolean } {
  const keys = MENUS.find((each) => each.menu === menu)?.keys ?? null;
  const isLost = outcome === 'abandoned' && menu !== undefined && !('choice' in menu);
  return { keys: outcome === null ? null : keys, isLost };
}

function stateOf({ leads }: RandomCompany, leadNumber: number | null): string | null {
  return leadNumber === null ? null : (leads.get(leadNumber)?.state ?? null);
}

function partsOfLead(company: RandomCompany, lead: ModelLead, model: Model): Part[] {
  const [first] = contactsOf(company, lead.leadNumber);
  const maker = first !== undefined && first.time <= lead.creationTime ? first : undefined;
  const path = maker === undefined ? { touches: [numberTouch(lead.tag)], creation: 0 } : pathOf([maker]);
  const own: Values = {
    ...timesOf(company, lead.creationTime),
    number: maker?.number ?? null,
    location: maker?.locationId ?? null,
    state: lead.state,
  };
  const isWon = lead.state === 'closed_won';
  const amount = lead.value === null ? 0 : lead.value.value / (RATES[lead.value.unit] ?? NaN);
  const data = { isWon, value: isWon && Number.isFinite(amount) ? amount : 0 };
  return credited(path, model).map(({ touch, weight }) => ({
    kind: 'lead',
    weight,
    values: { ...own, ...touchValues(touch) },
    data,
  }));
}

function isLeftOut(
  { kind, report, isNotALead, isSpam: isFormSpam }: ModelContact,
  { include, filters }: NaiveQuery,
): boolean {
  if (kind !== 'call') return isFormSpam && !include.includes('spam');
  const isSpam = report?.terms.isBlocked === true;
  const wantsSpam = include.includes('spam') || filters['outcome'] === 'blocked';
  return (isSpam && !wantsSpam) || (isNotALead && !include.includes('not_a_lead'));
}

function isWanted({ kind, values }: Part, { filters, from, to }: NaiveQuery, shift: number): boolean {
  const day = moved(values['day'] ?? '', shift);
  if (day < from || day > to) return false;
  shiftDays(values, day);
  if (Object.keys(filters).some((name) => !(name in values) && !(kind === 'call' && name === 'first_time')))
    return false;
  return Object.entries(filters).every(([name, value]) => (values[name] ?? '') === value);
}

/** Sets the values of the day to those of another one. */
function shiftDays(values: Values, day: string): void {
  Object.assign(values, daysOf(day));
}

function moved(day: string, shift: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + shift);
  return date.toISOString().slice(0, 10);
}

/** To make one takes longer than all else that a time needs. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
  const format =
    FORMATS.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, hourCycle: 'h23', ...options });
  FORMATS.set(timeZone, format);
  return format;
}

function timesOf({ timeZone }: RandomCompany, time: number): Values {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts['year']}-${parts['month']}-${parts['day']}`;
  return { ...daysOf(day), hour: String(Number(parts['hour'])) };
}

/** Returns the values of a day; weeks begin on Monday. */
function daysOf(day: string): Values {
  const date = new Date(`${day}T12:00:00Z`);
  const weekday = date.getUTCDay();
  return {
    day,
    week: moved(day, -((weekday + 6) % 7)),
    month: day.slice(0, 7),
    weekday: WEEK_DAYS[weekday] ?? '',
  };
}

function personOf({ leadNumber, caller }: ModelContact): string | null {
  return leadNumber === null ? caller : `lead ${leadNumber}`;
}

function isRescued({ contacts }: RandomCompany, { caller, report, time }: ModelContact): boolean {
  const outcome = report === null ? null : resultOf(report).outcome;
  if (caller === null || outcome === null || outcome === 'answered' || outcome === 'blocked') return false;
  return contacts.some(
    (other) =>
      other.kind === 'call' &&
      other.caller === caller &&
      other.time > time &&
      other.time <= time + RESCUE_MS &&
      other.report !== null &&
      resultOf(other.report).outcome === 'answered',
  );
}

function contactsOf({ contacts }: RandomCompany, leadNumber: number): ModelContact[] {
  return contacts
    .filter((contact) => contact.leadNumber === leadNumber && !contact.isSpam)
    .toSorted((a, b) => a.time - b.time || a.eventNumber - b.eventNumber);
}

interface NaivePath {
  touches: NaiveTouch[];
  creation: number;
}

function creditsOf(
  company: RandomCompany,
  contact: ModelContact,
  model: Model,
): { touch: NaiveTouch; weight: number }[] {
  const { leadNumber, isSpam } = contact;
  const all = leadNumber === null || isSpam ? [contact] : contactsOf(company, leadNumber);
  return credited(pathOf(all.slice(0, all.indexOf(contact) + 1)), model);
}

function pathOf(contacts: readonly ModelContact[]): NaivePath {
  const touches: NaiveTouch[] = [];
  let creation = -1;
  let former: ModelContact | undefined;
  for (const contact of contacts) {
    const isKnown = former !== undefined && isSameTouch(former, contact);
    former = contact;
    if (isKnown) continue;
    if (touches.length === 0) touches.push(...firstTouch(contact));
    touches.push(ownTouch(contact));
    if (creation < 0) creation = touches.length - 1;
  }
  // Only the first two and the latest eight are kept.
  return {
    touches: touches.length > 10 ? [...touches.slice(0, 2), ...touches.slice(-8)] : touches,
    creation,
  };
}

function isSameTouch(one: ModelContact, other: ModelContact): boolean {
  const [before, visit] = [attributionOfContact(one).visit, attributionOfContact(other).visit];
  if (before === null || visit === null) return before === visit && one.source === other.source;
  return visit.visit_id !== null && visit.visit_id === before.visit_id;
}

/** Returns the visitor's first visit in the browser, if it was another one. */
function firstTouch(contact: ModelContact): NaiveTouch[] {
  const { visit } = attributionOfContact(contact);
  if (visit === null || visit.first_source === null) return [];
  const isOwn = visit.first_source === visit.source && visit.first_campaign === visit.campaign;
  return isOwn ? [] : [{ ...numberTouch(visit.first_source), campaign: visit.first_campaign }];
}

function ownTouch(contact: ModelContact): NaiveTouch {
  const { visit } = attributionOfContact(contact);
  if (visit === null) return numberTouch(contact.source);
  const { source, medium, campaign, term, landing_page: landingPage, channel } = visit;
  return { source, medium, campaign, term, landingPage, kind: naiveKind(channel) };
}

function numberTouch(source: string | null): NaiveTouch {
  return { source, medium: null, campaign: null, term: null, landingPage: null, kind: naiveKind(source) };
}

function naiveKind(channel: string | null): NaiveTouch['kind'] {
  if (channel === 'direct') return 'direct';
  return channel?.startsWith('paid_') === true ? 'paid' : 'other';
}

function credited({ touches, creation }: NaivePath, model: Model): { touch: NaiveTouch; weight: number }[] {
  const last = touches.length - 1;
  const whole = (index: number): { touch: NaiveTouch; weight: number }[] =>
    touches
      .slice(index < 0 ? last : index)
      .slice(0, 1)
      .map((touch) => ({ touch, weight: 1 }));
  if (model === 'first') return whole(0);
  if (model === 'lead_creation') return whole(creation);
  if (model === 'last_non_direct') return whole(touches.findLastIndex(({ kind }) => kind !== 'direct'));
  if (model === 'last_paid') return whole(touches.findLastIndex(({ kind }) => kind === 'paid'));
  if (model === 'last' || touches.length === 1) return whole(last);
  if (touches.length === 2) return touches.map((touch) => ({ touch, weight: 0.5 }));
  return touches.map((touch, index) => ({
    touch,
    weight: index === 0 || index === last ? 0.4 : 0.2 / (touches.length - 2),
  }));
}

function touchValues({ source, medium, campaign, term, landingPage }: NaiveTouch): Values {
  return { source, medium, campaign, term, landing_page: landingPage };
}

function figuresOf(parts: readonly Part[], { metrics }: NaiveQuery): Figures {
  const of = (kind: Part['kind']): Part[] => parts.filter((part) => part.kind === kind);
  const calls = of('call');
  const sum = (list: readonly Part[], value: (part: Part) => number = () => 1): number =>
    list.reduce((total, part) => total + part.weight * value(part), 0);
  const answered = calls.filter(({ data }) => data['outcome'] === 'answered');
  const missed = calls.filter(
    ({ data }) => data['outcome'] !== null && !['answered', 'blocked'].includes(String(data['outcome'])),
  );
  const amount = ({ data }: Part): number => Number(data['amount']);
  const confident = (group: string): Part[] => calls.filter(({ data }) => data['confidence'] === group);
  const leads = of('lead');
  const won = leads.filter(({ data }) => data['isWon']);
  const costs = of('cost');
  const value = sum(won, ({ data }) => Number(data['value']));
  const all: Record<MetricName, number> = {
    visits: sum(of('visit'), amount),
    taps: sum(of('tap'), amount),
    calls: sum(calls),
    callers: new Set(calls.flatMap(({ data }) => data['person'] ?? [])).size,
    first_time_callers: sum(calls.filter(({ data }) => data['isFirst'])),
    answered: sum(answered),
    missed: sum(missed),
    answer_rate: sum(answered) / (sum(answered) + sum(missed)),
    rescued: sum(calls.filter(({ data }) => data['isRescued'])),
    not_called_back: sum(missed.filter(({ data }) => data['isRescued'] !== true)),
    lost_in_menu: sum(calls.filter(({ data }) => data['isLost'])),
    ring_median: median(answered, 'ring'),
    talk_median: median(answered, 'talk'),
    share_high_confidence: sum(confident('high')) / sum(calls),
    share_medium_confidence: sum(confident('medium')) / sum(calls),
    share_low_confidence: sum(confident('low')) / sum(calls),
    texts: sum(of('text')),
    forms: sum(of('form')),
    leads: sum(leads),
    won: sum(won),
    value,
    cost: sum(costs, amount),
    cost_per_lead: costs.length === 0 ? NaN : sum(costs, amount) / sum(leads),
    return_on_spend: value / sum(costs, amount),
    calls_per_100_visits: (100 * sum(calls)) / sum(of('visit'), amount),
  };
  return Object.fromEntries(metrics.map((name) => [name, Number.isFinite(all[name]) ? all[name] : null]));
}

/** Returns the median of a time; a record counts once in a group, whatever its share. */
function median(parts: readonly Part[], name: 'ring' | 'talk'): number {
  const byRecord = new Map(parts.map(({ data }) => [data, data[name]]));
  const sorted = [...byRecord.values()]
    .flatMap((value) => (typeof value === 'number' ? value : []))
    .toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return NaN;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}
