/** A naive implementation of the search rules: reads every value of every lead, without an index. */
import type { KnownLead } from './random-leads.ts';

export interface NaiveQuery {
  q: string;
  searchFields: string[];
  /** The event types that are included in the search. */
  timeline: string[];
}

export interface NaiveHit {
  leadId: string;
  /** Undefined if the reference cannot tell the events apart. */
  field: string | undefined;
  /** The matching value; for a hit on the timeline only that there is one. */
  value: string | undefined;
}

/** The hits, in order. */
export function naiveSearch(leads: readonly KnownLead[], query: NaiveQuery): NaiveHit[] {
  const wanted = naiveFold(query.q);
  const words = wanted.split(' ');
  const needles = phoneNeedles(query.q);
  const columns = columnsOf(leads, query);
  const found = leads.flatMap((lead, index): Found[] => {
    const candidates: { field: string; place: number; value: string; rank: number }[] = [];
    for (const [place, column] of columns.entries()) {
      for (const { field, value, folded: text, isPhone } of column[index] ?? []) {
        const rank = isPhone ? phoneRank(value, needles) : textRank(text, wanted, words);
        if (rank !== undefined) candidates.push({ field, place, value, rank });
      }
    }
    const [best] = candidates.toSorted((a, b) => a.rank - b.rank || a.place - b.place);
    if (best !== undefined) return [{ lead, ...best }];
    if (query.timeline.length === 0) return [];
    const events = lead.events
      .filter(({ type }) => query.timeline.includes(type))
      .filter(({ texts }) => texts.some((text) => textRank(naiveFold(text), wanted, words) !== undefined))
      .toSorted((a, b) => b.time - a.time);
    const [event] = events;
    if (event === undefined) return [];
    // Events of one moment are ordered by ids, which the reference does not know.
    const isAlone = events.filter(({ time }) => time === event.time).length === 1;
    return [{ lead, field: isAlone ? event.type : undefined, place: 0, value: undefined, rank: 4 }];
  });
  return found
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        (a.rank === 4 ? 0 : a.place - b.place) ||
        b.lead.modified - a.lead.modified ||
        (a.lead.leadId < b.lead.leadId ? -1 : 1),
    )
    .map(({ lead, field, value }) => ({ leadId: lead.leadId, field, value }));
}

interface Found extends Omit<NaiveHit, 'leadId'> {
  lead: KnownLead;
  rank: number;
  place: number;
}

interface Value {
  field: string;
  value: string;
  folded: string;
  isPhone: boolean;
}

/** The values of each lead in one field of the search. They do not change in these tests. */
type Column = readonly (readonly Value[])[];

const knownColumns = new WeakMap<readonly KnownLead[], Map<string, Column>>();

/** The searched fields, in the order of their rank. */
function columnsOf(leads: readonly KnownLead[], { searchFields }: NaiveQuery): Column[] {
  const columns = knownColumns.get(leads) ?? new Map<string, Column>();
  knownColumns.set(leads, columns);
  return ['name', 'email', 'phone', ...searchFields].map((path, place) => {
    // A field of the company may have the name of a built-in one.
    const key = place < BUILT_IN.length ? `built-in ${path}` : path;
    const known = columns.get(key) ?? leads.map((lead) => readValues(lead, path, BUILT_IN[place]));
    columns.set(key, known);
    return known;
  });
}

const BUILT_IN: readonly ((lead: KnownLead) => string[])[] = [
  (lead) => (lead.name === undefined ? [] : [lead.name]),
  (lead) => lead.emails,
  (lead) => lead.phones,
];

function readValues(
  lead: KnownLead,
  path: string,
  builtIn: ((lead: KnownLead) => string[]) | undefined,
): Value[] {
  const texts = builtIn?.(lead).map((value) => ({ field: path, value })) ?? fieldTexts(lead, path);
  const isPhone = builtIn !== undefined && path === 'phone';
  return texts.map((text) => ({ ...text, folded: naiveFold(text.value), isPhone }));
}

function fieldTexts(lead: KnownLead, path: string): { field: string; value: string }[] {
  const [name = '', part] = path.split('.');
  const values = lead.fields[name] ?? [];
  if (name !== 'home') return values.flatMap(plainTexts).map((value) => ({ field: path, value }));
  const parts = part === undefined ? ['street', 'rooms', 'kind'] : [part];
  return parts.flatMap((each) =>
    values
      .flatMap((value) => (value as Record<string, unknown[]>)[each] ?? [])
      .map((value) => ({ field: `home.${each}`, value: String(value) })),
  );
}

function plainTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'object' || value === null) return [String(value)];
  const { unit, value: amount } = value as { unit: string; value: number };
  return [`${unit} ${amount}`];
}

/** 0 equal, 1 starts with, 2 word start, 3 substring. */
function textRank(value: string, wanted: string, words: readonly string[]): number | undefined {
  if (wanted === '' || !words.every((word) => value.includes(word))) return undefined;
  if (value === wanted) return 0;
  if (value.startsWith(wanted)) return 1;
  const isAtWord = (word: string): boolean =>
    value.includes(word) &&
    Array.from({ length: value.length }, (_, at) => at).some(
      (at) => value.startsWith(word, at) && !/[\p{L}\p{N}]$/u.test(value.slice(0, at)),
    );
  if (isAtWord(wanted) || words.every(isAtWord)) return 2;
  return value.includes(wanted) ? 3 : undefined;
}

/** Returns the digits of a query that looks like a phone number, and those of the complete number. */
function phoneNeedles(q: string): string[] {
  if (!/^[+\d\s().\-/]+$/.test(q)) return [];
  const digits = q.replaceAll(/\D/g, '');
  const national = digits.replace(/^00(?=\d{3})/, '').replace(/^0(?=\d{3})/, '');
  // In the United States, ten digits are a complete number, and so are eleven that start with 1.
  const whole = national.length === 10 && /^[2-9]/.test(national) ? `1${national}` : national;
  return [national, whole].filter((needle) => needle.length >= 3);
}

/** As textRank. */
function phoneRank(phone: string, needles: readonly string[]): number | undefined {
  if (!needles.some((needle) => phone.includes(needle))) return undefined;
  const ranks = needles.flatMap((needle) => {
    if (phone === `+${needle}`) return [0];
    if (phone.startsWith(`+${needle}`)) return [1];
    return phone.includes(needle) ? [3] : [];
  });
  return Math.min(...ranks);
}

const folded = new Map<string, string>();

export function naiveFold(text: string): string {
  const known = folded.get(text) ?? foldByCharacter(text);
  folded.set(text, known);
  return known;
}

/** Letters that do not decompose, and the letters that people type for them. */
const PLAIN = new Map(
  ['øo', 'łl', 'đd', 'ħh', 'ıi', 'ðd', 'æae', 'œoe', 'ßss', 'þth'].map((pair) => [
    pair.slice(0, 1),
    pair.slice(1),
  ]),
);

function foldByCharacter(text: string): string {
  return Array.from(text.normalize('NFKD'))
    .filter((character) => !/\p{M}/u.test(character))
    .map((character) => character.toUpperCase().toLowerCase().replace('ς', 'σ'))
    .map((character) => PLAIN.get(character) ?? character)
    .join('')
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}
