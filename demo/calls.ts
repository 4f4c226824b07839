/** The calls and texts of the demo company's last three weeks: made up, but always the same ones. */
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

const SEED = 20_261_122;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The days that calls and texts are spread over. */
const DAYS = 20.5;
/** How many leads call, and how many others write. Some call again. */
const CALLERS = 48;
const WRITERS = 15;
/** A call or text is over by now when it began so long ago. */
const LATEST_MS = 15 * MINUTE;

/** How calls go while the branch is open, in turn, and while it is closed. */
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

/** What people say of a call, as `POST .../calls/<id>/modify` takes it. */
export type Remarks = Record<string, unknown>;

/** A call, as `POST .../calls` takes it, and what people say of it. */
export interface PastCall {
  told: {
    carrier_call_id: string;
    number: string;
    from: string | null;
    started_at: string;
    outcome: Outcome;
  };
  remarks?: Remarks;
}

/** A text, as `POST .../texts` takes it. */
export interface PastText {
  carrier_text_id: string;
  number: string;
  from: string;
  message: string;
  sent_at: string;
}

/** What came in. */
export interface Past {
  calls: PastCall[];
  texts: PastText[];
}

/** A lead who calls or writes, and when they were made. */
interface Person {
  phone: string;
  source: string;
  branch: Branch;
  born: number;
}

/** A call before it is numbered. */
interface Ring {
  from: string | null;
  number: string;
  time: number;
  outcome: Outcome;
}

/** The calls and texts of some of the demo's leads, each the oldest first; the call of somebody unknown comes last. @param now what the leads were made with */
export function demoCalls(leads: readonly PastLead[], now: number): Past {
  const people = peopleOf(leads, now);
  const callers = spread(people, CALLERS, now);
  const writers = spread(
    people.filter((person) => !callers.includes(person)),
    WRITERS,
    now,
  );
  const rings = callers
    .flatMap((person, index) => ringsOf(person, index, now))
    .toSorted((a, b) => a.time - b.time);
  return {
    calls: [...rings, withheldRing(now)].map(callOf),
    texts: textsOf(writers, now),
  };
}

/** The leads of these weeks with a number that is not one of the company. */
function peopleOf(leads: readonly PastLead[], now: number): Person[] {
  const own = JSON.stringify(demoDniSettings());
  return leads.flatMap(({ lead, creation_time: made }) => {
    const [phone = '', source = ''] = [lead.phones[0]?.phone, lead.source_tags.at(-1)];
    const branch = BRANCHES.find((_, index) => branchGroupId(index) === lead.lead_group);
    const born = Date.parse(made);
    if (branch === undefined || own.includes(phone) || now - born > (DAYS + 1) * DAY) return [];
    return [{ phone, source, branch, born }];
  });
}

/** So many of the people, as evenly over the days as they are there. */
function spread(people: readonly Person[], count: number, now: number): Person[] {
  const left = new Set(people);
  return Array.from({ length: count }, (_, index) => {
    const wanted = now - ((index + 0.5) * DAYS * DAY) / count;
    const [nearest] = [...left].toSorted((a, b) => Math.abs(a.born - wanted) - Math.abs(b.born - wanted));
    if (nearest === undefined) throw new Error('There are too few leads to call.');
    left.delete(nearest);
    return nearest;
  });
}

/** The calls of a lead: one soon after the lead came, and again for some who reached nobody, or have another question. */
function ringsOf(person: Person, index: number, now: number): Ring[] {
  const chance = chanceOf(SEED + index);
  const { phone: from, branch, source } = person;
  const number = chance.maybe(0.05) ? NATIONAL_NUMBER : calledNumberOf(branch, source);
  const time = momentOf(chance, person, now);
  const outcome = inTurn(isOpen(branch, time) ? OPEN_OUTCOMES : CLOSED_OUTCOMES, index);
  const isAgain = chance.maybe(outcome === 'answered' ? 0.15 : 0.6);
  const again =
    outcome === 'answered'
      ? openingAt(chance, branch, time + (1 + chance.next()) * DAY)
      : openingAt(chance, branch, time + (8 + chance.next() * 50) * MINUTE);
  const first = { from, number, time, outcome };
  return isAgain && again < now - LATEST_MS
    ? [first, { ...first, time: again, outcome: 'answered' }]
    : [first];
}

/** When a lead calls or writes: some minutes after it came, most often not before the branch has opened. */
function momentOf(chance: Chance, { born, branch }: Person, now: number): number {
  const soon = Math.min(born + (4 + chance.next() * 40) * MINUTE, now - LATEST_MS);
  const later = openingAt(chance, branch, soon);
  return chance.maybe(0.9) && later < now - LATEST_MS ? later : soon;
}

/** The time itself while the branch is open, else some time after it has opened. */
function openingAt(chance: Chance, branch: Branch, time: number): number {
  const wait = chance.next() * 100 * MINUTE;
  if (isOpen(branch, time)) return time;
  let opening = time;
  while (!isOpen(branch, opening)) opening += 10 * MINUTE;
  return opening + wait;
}

/** Somebody who does not say their number. */
function withheldRing(now: number): Ring {
  const chance = chanceOf(SEED - 1);
  const branch = chance.pick(BRANCHES);
  const time = openingAt(chance, branch, now - 6.4 * DAY);
  return { from: null, number: calledNumberOf(branch, 'organic_search'), time, outcome: 'answered' };
}

function callOf({ from, number, time, outcome }: Ring, index: number): PastCall {
  const chance = chanceOf(SEED + 1000 + index);
  const remarks = outcome === 'answered' && from !== null ? remarksOf(chance, index) : undefined;
  return {
    told: {
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

/** How long it rang, and what came then. */
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

/** What is said of a few of the calls that were answered. */
function remarksOf(chance: Chance, index: number): Remarks | undefined {
  if (index % 13 === 5) {
    return { tags: ['Question'], lead_status: 'not_a_lead', note: 'Only asked when we are open.' };
  }
  if (index % 4 !== 0) return undefined;
  const [tag, note] = chance.pick(CALL_NOTES);
  const value = Math.round(2 + chance.next() ** 2 * 60) * 75;
  return { tags: [tag], lead_status: 'good', note, value: { unit: 'USD', value } };
}

function textsOf(writers: readonly Person[], now: number): PastText[] {
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
  if (item === undefined) throw new Error('There is nothing to take in turn.');
  return item;
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
