/** The stored record of a removed lead, and the query of the list. */
import * as v from 'valibot';
import type { LeadRecord } from '../record/schema.ts';
import { countSchema } from '../../engine/context/parameters.ts';

/** A lead that was removed and may be restored. */
export interface RemovedLead {
  lead: LeadRecord;
  /** Milliseconds since the epoch. */
  removedTime: number;
  /** Who removed it: `user:<id>`, `key:<id>` or `system:<name>`. */
  removedBy: string;
}

const DEFAULT_SIZE = 20;
const MAX_SIZE = 200;
const MAX_TEXT_LENGTH = 200;

/** The query of the list. `q` selects leads with its words in their name, e-mail addresses or phone numbers. */
export const removedPageSchema = v.object({
  start: countSchema(0),
  size: v.pipe(
    countSchema(DEFAULT_SIZE),
    v.transform((size) => Math.min(size, MAX_SIZE)),
  ),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_TEXT_LENGTH)), ''),
});
export type RemovedPage = v.InferOutput<typeof removedPageSchema>;
