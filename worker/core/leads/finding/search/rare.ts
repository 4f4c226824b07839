/**
 * Searches for texts that few leads have: the trigram index finds the leads that may contain them, and these are checked one by
 * one. If more leads may match, the search scans the columns instead.
 */
import type { RequestContext } from '../../../engine/context/request-context.ts';
import { leadsBetween, leadsByNumbers } from '../columns/stored-columns.ts';
import { fold } from '../../../engine/storage/folding.ts';
import { leadsWithTexts } from '../../record/search-index.ts';
import type { LeadRecord } from '../../record/schema.ts';
import { isInScope } from '../../record/access.ts';
import { BUILT_IN_FIELDS } from './fields.ts';
import { rankOfDigits, rankOfText, scoreOf, TIMELINE } from './matching.ts';
import type { FoundLeads, Search, SearchQuery } from './query.ts';

/** Most leads that are checked one by one. For more, a scan of the columns is faster. */
const MOST_CANDIDATES = 300;

/**
 * Returns the result of a search, best first.
 * @param onTimelines the leads that match by their timelines
 * @returns undefined if too many leads may match, or if the index cannot answer
 */
export function findRare(
  context: RequestContext,
  search: Search,
  onTimelines: ReadonlySet<number>,
): FoundLeads | undefined {
  const { query, fields, scope } = search;
  if (fields.length > BUILT_IN_FIELDS.length || onTimelines.size > MOST_CANDIDATES) return undefined;
  const candidates = leadsWithTexts(context.database, textsOf(query), {
    limit: MOST_CANDIDATES,
    read: (start, end) => leadsBetween(context.database, start, end),
  });
  if (candidates === undefined) return undefined;
  const found = leadsByNumbers(context.database, [...new Set([...candidates, ...onTimelines])])
    .filter((lead) => scope === undefined || isInScope(scope, lead))
    .flatMap((lead) => {
      const score = bestScore(lead, search, onTimelines.has(lead.leadNumber));
      return score === undefined ? [] : [{ lead, score }];
    })
    .toSorted(
      (a, b) =>
        a.score - b.score ||
        b.lead.modificationTime - a.lead.modificationTime ||
        (a.lead.leadId < b.lead.leadId ? -1 : 1),
    )
    .map(({ lead }) => lead.leadNumber);
  const places = new Map(found.map((leadNumber, place) => [leadNumber, place]));
  return {
    total: found.length,
    leads: () => Int32Array.from(found).toSorted(),
    page: ({ start, end }) => found.slice(start, end),
    placeOf: (leadNumber) => places.get(leadNumber) ?? NaN,
  };
}

/**
 * Returns groups of texts. A matching lead contains all texts of one group: all words of the query, or the digits of a possible
 * phone number.
 */
function textsOf({ words, digits }: SearchQuery): (readonly string[])[] {
  return [words, ...digits.map((needle) => [needle])];
}

function bestScore(lead: LeadRecord, { query, fields }: Search, isOnTimeline: boolean): number | undefined {
  const scores = fields.flatMap((field, place) =>
    field
      .textsOf(lead)
      .map(({ text }) => (field.isPhone ? rankOfDigits(text.slice(1), query) : rankOfText(fold(text), query)))
      .filter((rank) => rank !== undefined)
      .map((rank) => scoreOf(rank, place)),
  );
  if (isOnTimeline) scores.push(scoreOf(TIMELINE, 0));
  return scores.length === 0 ? undefined : Math.min(...scores);
}
