/** Searches leads: ranks their matching field values and counts the matching leads exactly. */
import { type Fault, Problem, refuseFaults } from '../../../../shared/http/problems.ts';
import { roleOf, userOf } from '../../../engine/context/actors.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import type { Database } from '../../../engine/storage/database.ts';
import type { ColumnDefinition } from '../columns/column.ts';
import { type ColumnsSnapshot, columnsOf } from '../columns/columns.ts';
import { chunkOf, CHUNK_SIZE, slotOf } from '../columns/chunk.ts';
import { MODIFICATION_TIME } from '../columns/lead-columns.ts';
import { selectPage } from '../columns/ordered-pages.ts';
import { numberKey } from '../columns/sort-keys.ts';
import { VISIBILITY_COLUMNS, visibleSlots } from '../columns/visibility.ts';
import { walkOn } from '../columns/walk.ts';
import { idsOf, leadsByNumbers, newestChange } from '../columns/stored-columns.ts';
import { limitsOf } from '../../record/access.ts';
import type { EventType } from '../../timeline/schema.ts';
import { findUserByEmail } from '../../../people/users/users.ts';
import { BUILT_IN_FIELDS, findSearchField, type SearchField, searchableNames, SPOKEN } from './fields.ts';
import { RANK_STEP, rankOfDigits, rankOfText, scoreOf, TIMELINE } from './matching.ts';
import { findRare } from './rare.ts';
import { hitOf } from './hits.ts';
import type { SearchHit } from './reference.ts';
import { type FoundLeads, readQuery, type Search, type SearchQuery } from './query.ts';
import { type Needle, needleOf, scanTexts } from './scan.ts';
import type { SearchInput } from './schema.ts';
import { countScores, leadsWithScores, newestLeads, NO_MATCH, scoresBetween } from './scores.ts';
import { findSpoken } from './spoken-index.ts';
import { findOnTimelines } from './timeline-index.ts';
import { hearsRecordings, settingsOf } from '../../../company/settings/settings.ts';

/** Most attempts of a search with timelines, which starts again when leads change while it reads the timelines. */
const MAX_ATTEMPTS = 3;

/** A page of hits. */
export interface FoundHits {
  hits: SearchHit[];
  /** The number of all hits. */
  total: number;
  /** With a cursor: the cursor of the next page, undefined on the last one. */
  next: string | undefined;
}

/**
 * Returns a page of hits, best first or, with a cursor, newest lead first.
 * @throws Problem `unknown_lead_field`, `unknown_user`
 */
export async function searchLeads(context: RequestContext, input: SearchInput): Promise<FoundHits> {
  const search = readSearch(context, input);
  const { start, limit: size, cursor } = input;
  return evaluateSearch(context, search, (leads) => {
    const page =
      cursor === undefined
        ? { leads: leads.page({ start, end: start + size }), next: undefined }
        : walkOn(leads.leads(), { cursor, size });
    const records = new Map(
      leadsByNumbers(context.database, page.leads).map((lead) => [lead.leadNumber, lead]),
    );
    const hits = page.leads.flatMap((leadNumber) => {
      const lead = records.get(leadNumber);
      return lead === undefined ? [] : [hitOf(context.database, lead, search)];
    });
    return { hits, total: leads.total, next: page.next };
  });
}

/** Runs a search and passes the result of one moment to `use`. */
export async function evaluateSearch<Result>(
  context: RequestContext,
  search: Search,
  use: (leads: FoundLeads) => Result,
): Promise<Result> {
  const { database } = context;
  const columns = columnsOf(context);
  const needed = definitionsOf(search);
  for (let attempt = 1; ; attempt += 1) {
    const before = newestChange(database);
    const onTimelines = await findInTexts(database, search);
    const isSettled = (): boolean =>
      (search.types.length === 0 && !search.isSpoken) ||
      attempt === MAX_ATTEMPTS ||
      newestChange(database) === before;
    if (isSettled()) {
      const rare = findRare(context, search, onTimelines);
      if (rare !== undefined) return use(rare);
    }
    const result = await columns.read({ needed }, (view) =>
      isSettled() ? { value: use(foundLeads(context, view, { search, onTimelines })) } : undefined,
    );
    if (result !== undefined) return result.value;
  }
}

