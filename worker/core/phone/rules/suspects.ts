/**
 * Callers who are likely no person: how that is told, and how they are treated. Off until a company asks for it. What is known of
 * a first caller is little, so a single small sign is never enough. Pure.
 */
import type { CallRules } from './rules.ts';
import type { Menu, MenuPlace } from './menus.ts';

/** Why a caller is taken for spam. */
export const SUSPECT_REASONS = [
  'failed_verification',
  'low_attestation',
  'impossible_number',
  'neighbor_number',
  'many_numbers',
  'short_calls',
] as const;
export type SuspectReason = (typeof SUSPECT_REASONS)[number];

/** From this score on a caller is taken for spam. */
export const LIKELY_SPAM = 2;
/** Whoever calls as many numbers of the company one after the other dials a list. */
const MANY_NUMBERS = 3;

/** What is known of somebody who never talked with the company. */
export interface CallerFacts {
  /** The network's attestation of the number, and the check of its signature (STIR/SHAKEN). */
  attestation?: 'A' | 'B' | 'C';
  verification?: 'passed' | 'failed' | 'none';
  /** E.164. */
  from: string;
  /** The number called: E.164. */
  number: string;
  /** Whether the numbering plan has the caller's number. */
  isPossible: boolean;
  /** The company's numbers that they called in the last minutes, with this one. */
  numbersCalled: number;
  /** Their earlier calls that were over within seconds. */
  shortCalls: number;
}

/** A caller who is taken for spam. */
export interface Suspicion {
  score: number;
  reasons: SuspectReason[];
  treatment: Exclude<CallRules['suspects'], 'ring'>;
  /** Whether somebody said that it was a person. */
  isPerson?: true;
}

const POINTS: Readonly<Record<SuspectReason, (facts: CallerFacts) => number>> = {
  failed_verification: ({ verification }) => (verification === 'failed' ? 2 : 0),
  low_attestation: ({ attestation }) => (attestation === 'C' ? 1 : 0),
  impossible_number: ({ isPossible }) => (isPossible ? 0 : 2),
  neighbor_number: ({ from, number }) => (isNeighbor(from, number) ? 1 : 0),
  many_numbers: ({ numbersCalled }) => (numbersCalled >= MANY_NUMBERS ? 2 : 0),
  short_calls: ({ shortCalls }) => Math.min(shortCalls, 2),
};

/** Returns the score of a caller, and the reasons for it. */
export function scoreOf(facts: CallerFacts): { score: number; reasons: SuspectReason[] } {
  const found = SUSPECT_REASONS.map((reason) => ({ reason, points: POINTS[reason](facts) })).filter(
    ({ points }) => points > 0,
  );
  return {
    score: found.reduce((sum, { points }) => sum + points, 0),
    reasons: found.map(({ reason }) => reason),
  };
}

/** Tells whether a number differs from the one called in its last four digits alone, as machines choose them in North America. */
function isNeighbor(from: string, number: string): boolean {
  return /^\+1\d{10}$/.test(from) && from.length === number.length && from.slice(0, 8) === number.slice(0, 8);
}

/** The id of the menu that asks for a key. No menu of a company can have it. */
export const SUSPECTS_MENU = 'suspects:';

/** Where suspects end who press nothing, and those who get the voicemail. */
export const TURNED_AWAY: MenuPlace = { menu: SUSPECTS_MENU, key: 'd' };

/** Returns the menu that asks a suspect for a key, before the call goes on by the rules of its number. */
export function menuOfSuspects({
  suspects,
  suspects_prompt: greeting,
  ring,
  menu,
  apology,
}: CallRules): Menu {
  return {
    name: 'Likely spam',
    greeting,
    keys: { '1': { label: 'A person', ...(menu === null ? { ring } : { menu_id: menu }) } },
    default: suspects === 'voicemail' ? { voicemail: true } : { message: apology },
  };
}
