/** Decides who rings for a call, and why. Pure. */
import { distanceInKm } from '../../../dni/pure/distance.ts';
import { onlyKnown } from '../../../shared/http/input.ts';
import type { BookNumber } from './book-numbers.ts';
import type { BookLocation, OpenPhoneBook, Person } from './phone-book.ts';
import { writePlace } from '../rules/menus.ts';
import type { CallRules } from '../rules/rules.ts';
import { type Suspicion, TURNED_AWAY } from '../rules/suspects.ts';
import { firstPrompt, type MenuPrompt, termsAt } from './menus.ts';
import { orderText, type RingPriority, turnsBy } from './turns.ts';

/** The most turns that a caller waits for. */
export const MOST_TURNS = 20;

/** A call that came in. */
export interface IncomingCall {
  /** The number that was called: E.164. */
  number: string;
  /** Null when it is withheld. */
  from: string | null;
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether only phones of the company's own country ring: too many calls have rung abroad in this hour. */
  isHomeOnly?: boolean | undefined;
  /** Where the menus led to, see `rules/menus.ts`; absent if no menu answered, or it still does. */
  via?: string | undefined;
  /** Why the caller is taken for spam; absent if they are not. Unknown to the edge when it answers by itself, as the priority is. */
  suspicion?: Suspicion | undefined;
  priority?: RingPriority | undefined;
}

/** A step of the decision. */
export interface RoutingStep {
  step: 'number' | 'caller' | 'location' | 'menu' | 'hours' | 'people' | 'turns';
  detail: string;
}

/** Who rings for a call, and why. */
export interface Route {
  /** `own`: the caller is one of the company's own tracking numbers, so that ringing anybody would make a loop. */
  standing: 'known' | 'unknown' | 'blocked' | 'own';
  number: string;
  location: BookLocation | undefined;
  source: string | undefined;
  /** The company's country: ISO 3166-1 alpha-2. */
  region: string;
  rules: CallRules;
  /** What a menu says first; absent if none answers. */
  prompt?: MenuPrompt;
  /** The people to ring, turn by turn. Everybody in a turn rings at once. */
  turns: readonly (readonly Person[])[];
  /** Everybody who may ring, in the order of the rules, each number once. */
  people: readonly Person[];
  /** The numbers of those who have to press 1. */
  screened: ReadonlySet<string>;
  steps: readonly RoutingStep[];
}

/** A route in the making. */
interface RouteDraft extends Omit<Route, 'prompt' | 'turns' | 'people' | 'screened'> {
  steps: RoutingStep[];
}

/** Decides who rings for a call. */
export function routeCall(
  book: OpenPhoneBook,
  { number, from, now, isHomeOnly, suspicion, via: chosen, priority = {} }: IncomingCall,
): Route {
  const via = chosen ?? (suspicion?.treatment === 'voicemail' ? writePlace(TURNED_AWAY) : undefined);
  const entry = book.numbers.get(number);
  const draft = startOf(book, entry, { number, from, via });
  const prompt = via === undefined ? firstPrompt(book, { number, now, suspicion }) : undefined;
  // Who rings depends on the key.
  if (draft.standing !== 'known' || prompt !== undefined)
    return { ...draft, ...onlyKnown({ prompt }), turns: [], people: [], screened: new Set() };
  const people = uniquePeople(
    withOwner(
      book,
      peopleNow(book, draft, now),
      draft.rules.order === 'owner_first' ? priority.ownerId : undefined,
    ),
  ).filter((person) => canRing(book, draft, { person, from, now, isHomeOnly }));
  const turns = turnsOf(people, draft, priority);
  return { ...draft, turns, people, screened: screenedOf(book, draft, turns) };
}

function startOf(
  book: OpenPhoneBook,
  entry: BookNumber | undefined,
  { number, from, via }: Pick<IncomingCall, 'number' | 'from' | 'via'>,
): RouteDraft {
  const { location, rules } = termsAt(book, number, via);
  const standing = standingOf(book, entry, from);
  const { region } = book.book;
  const draft: RouteDraft = { standing, number, location, source: entry?.source, region, rules, steps: [] };
  const say = (step: RoutingStep['step'], detail: string): void => void draft.steps.push({ step, detail });
  if (entry === undefined)
    say('number', 'The number is in no settings of the company: a sentence is spoken.');
  else say('number', `The number stands for ${describe(entry)}.`);
  if (standing === 'blocked') say('caller', 'The caller is blocked: the call is refused.');
  if (standing === 'own') say('caller', 'The caller is a tracking number of the company: nobody is rung.');
  if (standing !== 'known') return draft;
  const how =
    via !== undefined
      ? 'as the caller chose'
      : entry?.locationId === undefined
        ? 'no location of its own: the default one'
        : 'its location';
  say('location', location === undefined ? 'The company has no location.' : `${location.name} (${how}).`);
  return draft;
}

function standingOf(
  book: OpenPhoneBook,
  entry: BookNumber | undefined,
  from: string | null,
): Route['standing'] {
  if (entry === undefined) return 'unknown';
  if (from === null) return 'known';
  if (book.isBlocked(from)) return 'blocked';
  return book.numbers.get(from)?.isTracking === true ? 'own' : 'known';
}

