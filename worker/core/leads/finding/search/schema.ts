/** The query of a search. */
import * as v from 'valibot';
import { coded } from '../../../../shared/http/input.ts';
import { cursorSchema } from '../columns/walk.ts';
import { switchSchema } from '../../../engine/context/parameters.ts';
import { countSchema } from '../../../engine/context/parameters.ts';

const LEAST_CHARACTERS = 3;
const MOST_CHARACTERS = 200;
const MAX_SEARCH_FIELDS = 20;
const DEFAULT_HITS = 50;
const MOST_HITS = 200;

const TOO_MANY_FIELDS = `Name at most ${MAX_SEARCH_FIELDS} fields.`;

/** `search_fields`: names separated by commas. */
export const searchFieldsSchema = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => [...new Set(text.split(',').map((name) => name.trim()))]),
    v.transform((names) => names.filter((name) => name !== '')),
    v.maxLength(MAX_SEARCH_FIELDS, TOO_MANY_FIELDS),
  ),
  '',
);

/** `search_fields` in a body: an array of names. */
export const searchFieldListSchema = v.pipe(
  v.array(v.string()),
  v.maxLength(MAX_SEARCH_FIELDS, TOO_MANY_FIELDS),
);

/** `q`: normalized to NFC, trimmed, runs of blanks collapsed. Lengths are in code points. */
export const queryTextSchema = v.pipe(
  v.string(),
  v.transform((text) => text.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' ').trim()),
  v.check(
    (text) => Array.from(text).length >= LEAST_CHARACTERS,
    coded('query_too_short', `Search for at least ${LEAST_CHARACTERS} characters.`),
  ),
  v.check(
    (text) => Array.from(text).length <= MOST_CHARACTERS,
    `Search for at most ${MOST_CHARACTERS} characters.`,
  ),
);

/** The switches that exclude kinds of events from the search. */
export const timelineSwitches = {
  exclude_notes: switchSchema(true),
  exclude_emails: switchSchema(true),
  exclude_reminders: switchSchema(true),
  exclude_texts: switchSchema(true),
};

/** A search beside the other parameters of a view or an export. Without `q`, the rest has no effect. */
export const searchEntries = {
  q: v.optional(queryTextSchema),
  search_fields: searchFieldsSchema,
  ...timelineSwitches,
};
type SearchEntries = v.InferOutput<v.ObjectSchema<typeof searchEntries, undefined>>;
/** The members of `searchEntries`, each of which may be absent. */
export type SearchBeside = { [Name in keyof SearchEntries]?: SearchEntries[Name] | undefined };

export const searchSchema = v.object({
  q: queryTextSchema,
  user_scope: v.optional(v.pipe(v.string(), v.trim()), ''),
  search_fields: searchFieldsSchema,
  ...timelineSwitches,
  start: countSchema(0),
  cursor: cursorSchema,
  limit: v.pipe(countSchema(DEFAULT_HITS), v.minValue(1), v.maxValue(MOST_HITS)),
});
export type SearchInput = v.InferOutput<typeof searchSchema>;
