/** Builds the answers of both lanes for a decision. Pure except for a cache of answers. */
import type { GrantedLease } from '../../../dni/pools.ts';
import { LRUCache } from 'lru-cache';
import type { LeasedNumbers } from '../../../dni/pure/number-entries.ts';
import type { DniLocation } from '../../../dni/schema.ts';
import type { ClosestBody, ClosestLocation, SwapPlanBody } from '../reference.ts';
import { choosePhoneNumber, chooseSwaps, type Swap } from '../choice/choose-number.ts';
import type { CompiledSettings } from '../choice/compiled-settings.ts';
import type { Decision } from '../choice/decision.ts';
import { numberForms } from '../number-forms/number-forms.ts';
import type { FormerNumbers } from '../schema.ts';

/** Seconds for which a page may use a plan: the usual length of a visit. */
const PLAN_MAX_AGE_S = 30 * 60;

/** Seconds between the end of a leased plan and the end of its lease. The widget asks again within them (`widget/start.ts`). */
const RENEWAL_S = 2 * 60;

/** Characters of prepared answers that an isolate caches for all companies; an isolate has 128 MB. */
const MAX_PREPARED_CHARACTERS = 8_000_000;

/** Most leased numbers that a plan finds in copies, the latest first. */
const MAX_COPIES = 5;

/** `lookup` answers a number and a location, `swap` all that a page needs. */
export type Lane = 'lookup' | 'swap';

/** The part of a decision that an answer depends on. */
export type Choice = Pick<Decision, 'source' | 'location_id'>;

/** The numbers that a visit leased. */
export interface Leases {
  numbers: LeasedNumbers;
  /** Seconds after which the first of them ends. */
  remains: number;
  granted: readonly GrantedLease[];
}

/** What a visit leases, and what it and former ones have leased before. */
interface Kept {
  leases?: Leases | undefined;
  former?: FormerNumbers | undefined;
}

/** What a page shows. */
interface Shown {
  phoneNumber: string;
  location: DniLocation | undefined;
  source: string;
  /** Whether visits and taps are kept. */
  visits: boolean;
  /** Whether contact forms become leads. */
  leads: boolean;
  /** Names of the parameters that the company's sources ask for. */
  parameters: readonly string[];
  swaps(): Swap[];
}

/**
 * Caches serialised answers by version of the settings, source and location, because calculating the printed forms of all
 * targets takes long (docs/decisions/001).
 */
export class PreparedAnswers {
  readonly #bodies = new LRUCache<string, string>({
    maxSize: MAX_PREPARED_CHARACTERS,
    sizeCalculation: (body, key) => body.length + key.length,
  });

  /**
   * Returns the JSON body for a decision. With leases a plan also contains the one without them.
   * @param kept.leases the numbers that the visit leased
   * @param kept.former leased numbers that copies of the page may have; absent if the script does not ask for them
   */
  bodyFor(lane: Lane, decision: Choice, compiled: CompiledSettings, kept: Kept = {}): string {
    const { companyId, version } = compiled;
    const { leases, former } = kept;
    const shown = (): Shown => shownFor(decision, compiled, leases);
    const hasCopies = former !== undefined && (leases !== undefined || former.length > 0);
    const copies = hasCopies ? copiesOf(compiled, shown(), kept) : [];
    // The source is a channel or a name in the settings, so the number of keys is limited.
    const key = `${lane} ${companyId} ${version} ${decision.location_id ?? ''} ${keyOf(leases)}${keyOfCopies(copies)}${decision.source}`;
    const body = this.#bodies.get(key) ?? this.#prepare(key, answerOf(lane, shown(), copies));
    if (lane === 'lookup' || leases === undefined) return body;
    const overflow = this.bodyFor(lane, decision, compiled, { former: former && copies });
    return leasedPlan(body, leases.remains, overflow);
  }

  #prepare(key: string, answer: object): string {
    const body = JSON.stringify(answer);
    this.#bodies.set(key, body);
    return body;
  }
}