function describe({ locationId, source }: BookNumber): string {
  const parts = [
    ...(source === undefined ? [] : [`the source ${source}`]),
    ...(locationId === undefined ? [] : [`the location ${locationId}`]),
  ];
  return parts.length === 0 ? 'the company as a whole' : parts.join(' at ');
}

/** Returns the people to ring now, by the rules and the location's hours. */
function peopleNow(book: OpenPhoneBook, draft: RouteDraft, now: number): Person[] {
  const { location, rules } = draft;
  const people = peopleOf(book, rules, location);
  if (location === undefined || book.isOpen(location, now)) {
    draft.steps.push({ step: 'hours', detail: 'Open now.' });
    return people;
  }
  if (rules.when_closed === 'ring') {
    draft.steps.push({ step: 'hours', detail: 'Closed now, and rung all the same (when_closed).' });
    return people;
  }
  const next = rules.when_closed === 'next_open' ? nextOpen(book, location, now) : undefined;
  if (next !== undefined) {
    draft.steps.push({ step: 'hours', detail: `Closed now; ${next.name} is the closest that is open.` });
    return [...next.people];
  }
  draft.steps.push({ step: 'hours', detail: 'Closed now: nobody is rung.' });
  return [];
}

function peopleOf(book: OpenPhoneBook, { ring }: CallRules, location: BookLocation | undefined): Person[] {
  if (ring === 'location') return [...(location?.people ?? [])];
  return ring.flatMap((target) =>
    'number' in target ? [{ number: target.number }] : book.peopleOf(target.user_id),
  );
}

/** Returns the closest other open location with somebody to ring. */
function nextOpen(book: OpenPhoneBook, from: BookLocation, now: number): BookLocation | undefined {
  return [...book.locations.values()]
    .filter((other) => other !== from && other.people.length > 0)
    .map((location) => ({ location, distance: distanceInKm(from, location) }))
    .sort((left, right) => left.distance - right.distance)
    .find(({ location }) => book.isOpen(location, now))?.location;
}

/** Excludes the caller, tracking numbers, which would ring back here, users who are away, and numbers that the company does not ring. */
function canRing(
  book: OpenPhoneBook,
  { number, steps }: RouteDraft,
  { person, from, now, isHomeOnly = false }: { person: Person } & Omit<IncomingCall, 'number'>,
): boolean {
  const isTracking = person.number === number || book.numbers.get(person.number)?.isTracking === true;
  const isTooFar = isHomeOnly && book.isAbroad(person.number);
  const refusal = book.refusalOf(person);
  const reasons = [
    isTracking && `${person.number} is a tracking number: not rung.`,
    person.number === from && `${person.number} is the caller: not rung.`,
    isTooFar && `${person.number} is abroad, where enough calls have rung in this hour: not rung.`,
    book.isAway(person, now) && `${person.number} is of a user who is not available: not rung.`,
    refusal !== undefined && `Not rung: ${refusal}`,
  ].filter((reason) => reason !== false);
  steps.push(...reasons.map((detail) => ({ step: 'people' as const, detail })));
  return reasons.length === 0;
}

/** Adds the phones of the lead's owner in front. While nobody rings, the owner does not either. */
function withOwner(book: OpenPhoneBook, people: Person[], ownerId: string | undefined): Person[] {
  return ownerId === undefined || people.length === 0 ? people : [...book.peopleOf(ownerId), ...people];
}

/** Returns each number once. One that is there as a user's and by itself is the user's. */
function uniquePeople(people: readonly Person[]): Person[] {
  const found = new Map<string, Person>();
  for (const person of people) {
    if (found.get(person.number)?.userId === undefined) found.set(person.number, person);
  }
  return [...found.values()];
}

function turnsOf(people: readonly Person[], draft: RouteDraft, priority: RingPriority): Person[][] {
  const { rules, steps } = draft;
  const turns = turnsBy(rules.order, people, priority);
  const rung = turns.slice(0, MOST_TURNS);
  if (people.length === 0) steps.push({ step: 'turns', detail: `Nobody rings: ${afterwards(rules)}.` });
  else {
    const left = turns.length > MOST_TURNS ? ` Only the first ${MOST_TURNS} turns.` : '';
    const order = orderText(rules.order, people, priority);
    const detail = `${people.length} rung ${order}, ${rules.timeout_seconds} s a turn; then ${afterwards(rules)}.${left}`;
    steps.push({ step: 'turns', detail });
  }
  return rung;
}

/** Returns the numbers of those who have to press 1. */
function screenedOf(
  book: OpenPhoneBook,
  { rules, steps }: RouteDraft,
  turns: readonly (readonly Person[])[],
): ReadonlySet<string> {
  const numbers = turns.flat().flatMap(({ number }) => (book.isScreened(rules, number) ? number : []));
  if (rules.screening === 'mobiles' && numbers.length > 0) {
    const detail = `Whoever answers a mobile presses 1, so that its mailbox is no answer: ${numbers.join(', ')}.`;
    steps.push({ step: 'people', detail });
  }
  return new Set(numbers);
}

function afterwards({ voicemail }: CallRules): string {
  return voicemail ? 'voicemail' : 'a sentence is spoken';
}
