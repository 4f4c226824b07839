/** The search, written as naively as its rules read: every lead, every value, no index. */
import type { KnownLead } from './random-leads.ts';

export interface NaiveQuery {
  q: string;
  searchFields: string[];
  /** Event types that are searched as well. */
  timeline: string[];
}

export interface NaiveHit {
  leadId: string;
  /** Undefined: events that the reference cannot tell apart. */
  field: string | undefined;
  /** The value; of a timeline hit only that there is one. */
  value: string | undefined;
}

/** Hits in their order. */
export function naiveSearch(leads: readonly KnownLead[], query: NaiveQuery): NaiveHit[] {
  const wanted = naiveFold(query.q);
  const found = leads.flatMap((lead): Found[] => {
    const candidates = valuesOf(lead, query).flatMap(({ field, place, value, isPhone }) => {
      const rank = isPhone ? phoneRank(value, query.q) : textRank(naiveFold(value), wanted);
      return rank === undefined ? [] : [{ field, place, value, rank }];
    });
    const [best] = candidates.toSorted((a, b) => a.rank - b.rank || a.place - b.place);
    if (best !== undefined) return [{ lead, ...best }];
    const events = lead.events
      .filter(({ type }) => query.timeline.includes(type))
      .filter(({ texts }) => texts.some((text) => textRank(naiveFold(text), wanted) !== undefined))
      .toSorted((a, b) => b.time - a.time);
    const [event] = events;
    if (event === undefined) return [];
    // Events of one moment are told apart by ids that the reference does not know.
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
  place: number;
  value: string;
  isPhone: boolean;
}

const knownValues = new WeakMap<KnownLead, Map<string, Value[]>>();

/** A lead's values do not change in these tests. */
function valuesOf(lead: KnownLead, query: NaiveQuery): Value[] {
  const values = knownValues.get(lead) ?? new Map<string, Value[]>();
  knownValues.set(lead, values);
  const key = query.searchFields.join();
  const known = values.get(key) ?? readValues(lead, query);
  values.set(key, known);
  return known;
}

function readValues(lead: KnownLead, { searchFields }: NaiveQuery): Value[] {
  const built: [string, string[]][] = [
    ['name', lead.name === undefined ? [] : [lead.name]],
    ['email', lead.emails],
    ['phone', lead.phones],
  ];
  const values = built.flatMap(([field, texts], place) =>
    texts.map((value) => ({ field, place, value, isPhone: field === 'phone' })),
  );
  const custom = searchFields.flatMap((path, index) =>
    fieldTexts(lead, path).map((entry) => ({ ...entry, place: index + 3, isPhone: false })),
  );
  return [...values, ...custom];
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
function textRank(value: string, wanted: string): number | undefined {
  if (wanted === '') return undefined;
  if (value === wanted) return 0;
  if (value.startsWith(wanted)) return 1;
  const isAtWord = (word: string): boolean =>
    value.includes(word) &&
    Array.from({ length: value.length }, (_, at) => at).some(
      (at) => value.startsWith(word, at) && !/[\p{L}\p{N}]$/u.test(value.slice(0, at)),
    );
  if (isAtWord(wanted) || wanted.split(' ').every(isAtWord)) return 2;
  return value.includes(wanted) ? 3 : undefined;
}

function phoneRank(phone: string, q: string): number | undefined {
  if (!/^[+\d\s().\-/]+$/.test(q)) return undefined;
  const digits = q.replaceAll(/\D/g, '');
  const national = digits.replace(/^00(?=\d{3})/, '').replace(/^0(?=\d{3})/, '');
  // In the United States ten digits are a whole number, and so are eleven that start with 1.
  const whole = national.length === 10 && /^[2-9]/.test(national) ? `1${national}` : national;
  const ranks = [national, whole]
    .filter((needle) => needle.length >= 3)
    .flatMap((needle) => {
      if (phone === `+${needle}`) return [0];
      if (phone.startsWith(`+${needle}`)) return [1];
      return phone.includes(needle) ? [3] : [];
    });
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}

const folded = new Map<string, string>();

export function naiveFold(text: string): string {
  const known = folded.get(text) ?? foldByCharacter(text);
  folded.set(text, known);
  return known;
}

/** Letters that do not decompose, and what people type for them. */
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
