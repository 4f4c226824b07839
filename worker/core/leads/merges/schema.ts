/** Bodies and queries of the merge operations. */
import * as v from 'valibot';
import { switchSchema } from '../../engine/context/parameters.ts';

/** Names in a body: an array, or one string with the names separated by commas. */
const namesSchema = v.optional(
  v.pipe(
    v.union(
      [v.array(v.string()), v.string()],
      'Write an array of field names, or one string with the names separated by commas.',
    ),
    v.transform((names) => (typeof names === 'string' ? names.split(',') : names)),
    v.transform((names) => names.map((name) => name.trim()).filter((name) => name !== '')),
    v.maxLength(500, 'Name at most 500 fields.'),
  ),
  [],
);

/** The body of merge: the secondary lead, and which lead wins where their values differ. */
export const mergeSchema = v.strictObject({
  with: v.string(),
  retain_fields: namesSchema,
  merge_fields: namesSchema,
});
export type MergeInput = v.InferOutput<typeof mergeSchema>;

/** The query of merge. With `dry_run` nothing is written. */
export const mergeQuery = { dry_run: switchSchema(false) };

/** The body of unmerge: the lead to restore. */
export const unmergeSchema = v.strictObject({ lead_id: v.string() });
