/** What the two lanes answer for a decision. Pure but for the memory of what was made before. */
import { LRUCache } from 'lru-cache';
import type { DniLocation } from '../../../dni/schema.ts';
import { choosePhoneNumber, chooseSwaps, type Swap } from '../choice/choose-number.ts';
import type { CompiledSettings } from '../choice/compiled-settings.ts';
import type { Decision } from '../choice/decision.ts';
import { firstForms } from '../number-forms/first-forms.ts';
import { numberForms } from '../number-forms/number-forms.ts';

/** Seconds for which a page may go on with a plan: the usual length of a visit. */
const PLAN_MAX_AGE_S = 30 * 60;

/** Characters of prepared answers that an isolate holds, of all companies together; an isolate has 128 MB. */
const MAX_PREPARED_CHARACTERS = 8_000_000;

/** `lookup` answers a number and a location, `swap` what a page needs, `first-swap` the same for a script of 0.1.0. */
export type Lane = 'lookup' | 'swap' | 'first-swap';

/** A location as the lookup answers it. */
export interface ClosestLocation extends Omit<DniLocation, 'location_id' | 'service_area'> {}

/** The answer of the lookup: exactly these two. */
export interface LookupAnswer {
  phone_number: string;
  closest_location: ClosestLocation | null;
}

/** The part of a decision that an answer depends on. */
export type Choice = Pick<Decision, 'source' | 'location_id'>;

/** What a page is told to show. */
interface Shown {
  phoneNumber: string;
  location: DniLocation | undefined;
  source: string;
  swaps(): Swap[];
}

/**
 * The answers as they go out, made once for each version of the settings, source and location, because
 * the printed forms of every target in a page's plan take long to work out (docs/decisions/001).
 */
export class PreparedAnswers {
  readonly #bodies = new LRUCache<string, string>({
    maxSize: MAX_PREPARED_CHARACTERS,
    sizeCalculation: (body, key) => body.length + key.length,
  });

  /** The body for a decision, JSON. */
  bodyFor(lane: Lane, decision: Choice, compiled: CompiledSettings): string {
    const { companyId, version } = compiled;
    // The source is a channel or a name in the settings, so there are as many keys as the settings have cases.
    const key = `${lane} ${companyId} ${version} ${decision.location_id ?? ''} ${decision.source}`;
    const known = this.#bodies.get(key);
    if (known !== undefined) return known;
    const body = JSON.stringify(answerFor(lane, decision, compiled));
    this.#bodies.set(key, body);
    return body;
  }
}

/** What a lane answers for a decision. */
export function answerFor(lane: Lane, decision: Choice, compiled: CompiledSettings): object {
  return answerOf(lane, shownFor(decision, compiled));
}

/** What search engines index: the company's own number, nothing swapped. */
export function answerForBot(lane: Lane, compiled: CompiledSettings): object {
  return answerOf(lane, {
    phoneNumber: compiled.settings.default_number,
    location: compiled.defaultLocation,
    source: 'bot',
    swaps: () => [],
  });
}

/** The number and the swaps that a decision means under the present settings. */
export function shownFor(decision: Choice, compiled: CompiledSettings): Shown {
  const question = { source: decision.source, locationId: decision.location_id ?? undefined };
  return {
    phoneNumber: choosePhoneNumber(compiled, question),
    location: compiled.locationsById.get(decision.location_id ?? ''),
    source: decision.source,
    swaps: () => chooseSwaps(compiled, question),
  };
}

function answerOf(lane: Lane, shown: Shown): object {
  const answer: LookupAnswer = {
    phone_number: shown.phoneNumber,
    closest_location: shown.location === undefined ? null : closestLocation(shown.location),
  };
  if (lane === 'lookup') return answer;
  const swaps = shown.swaps();
  const forms = lane === 'swap' ? numberForms(swaps) : firstForms(swaps);
  return { ...answer, source: shown.source, swaps, forms, max_age: PLAN_MAX_AGE_S };
}

function closestLocation(location: DniLocation): ClosestLocation {
  const { location_id: _id, service_area: _area, ...shown } = location;
  return shown;
}
