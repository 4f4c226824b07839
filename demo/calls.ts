/** Generates the demo company's calls and messages of the last three months, always the same ones. */
import { type Chance, chanceOf } from './chance.ts';
import {
  BRANCHES,
  type Branch,
  calledNumberOf,
  demoDniSettings,
  isOpen,
  NATIONAL_NUMBER,
  textNumberOf,
} from './company.ts';
import { branchGroupId } from './lead-settings.ts';
import { CALL_NOTES, FIRST_TEXTS } from './lead-texts.ts';
import type { PastLead } from './leads.ts';
import { isOnSite, PAST_DAYS, type PastReport, pastVisits } from './past-visits.ts';

const SEED = 20_261_122;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Days over which calls are spread, and messages. */
const DAYS = PAST_DAYS - 0.5;
const MESSAGE_DAYS = 20.5;
/** The share of the leads who call. Some call again. */
const CALLING = 0.52;
/** The number of others who write. */
const WRITERS = 15;
/** Only the newest calls have remarks. */
const REMARKED_DAYS = 21;
/** How many of the last writers call, too. */
const IMPATIENT = 3;
/** The newest calls and messages are this old, so that they have ended. */
const LATEST_MS = 15 * MINUTE;

/** Outcomes of calls, in turn, while the branch is open and while it is closed. */
const OPEN_OUTCOMES = [
  'answered',
  'answered',
  'missed',
  'answered',
  'voicemail',
  'answered',
  'answered',
  'busy',
  'answered',
  'answered',
  'abandoned',
  'answered',
  'answered',
] as const;
const CLOSED_OUTCOMES = ['voicemail', 'voicemail', 'missed'] as const;
type Outcome = (typeof OPEN_OUTCOMES)[number];

/** Remarks on a call, for `POST .../calls/<id>/modify`. */
export type Remarks = Record<string, unknown>;

/** A call for `POST .../calls`, and remarks on it. */
export interface PastCall {
  report: {
    carrier_call_id: string;
    number: string;
    from: string | null;
    started_at: string;
    outcome: Outcome;
  };
  remarks?: Remarks;
}

/** A message for `POST .../texts`. */
export interface PastMessage {
  carrier_text_id: string;
  number: string;
  from: string;
  message: string;
  sent_at: string;
}

/** Past calls, messages, and visits of the site. */
export interface Past {
  calls: PastCall[];
  messages: PastMessage[];
  visits: PastReport[];
}

/** A lead who calls or writes, and when the lead was created. */
interface Person {
  phone: string;
  source: string;
  branch: Branch;
  born: number;
}

/** A call without an id. */
interface Ring {
  from: string | null;
  number: string;
  source: string;
  branch: Branch;
  time: number;
  outcome: Outcome;
}

/** Generates calls and messages for some leads, oldest first; the call with a withheld number comes last. @param now as for the leads */
export function demoCalls(leads: readonly PastLead[], now: number): Past {
  const people = peopleOf(leads, now);
  const callers = people.filter((_, index) => chanceOf(SEED + index).maybe(CALLING));
  const called = new Set(callers);
  const writers = spread(
    people.filter((person) => !called.has(person) && now - person.born < MESSAGE_DAYS * DAY),
    WRITERS,
    now,
  );
  const messages = messagesOf(writers, now);
  const rings = [
    ...callers.flatMap((person, index) => ringsOf(person, index, now)),
    ...ringsAfter(messages, writers, now),
  ].toSorted((a, b) => a.time - b.time);
  return {
    calls: [...rings, withheldRing(now)].map((ring, index) => callOf(ring, index, now)),
    messages,
    visits: pastVisits(
      rings.filter(({ source }) => isOnSite(source)),
      now,
    ),
  };
}

/** Finds the leads of these months whose number is not the company's own. */
function peopleOf(leads: readonly PastLead[], now: number): Person[] {
  const own = JSON.stringify(demoDniSettings());
  return leads.flatMap(({ lead, creation_time: made }) => {
    const [phone = '', source = ''] = [lead.phones[0]?.phone, lead.source_tags[0]];
    const branch = BRANCHES.find((_, index) => branchGroupId(index) === lead.lead_group);
    const born = Date.parse(made);
    if (branch === undefined || own.includes(phone) || now - born > DAYS * DAY) return [];
    return [{ phone, source, branch, born }];
  });
}

/** Selects people, spread as evenly over the days as possible. */
function spread(people: readonly Person[], count: number, now: number): Person[] {
  const left = new Set(people);
  return Array.from({ length: count }, (_, index) => {
    const wanted = now - ((index + 0.5) * MESSAGE_DAYS * DAY) / count;
    const [nearest] = [...left].toSorted((a, b) => Math.abs(a.born - wanted) - Math.abs(b.born - wanted));
    if (nearest === undefined) throw new Error('There are too few leads to write.');
    left.delete(nearest);
    return nearest;
  });
}

/** Generates a lead's calls: the one that makes the lead, and for some another, if nobody answered or with a new question. */
function ringsOf(person: Person, index: number, now: number): Ring[] {
  const chance = chanceOf(SEED + index);
  const { phone: from, branch, source } = person;
  const number = chance.maybe(0.05) ? NATIONAL_NUMBER : calledNumberOf(branch, source);
  // The lead is created while they talk.
  const time = person.born - Math.round((0.5 + chance.next() * 2) * MINUTE);
  const outcome = outcomeAt(chance, branch, time, index);
  const isAgain = chance.maybe(outcome === 'answered' ? 0.15 : 0.6);
  const again =
    outcome === 'answered'
      ? openingAt(chance, branch, time + (1 + chance.next()) * DAY)
      : openingAt(chance, branch, time + (8 + chance.next() * 50) * MINUTE);
  const first = { from, number, source, branch, time, outcome };
  return isAgain && again < now - LATEST_MS
    ? [first, { ...first, time: again, outcome: 'answered' }]
    : [first];
}