/** Builds the answer for crawlers: the company's own number, nothing swapped. */
export function answerForBot(lane: Lane, compiled: CompiledSettings): ClosestBody | SwapPlanBody {
  return answerOf(lane, {
    phoneNumber: compiled.settings.default_number,
    location: compiled.defaultLocation,
    source: 'bot',
    visits: false,
    leads: false,
    parameters: [],
    swaps: () => [],
  });
}

/** Returns the number and the swaps of a decision under the current settings. */
export function shownFor(decision: Choice, compiled: CompiledSettings, leases?: Leases): Shown {
  const question = { source: decision.source, locationId: decision.location_id ?? undefined };
  return {
    phoneNumber: choosePhoneNumber(compiled, question, leases?.numbers),
    location: compiled.locationsById.get(decision.location_id ?? ''),
    source: decision.source,
    visits: compiled.settings.visits,
    leads: compiled.settings.forms,
    parameters: compiled.parameterNames,
    swaps: () => chooseSwaps(compiled, question, leases?.numbers),
  };
}

function answerOf(lane: Lane, shown: Shown, copies?: readonly Swap[]): ClosestBody | SwapPlanBody {
  return lane === 'lookup' ? closestOf(shown) : planOf(shown, copies);
}

/**
 * Returns the leased numbers that copies of the page may have, with their targets: those of this plan, then those of former plans.
 * Without them, a number that was copied within the page, or kept by it, would stay when it is leased to somebody else.
 */
function copiesOf(
  { settings, pooled }: CompiledSettings,
  shown: Shown,
  { leases, former = [] }: Kept,
): readonly Swap[] {
  const targets = new Set(settings.targets.map(({ number }) => number));
  const leased = new Set(leases?.numbers.values());
  const own = shown.swaps().filter(({ to }) => leased.has(to));
  const known = [...own.map(({ from, to }) => ({ from: to, to: from })), ...former].filter(
    ({ from, to }) => pooled.has(from) && !targets.has(from) && targets.has(to),
  );
  const byNumber = new Map(known.toReversed().map(({ from, to }) => [from, { from, to, sms: true }]));
  return [...byNumber.values()].toReversed().slice(0, MAX_COPIES);
}

/** Returns the number and the location. */
export function closestOf(shown: Shown): ClosestBody {
  return {
    phone_number: shown.phoneNumber,
    closest_location: shown.location === undefined ? null : closestLocation(shown.location),
  };
}

/** Returns all that a page needs. */
export function planOf(shown: Shown, copies: readonly Swap[] = []): SwapPlanBody {
  const swaps = shown.swaps();
  return {
    ...closestOf(shown),
    source: shown.source,
    swaps,
    forms: { ...numberForms(swaps, copies) },
    ...(copies.length > 0 ? { former: copies.map(({ from, to }) => ({ from, to })) } : {}),
    visits: shown.visits,
    leads: shown.leads,
    ...(shown.parameters.length > 0 ? { parameters: [...shown.parameters] } : {}),
    max_age: PLAN_MAX_AGE_S,
  };
}

/** Returns what visitors may know of a location: the members that the interface names. A new member of the settings is not among them. */
function closestLocation(location: DniLocation): ClosestLocation {
  const { name, city, state, country, address, postal_code, timezone } = location;
  const { latitude, longitude, hours, numbers, users, extra_params } = location;
  const where = { name, city, state, country, address, postal_code, timezone, latitude, longitude };
  return { ...where, hours, numbers, users, extra_params };
}

/** Leased numbers as a part of a key. A pool's name has no blank, `=` or `,`. */
function keyOf(leases: Leases | undefined): string {
  if (leases === undefined) return '';
  return `${[...leases.numbers].map(([pool, number]) => `${pool}=${number}`).join(',')} `;
}

/** Copied numbers as a part of a key. */
function keyOfCopies(copies: readonly Swap[]): string {
  return copies.map(({ from, to }) => `${from}>${to} `).join('');
}

/** Replaces the life of a plan, its last member, so that a page asks again before the lease ends. */
function leasedPlan(plan: string, remains: number, overflow: string): string {
  const maxAge = Math.min(remains - RENEWAL_S, PLAN_MAX_AGE_S);
  return `${plan.slice(0, plan.lastIndexOf('"max_age":'))}"max_age":${maxAge},"overflow":${overflow}}`;
}