/** Finds the leads that match by what is on their timelines, or was said in their calls. */
async function findInTexts(database: Database, { query, types, isSpoken }: Search): Promise<Set<number>> {
  const found = await findOnTimelines(database, query, types);
  return isSpoken ? new Set([...found, ...(await findSpoken(database, query))]) : found;
}

/** The input of a search. Only some members are required. */
export type SearchParameters = Pick<SearchInput, 'q' | 'search_fields'> &
  TimelineSwitches & { user_scope?: string };

/** The kinds of events that a search does not exclude. */
interface TimelineSwitches {
  exclude_notes?: boolean | undefined;
  exclude_emails?: boolean | undefined;
  exclude_reminders?: boolean | undefined;
  exclude_texts?: boolean | undefined;
}

/**
 * Reads the input of a search.
 * @throws Problem `unknown_lead_field`, `unknown_user`
 */
export function readSearch(context: RequestContext, input: SearchParameters): Search {
  const faults: Fault[] = [];
  const search = planSearch(context, input, faults);
  refuseFaults(faults);
  return search;
}

/**
 * Reads the input of a search and adds its faults to `faults`: `unknown_lead_field`, `unknown_user`.
 * @throws Problem `permission_denied` for what was said in calls, if the caller may not hear it
 */
export function planSearch(context: RequestContext, input: SearchParameters, faults: Fault[]): Search {
  const { database } = context;
  const settings = settingsOf(context);
  const caller = userOf(context.actor);
  const lead_fields = settings.fields();
  const isSpoken = input.search_fields.includes(SPOKEN) && !lead_fields.some(({ name }) => name === SPOKEN);
  if (isSpoken && !hearsRecordings(context, caller)) {
    throw new Problem(
      'permission_denied',
      'The company’s viewers search no transcripts, since they hear no recordings.',
    );
  }
  const names = input.search_fields.filter((name) => name !== SPOKEN || !isSpoken);
  const fields = names.map((name): SearchField => {
    const field = findSearchField(name, lead_fields);
    if (field !== undefined) return field;
    const detail = `There is no lead field "${name.slice(0, 100)}".`;
    const allowed = ['name', 'email', 'phone', ...searchableNames(lead_fields)];
    faults.push({ parameter: 'search_fields', code: 'unknown_lead_field', detail, allowed });
    return { columns: [], isPhone: false, textsOf: () => [] };
  });
  const email = roleOf(context.actor) === 'superadmin' ? (input.user_scope ?? '') : '';
  const user = email === '' ? caller : findUserByEmail(database, email);
  if (email !== '' && user === undefined) {
    const detail = 'The company has no user with this e-mail address.';
    faults.push({ parameter: 'user_scope', code: 'unknown_user', detail });
  }
  return {
    query: readQuery(input.q, settings.options().default_region),
    fields: [...BUILT_IN_FIELDS, ...fields],
    types: typesOf(input),
    isSpoken,
    scope: limitsOf(settings, user ?? caller),
  };
}

function typesOf(input: TimelineSwitches): EventType[] {
  return [
    ...(input.exclude_notes === false ? (['note', 'call'] as const) : []),
    ...(input.exclude_emails === false ? (['email_message'] as const) : []),
    ...(input.exclude_reminders === false ? (['reminder'] as const) : []),
    ...(input.exclude_texts === false ? (['sms'] as const) : []),
  ];
}

function definitionsOf({ fields, query, scope }: Search): ColumnDefinition[] {
  return [
    MODIFICATION_TIME,
    ...fields.flatMap((field) => (field.isPhone && query.digits.length === 0 ? [] : field.columns)),
    ...(scope === undefined ? [] : VISIBILITY_COLUMNS),
  ];
}