/** Chooses the outcome of a call. On Monday mornings everybody calls, and many calls are missed. */
function outcomeAt(chance: Chance, branch: Branch, time: number, index: number): Outcome {
  if (!isOpen(branch, time)) return inTurn(CLOSED_OUTCOMES, index);
  const date = new Date(time);
  const isMondayMorning = date.getUTCDay() === 1 && date.getUTCHours() < 16;
  return isMondayMorning && chance.maybe(0.45) ? 'missed' : inTurn(OPEN_OUTCOMES, index);
}

/** Chooses when a lead writes: some minutes after its creation, mostly while the branch is open. */
function momentOf(chance: Chance, { born, branch }: Person, now: number): number {
  const soon = Math.min(born + (4 + chance.next() * 40) * MINUTE, now - LATEST_MS);
  const later = openingAt(chance, branch, soon);
  return chance.maybe(0.9) && later < now - LATEST_MS ? later : soon;
}

/** Returns the time if the branch is open, else a time after it opens. */
function openingAt(chance: Chance, branch: Branch, time: number): number {
  const wait = chance.next() * 100 * MINUTE;
  if (isOpen(branch, time)) return time;
  let opening = time;
  while (!isOpen(branch, opening)) opening += 10 * MINUTE;
  return opening + wait;
}

/** Generates the calls of the last writers, who reached nobody either: they wait in the inbox with all of that. */
function ringsAfter(messages: readonly PastMessage[], writers: readonly Person[], now: number): Ring[] {
  return messages.slice(-IMPATIENT).flatMap(({ from, number, sent_at: sent }) => {
    const person = writers.find(({ phone }) => phone === from);
    const times = [20, 45].map((minutes) => Date.parse(sent) + minutes * MINUTE);
    if (person === undefined) return [];
    const { source, branch } = person;
    return times
      .filter((time) => time < now - LATEST_MS)
      .map((time): Ring => ({ from, number, source, branch, time, outcome: 'missed' }));
  });
}

/** Generates a call with a withheld number. */
function withheldRing(now: number): Ring {
  const chance = chanceOf(SEED - 1);
  const branch = chance.pick(BRANCHES);
  const time = openingAt(chance, branch, now - 6.4 * DAY);
  const source = 'organic_search';
  return { from: null, number: calledNumberOf(branch, source), source, branch, time, outcome: 'answered' };
}

function callOf({ from, number, time, outcome }: Ring, index: number, now: number): PastCall {
  const chance = chanceOf(SEED + 1000 + index);
  const isRemarked = outcome === 'answered' && from !== null && now - time < REMARKED_DAYS * DAY;
  const remarks = isRemarked ? remarksOf(chance, index) : undefined;
  return {
    report: {
      carrier_call_id: `demo-call-${index + 1}`,
      number,
      from,
      started_at: isoOf(time),
      outcome,
      ...lengthOf(chance, outcome, time),
    },
    ...(remarks === undefined ? {} : { remarks }),
  };
}

/** Chooses the durations of a call. */
function lengthOf(chance: Chance, outcome: Outcome, time: number): Record<string, unknown> {
  const between = (least: number, most: number): number => least + Math.floor(chance.next() * (most - least));
  const ended = (seconds: number): string => isoOf(time + seconds * 1000);
  if (outcome === 'answered') {
    const [ring, talk] = [between(4, 21), between(35, 240) + between(0, 5) ** 2 * 20];
    return { ring_seconds: ring, answered_at: ended(ring), talk_seconds: talk, ended_at: ended(ring + talk) };
  }
  if (outcome === 'busy') return { ring_seconds: 0, ended_at: ended(2) };
  const ring = outcome === 'abandoned' ? between(5, 18) : 25;
  const message = outcome === 'voicemail' ? between(8, 50) : 0;
  return { ring_seconds: ring, ended_at: ended(ring + message) };
}

/** Chooses remarks for a few answered calls. */
function remarksOf(chance: Chance, index: number): Remarks | undefined {
  if (index % 13 === 5) {
    return { tags: ['Question'], lead_status: 'not_a_lead', note: 'Only asked when we are open.' };
  }
  if (index % 4 !== 0) return undefined;
  const [tag, note] = chance.pick(CALL_NOTES);
  const value = Math.round(2 + chance.next() ** 2 * 60) * 75;
  return { tags: [tag], lead_status: 'good', note, value: { unit: 'USD', value } };
}

function messagesOf(writers: readonly Person[], now: number): PastMessage[] {
  return writers
    .map((person, index) => {
      const chance = chanceOf(SEED + 2000 + index);
      const { phone: from, branch, source } = person;
      const number = chance.maybe(0.4) ? textNumberOf(branch) : calledNumberOf(branch, source);
      return { number, from, message: inTurn(FIRST_TEXTS, index), time: momentOf(chance, person, now) };
    })
    .toSorted((a, b) => a.time - b.time)
    .map(({ time, ...text }, index) => ({
      carrier_text_id: `demo-text-${index + 1}`,
      ...text,
      sent_at: isoOf(time),
    }));
}

function inTurn<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
