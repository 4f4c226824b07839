/** Leads by their ids. */
import type { Call } from '../call.ts';
import { type LeadRow, toLead } from './lead-store.ts';
import { selectableSummary, type SelectableSummary } from './lead-bodies.ts';
import { canUnmergeSince } from '../merges/merges.ts';
import { mayWorkOn } from './scopes.ts';

interface WantedRow extends LeadRow {
  allow_unmerge: number;
}

/**
 * The summaries of the leads with these ids, in this order. Unknown and invisible ones are left out; the id of a
 * merged-away lead yields its survivor; every lead comes once.
 */
export function listLeadsByIds(call: Call, ids: readonly string[]): SelectableSummary[] {
  const rows = call.database.all<WantedRow>(
    `SELECT leads.*, EXISTS (
       SELECT 1 FROM merges WHERE primary_number = leads.lead_number AND merged_time > ?
     ) AS allow_unmerge
     FROM json_each(?) AS wanted
     LEFT JOIN merges ON secondary_id = wanted.value
     JOIN leads ON leads.lead_number =
       coalesce(survivor_number, (SELECT living.lead_number FROM leads AS living WHERE living.lead_id = wanted.value))
     GROUP BY leads.lead_number ORDER BY min(wanted.key)`,
    canUnmergeSince(call.now),
    JSON.stringify(ids),
  );
  return rows
    .map((row) => ({ lead: toLead(row), allowUnmerge: row.allow_unmerge === 1 }))
    .filter(({ lead }) => mayWorkOn(call, lead))
    .map(({ lead, allowUnmerge }) => selectableSummary(call, lead, allowUnmerge));
}
