/** What the requests of merges may hold. */
import * as v from 'valibot';
import { switchSchema } from '../../engine/context/parameters.ts';

/** Names in a body: an array, or one string with commas between them. */
const namesSchema = v.optional(
  v.pipe(
    v.union(
      [v.array(v.string()), v.string()],
      'Write an array of field names, or one string with commas between them.',
    ),
    v.transform((names) => (typeof names === 'string' ? names.split(',') : names)),
    v.transform((names) => names.map((name) => name.trim()).filter((name) => name !== '')),
    v.maxLength(500, 'Name at most 500 fields.'),
  ),
  [],
);

/** The body of merge: the secondary lead, and who wins where both leads have something else. */
export const mergeSchema = v.strictObject({
  with: v.string(),
  retain_fields: namesSchema,
  merge_fields: namesSchema,
});
export type MergeInput = v.InferOutput<typeof mergeSchema>;

/** The query of merge: with `dry_run` nothing is written. */
export const mergeQuery = { dry_run: switchSchema(false) };

/** The body of unmerge: which lead comes back. */
export const unmergeSchema = v.strictObject({ lead_id: v.string() });
