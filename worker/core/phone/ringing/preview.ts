/** Previews who would ring, and finds the tracking numbers that ring nobody. Pure. */
import * as v from 'valibot';
import { onlyKnown } from '../../../shared/http/input.ts';
import { callerSchema, e164Schema } from '../../../shared/contact/phone-numbers.ts';
import { momentSchema, writeMoment } from '../../engine/times/moments.ts';
import type { BookLocation, OpenPhoneBook, Person } from './phone-book.ts';
import type { CallPreview, SilentNumbers, SilentPlace } from './answer-schema.ts';
import { planIncoming } from './plans.ts';
import { waysOf } from './menus.ts';
import { routeCall, type Route, type RoutingStep, type IncomingCall } from './routing.ts';
import { callSettingsSchema } from './settings-schema.ts';

const QUARTER_MS = 15 * 60_000;
/** A place that is closed for longer has no opening hours. */
const OPENS_WITHIN_MS = 8 * 24 * 60 * 60_000;
/** The most numbers that are named of each place. */
const MOST_NAMED = 20;

/** The query of the preview: the called number, the caller (withheld if absent) and the time (now if absent). */
export const previewQuerySchema = v.object({
  number: e164Schema,
  from: v.optional(callerSchema),
  at: v.optional(momentSchema),
});

/** The body of the preview of settings that are not saved. */
export const draftPreviewSchema = v.strictObject({
  ...previewQuerySchema.entries,
  from: v.optional(v.nullable(callerSchema)),
  settings: callSettingsSchema,
});

/** Returns who would ring for a call, and why, step by step. */
export function previewCall(book: OpenPhoneBook, question: IncomingCall): CallPreview {
  const route = routeCall(book, question);
  return {
    number: question.number,
    from: question.from,
    at: writeMoment(question.now),
    location_id: route.location?.locationId ?? null,
    source: route.source ?? null,
    menu_id: route.prompt?.via ?? null,
    rings: route.turns.map((turn) => turn.map((person) => personBody(withUser(book, person, question)))),
    first: planIncoming(book, question).map(({ kind }) => kind),
    rules: route.rules,
    steps: [...route.steps, ...menuSteps(book, route, question)],
  };
}

/** Returns what each key of the first menu leads to, and each key of the menus below. */
function menuSteps(book: OpenPhoneBook, { prompt }: Route, question: IncomingCall): RoutingStep[] {
  if (prompt === undefined) return [];
  return waysOf(book, prompt.via, question).map(({ keys, label, end, via }) => {
    const keyed = keys.map((key) => (key === 'd' ? 'no key, or a wrong one' : `key ${key}`)).join(', then ');
    const named = label === undefined ? keyed : `${keyed} (${label})`;
    return { step: 'menu', detail: `${capitalized(named)}: ${end ?? ringsAt(book, { ...question, via })}` };
  });
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns who rings at the end of a way through the menus, in words. */
function ringsAt(book: OpenPhoneBook, call: IncomingCall): string {
  const { location, rules, turns } = routeCall(book, call);
  const place = location === undefined ? '' : ` at ${location.name}`;
  const numbers = turns.flat().map(({ number }) => number);
  if (numbers.length > 0) return `${numbers.join(', ')} ${numbers.length === 1 ? 'rings' : 'ring'}${place}.`;
  return rules.voicemail ? `voicemail${place}.` : `“${rules.apology}” is spoken.`;
}

/** Names the user whose phone rings by its number, as a rule or a location lists it, if it is certain whose it is. */
function withUser(book: OpenPhoneBook, person: Person, { number: called, now }: IncomingCall): Person {
  const userId = person.userId ?? book.userOf(person.number, { called, now });
  return { number: person.number, ...onlyKnown({ userId }) };
}

/** Returns a person for an answer. */
export function personBody({ number, userId }: Person): { number: string; user_id?: string } {
  return { number, ...(userId === undefined ? {} : { user_id: userId }) };
}

/**
 * Returns the places whose numbers ring nobody: at this moment, or at the next opening of a place that is closed. Each number is
 * routed as a call to it would be.
 * @param now milliseconds since the epoch
 */
export function silentNumbers(book: OpenPhoneBook, now: number): SilentNumbers {
  const openings = new Map<BookLocation | undefined, number>();
  const places = new Map<string, SilentPlace>();
  let count = 0;
  for (const entry of book.numbers.values()) {
    if (!entry.isTracking) continue;
    count += 1;
    const location = book.locationOf(entry.number);
    const at = openings.get(location) ?? openingOf(book, location, now);
    openings.set(location, at);
    const route = routeCall(book, { number: entry.number, from: null, now: at });
    if (route.turns.length > 0 || ringsByKey(book, route, at)) continue;
    const place = placeOf(book, location, { at, details: route.steps });
    const key = `${place.location_id} ${place.reason}`;
    const known = places.get(key) ?? place;
    known.count += 1;
    if (known.numbers.length < MOST_NAMED) known.numbers.push(entry.number);
    places.set(key, known);
  }
  return { numbers: count, silent: [...places.values()] };
}

/** Tells whether a key of the menus rings somebody, or leads to a location by its postal code. */
function ringsByKey(book: OpenPhoneBook, { number, prompt }: Route, now: number): boolean {
  if (prompt === undefined) return false;
  const call = { number, from: null, now };
  return waysOf(book, prompt.via, call).some(
    ({ via, end }) => end !== undefined || routeCall(book, { ...call, via }).turns.length > 0,
  );
}

/** Returns now if a location is open, else when it opens next; now again if that is too far away. */
function openingOf(book: OpenPhoneBook, location: BookLocation | undefined, now: number): number {
  if (location === undefined) return now;
  for (let at = now; at < now + OPENS_WITHIN_MS; at += QUARTER_MS) {
    if (book.isOpen(location, at)) return at;
  }
  return now;
}

function placeOf(
  book: OpenPhoneBook,
  location: BookLocation | undefined,
  { at, details }: { at: number; details: readonly RoutingStep[] },
): SilentPlace {
  const refusals = details.filter(({ step }) => step === 'people').map(({ detail }) => detail);
  const isClosed = location !== undefined && !book.isOpen(location, at);
  return {
    location_id: location?.locationId ?? null,
    location_name: location?.name ?? null,
    reason: reasonOf({ hasRefusals: refusals.length > 0, isClosed, hasLocation: location !== undefined }),
    ...(refusals.length === 0 ? {} : { detail: refusals.join(' ') }),
    numbers: [],
    count: 0,
  };
}

function reasonOf({
  hasRefusals,
  isClosed,
  hasLocation,
}: {
  hasRefusals: boolean;
  isClosed: boolean;
  hasLocation: boolean;
}): SilentPlace['reason'] {
  if (hasRefusals) return 'not_rung';
  if (isClosed) return 'never_open';
  return hasLocation ? 'nobody' : 'no_location';
}
