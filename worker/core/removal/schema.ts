/** Removed leads: what is kept of them, and how they are asked for. */
import * as v from 'valibot';
import type { LeadRecord } from '../leads/schema.ts';
import { pageEntries } from '../parameters.ts';

/** A lead that was removed and may be restored. */
export interface RemovedLead {
  lead: LeadRecord;
  /** Milliseconds since the epoch. */
  removedTime: number;
  /** Who removed it: `user:<id>`, `key:<id>` or `system:<name>`. */
  removedBy: string;
}

/** The query of the list. */
export const removedPageSchema = v.object({ ...pageEntries });
export type RemovedPage = v.InferOutput<typeof removedPageSchema>;
