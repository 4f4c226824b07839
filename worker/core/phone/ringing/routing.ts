/** Decides who rings for a call, and why. Pure. */
import { distanceInKm } from '../../../dni/pure/distance.ts';
import type { BookLocation, BookNumber, OpenPhoneBook, Person } from './phone-book.ts';
import { type CallRules, rulesFor } from './rules.ts';

/** Carriers ring at most ten phones at once (Twilio, "Number"). */
const MOST_TOGETHER = 10;
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
}

/** A step of the decision. */
export interface RoutingStep {
  step: 'number' | 'caller' | 'location' | 'hours' | 'people' | 'turns';
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
  /** The people to ring, turn by turn. Everybody in a turn rings at once. */
  turns: readonly (readonly Person[])[];
  /** The numbers of those who have to press 1. */
  screened: ReadonlySet<string>;
  steps: readonly RoutingStep[];
}

/** A route in the making. */
interface RouteDraft extends Omit<Route, 'turns' | 'screened'> {
  steps: RoutingStep[];
}

/** Decides who rings for a call. */
export function routeCall(book: OpenPhoneBook, { number, from, now, isHomeOnly }: IncomingCall): Route {
  const entry = book.numbers.get(number);
  const draft = startOf(book, entry, { number, from });
  if (draft.standing !== 'known') return { ...draft, turns: [], screened: new Set() };
  const people = peopleNow(book, draft, now).filter((person) =>
    canRing(book, draft, { person, from, isHomeOnly }),
  );
  const turns = turnsOf(people, draft);
  return { ...draft, turns, screened: screenedOf(book, draft, turns) };
}

/** Returns the location of a number, or the company's default location. */
export function locationOf(book: OpenPhoneBook, entry: BookNumber | undefined): BookLocation | undefined {
  return book.locations.get(entry?.locationId ?? book.book.defaultLocationId ?? '');
}

function startOf(
  book: OpenPhoneBook,
  entry: BookNumber | undefined,
  { number, from }: Pick<IncomingCall, 'number' | 'from'>,
): RouteDraft {
  const location = locationOf(book, entry);
  const rules = rulesFor(book.book.rules, { number, locationId: location?.locationId });
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
  const how = entry?.locationId === undefined ? 'no location of its own: the default one' : 'its location';
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

/** Excludes the caller, tracking numbers, which would ring back here, and numbers that the company does not ring. */
function canRing(
  book: OpenPhoneBook,
  { number, steps }: RouteDraft,
  { person, from, isHomeOnly = false }: { person: Person } & Pick<IncomingCall, 'from' | 'isHomeOnly'>,
): boolean {
  const isTracking = person.number === number || book.numbers.get(person.number)?.isTracking === true;
  if (isTracking) steps.push({ step: 'people', detail: `${person.number} is a tracking number: not rung.` });
  if (person.number === from)
    steps.push({ step: 'people', detail: `${person.number} is the caller: not rung.` });
  const isTooFar = isHomeOnly && book.isAbroad(person.number);
  if (isTooFar) {
    const detail = `${person.number} is abroad, where enough calls have rung in this hour: not rung.`;
    steps.push({ step: 'people', detail });
  }
  const refusal = book.refusalOf(person);
  if (refusal !== undefined) steps.push({ step: 'people', detail: `Not rung: ${refusal}` });
  return !isTracking && !isTooFar && person.number !== from && refusal === undefined;
}

function turnsOf(people: readonly Person[], { rules, steps }: RouteDraft): Person[][] {
  const unique = [...new Map(people.map((person) => [person.number, person])).values()];
  const size = rules.order === 'together' ? MOST_TOGETHER : 1;
  const turns = Array.from({ length: Math.ceil(unique.length / size) }, (_, index) =>
    unique.slice(index * size, (index + 1) * size),
  );
  const rung = turns.slice(0, MOST_TURNS);
  if (unique.length === 0) steps.push({ step: 'turns', detail: `Nobody rings: ${afterwards(rules)}.` });
  else {
    const order = rules.order === 'together' ? 'together' : 'one after the other';
    const left = turns.length > MOST_TURNS ? ` Only the first ${MOST_TURNS} turns.` : '';
    const detail = `${unique.length} rung ${order}, ${rules.timeout_seconds} s a turn; then ${afterwards(rules)}.${left}`;
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