function foundLeads(
  { database }: RequestContext,
  view: ColumnsSnapshot,
  { search, onTimelines }: { search: Search; onTimelines: ReadonlySet<number> },
): FoundLeads {
  const scores = Array.from({ length: view.chunkCount }, (_, chunk) => scoreChunk(view, chunk, search));
  scoreTimelines(view, onTimelines, scores);
  if (search.scope !== undefined) {
    scores.forEach((chunkScores, chunk) => {
      const visible = visibleSlots(view, chunk, search.scope);
      visible.forEach((isVisible, slot) => {
        if (isVisible === 0) chunkScores[slot] = NO_MATCH;
      });
    });
  }
  const counts = countScores(scores);
  const modified = view.numbers(MODIFICATION_TIME);
  return {
    total: counts.reduce((sum, count) => sum + count, 0) - (counts[NO_MATCH] ?? 0),
    leads: () => leadsWithScores(scores, { from: 0, to: NO_MATCH - 1 }),
    page: ({ start, end }) =>
      // There are few scores, so the ones on the page are known before a lead is read.
      scoresBetween(counts, { start, end }).flatMap(({ score, count, before }) => {
        const window = { start: Math.max(0, start - before), end: Math.min(end - before, count) };
        const leads = newestLeads(scores, modified, { score, count, most: window.end });
        return selectPage(leads, [numberKey(modified, -1)], window, (leads) => idsOf(database, leads));
      }),
    placeOf: (leadNumber) => scores[chunkOf(leadNumber)]?.[slotOf(leadNumber)] ?? NaN,
  };
}

/** Returns for each slot the score of the lead's best value. */
function scoreChunk(view: ColumnsSnapshot, chunk: number, { query, fields }: Search): Uint8Array {
  const scores = new Uint8Array(CHUNK_SIZE).fill(NO_MATCH);
  if (query.text === '') return scores;
  fields.forEach((field, offset) => {
    for (const needle of field.isPhone ? digitNeedles(query) : [textNeedle(query)]) {
      for (const column of field.columns) {
        const texts = view.texts(column).chunks[chunk];
        if (texts !== undefined) scanTexts(texts, needle, scores, { step: RANK_STEP, offset });
      }
    }
  });
  return scores;
}

/** Returns the needle of a query: all matching values contain the whole query or its longest word. */
function textNeedle(query: SearchQuery): Needle {
  const rank = (value: string): number | undefined => rankOfText(value, query);
  const [first = '', ...rest] = query.words;
  if (rest.length === 0) return needleOf(query.text, { rank, others: [], isWhole: true });
  // Of equally long words, takes the later one: a family name is rarer than a first name.
  const longest = rest.reduce((best, word) => (word.length >= best.length ? word : best), first);
  return needleOf(longest, { rank, others: query.words, isWhole: false });
}

function digitNeedles(query: SearchQuery): Needle[] {
  const rank = (value: string): number | undefined => rankOfDigits(value, query);
  return query.digits.map((text) => needleOf(text, { rank, others: [], isWhole: false }));
}

function scoreTimelines(
  view: ColumnsSnapshot,
  onTimelines: ReadonlySet<number>,
  scores: readonly Uint8Array[],
): void {
  const { chunks } = view.numbers(MODIFICATION_TIME);
  for (const leadNumber of onTimelines) {
    const [chunk, slot] = [chunkOf(leadNumber), slotOf(leadNumber)];
    const chunkScores = scores[chunk];
    // A slot without a time has no lead.
    if (chunkScores === undefined || Number.isNaN(chunks[chunk]?.numbers[slot] ?? NaN)) continue;
    chunkScores[slot] = Math.min(chunkScores[slot] ?? NO_MATCH, scoreOf(TIMELINE, 0));
  }
}
