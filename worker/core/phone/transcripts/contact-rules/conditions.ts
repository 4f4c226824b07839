/** Decides whether a call meets the conditions of a rule. Pure. */
import type { Outcome } from '../../../../shared/contact/outcomes.ts';
import type { SaidPhrases } from './phrase-index.ts';
import type { Condition, RuleConditions, SaidCondition } from './schema.ts';

/** What rules ask of a call that has ended. */
export interface CallFacts {
  direction: 'inbound' | 'outbound';
  outcome: Outcome;
  /** 0 if nobody talked. */
  talkSeconds: number;
  ringSeconds: number;
  /** Null if the number is withheld. */
  isFirst: boolean | null;
  /** The company's own. */
  number: string;
  locationId: string | null;
  source: string | null;
  campaign: string | null;
}

/** Where a rule found its words: a phrase of the rule, and the start of the passage in seconds. Null if it asks for none. */
export interface Place {
  words: string | null;
  second: number | null;
}

const NOWHERE: Place = { words: null, second: null };

/** Lists the phrases that conditions ask for. */
export function phrasesOf({ all }: RuleConditions): string[] {
  return all.flatMap(({ said }) => [...(said?.any ?? []), ...(said?.none ?? [])]);
}

/** Tells whether conditions ask for what was said. */
export function asksForWords({ all }: RuleConditions): boolean {
  return all.some(({ said }) => said !== undefined);
}

/** Tells whether a call meets all conditions but those about what was said. */
export function fits({ all }: RuleConditions, facts: CallFacts): boolean {
  return all.every((condition) => condition.said !== undefined || meets(condition, facts));
}

/**
 * Tells whether what was said meets the conditions about it.
 * @param said undefined if nothing was written down, which meets no such condition
 * @returns where the first words stand that were found; undefined if the conditions are not met
 */
export function placeIn({ all }: RuleConditions, said: SaidPhrases | undefined): Place | undefined {
  let place = NOWHERE;
  for (const { said: condition } of all) {
    if (condition === undefined) continue;
    const found = said && placeOf(condition, said);
    if (found === undefined) return undefined;
    if (place.words === null) place = found;
  }
  return place;
}

function placeOf(
  { by, any, none, within_seconds: within }: SaidCondition,
  said: SaidPhrases,
): Place | undefined {
  const found = (phrases: readonly string[] = []): { words: string; second: number }[] =>
    phrases.flatMap((words) => {
      const second = said.start(words, by);
      return second === undefined || second > (within ?? Infinity) ? [] : { words, second };
    });
  if (found(none).length > 0) return undefined;
  if (any === undefined) return NOWHERE;
  return found(any).toSorted((one, other) => one.second - other.second)[0];
}

/** Tells whether a call meets a condition that is not about words. A condition has one member. */
function meets(condition: Condition, facts: CallFacts): boolean {
  const { direction, outcome, first_time: isFirst, talk_seconds: talk, ring_seconds: ring } = condition;
  if (direction !== undefined) return direction.includes(facts.direction);
  if (outcome !== undefined) return outcome.includes(facts.outcome);
  if (isFirst !== undefined) return isFirst === facts.isFirst;
  if (talk !== undefined) return isBetween(facts.talkSeconds, talk);
  return ring === undefined ? isFrom(condition, facts) : isBetween(facts.ringSeconds, ring);
}

/** Tells whether a call has the number, location, source or campaign of a condition. */
function isFrom({ number, location, source, campaign }: Condition, facts: CallFacts): boolean {
  if (number !== undefined) return number.includes(facts.number);
  if (location !== undefined) return isAmong(facts.locationId, location);
  if (source !== undefined) return isAmong(facts.source, source);
  return campaign === undefined || isAmong(facts.campaign, campaign);
}

function isBetween(seconds: number, { gte = 0, lte = Infinity }: { gte?: number; lte?: number }): boolean {
  return seconds >= gte && seconds <= lte;
}

function isAmong(value: string | null, values: readonly string[]): boolean {
  return value !== null && values.includes(value);
}
