/**
 * What a lead may hold, however many requests, rows and merges bring it. What would go past is refused as a whole; what
 * is there already stays, and may be sent back as it was answered. Pure.
 */
import { Problem } from '../../../shared/http/problems.ts';
import type { LeadRecord } from './schema.ts';

/** Most e-mail addresses, phone numbers, source tags or tags. */
export const MAX_VALUES = 50;
/** Most identifiers that merges left behind. */
const MAX_ALIASES = 500;

type Lists = Pick<LeadRecord, 'emails' | 'phones' | 'sourceTags' | 'tags' | 'aliases'>;

/** The bounded lists: by their name in the API, what they are called, and how many values they take. */
const LISTS: readonly { list: keyof Lists; name: string; label: string; limit: number }[] = [
  { list: 'emails', name: 'emails', label: 'e-mail addresses', limit: MAX_VALUES },
  { list: 'phones', name: 'phones', label: 'phone numbers', limit: MAX_VALUES },
  { list: 'sourceTags', name: 'source_tags', label: 'source tags', limit: MAX_VALUES },
  { list: 'tags', name: 'tags', label: 'tags', limit: MAX_VALUES },
  {
    list: 'aliases',
    name: 'with',
    label: 'identifiers of leads that were merged into it',
    limit: MAX_ALIASES,
  },
];

/**
 * The lead as it is to be saved.
 * @param sources the leads that it is made of: a list that was longer than its bound in one of them may stay as long
 * @throws Problem `too_many_values`, 409, for the first list that is too long
 */
export function withinBounds(lead: LeadRecord, sources: readonly Lists[]): LeadRecord {
  for (const { list, name, label, limit } of LISTS) {
    const { length: count } = lead[list];
    const most = Math.max(limit, ...sources.map((source) => source[list].length));
    if (count > most) throw tooMany({ pointer: `/${name}`, label, limit: most, count });
  }
  return lead;
}

function tooMany(list: { pointer: string; label: string; limit: number; count: number }): Problem {
  const { pointer, label, limit, count } = list;
  const detail = `A lead holds at most ${limit} ${label}; this would make it ${count}.`;
  return new Problem('too_many_values', detail, {
    errors: [{ pointer, code: 'too_many_values', detail }],
    members: { limit, count },
  });
}
