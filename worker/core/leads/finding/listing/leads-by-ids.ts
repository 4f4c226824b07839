/** Finds leads by their ids. */
import { asId } from '../../../../shared/http/ids.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { type LeadRow, toLead } from '../../record/lead-store.ts';
import { selectableSummary } from '../../record/lead-bodies.ts';
import type { SelectableSummary } from '../../record/answer-schema.ts';
import { canUnmergeSince } from '../../merges/merges.ts';
import { mayWorkOn } from '../../record/access.ts';

interface WantedRow extends LeadRow {
  allow_unmerge: number;
}

/** Returns the numbers of the leads with these ids, in this order, each once. The id of a merged lead stands for its survivor. */
export function numbersOfIds(database: Database, ids: readonly string[]): number[] {
  return database
    .all<{ lead_number: number }>(
      `SELECT leads.lead_number FROM json_each(?) AS wanted
       LEFT JOIN merges ON secondary_id = wanted.value
       JOIN leads ON leads.lead_number =
         coalesce(survivor_number, (SELECT living.lead_number FROM leads AS living WHERE living.lead_id = wanted.value))
       GROUP BY leads.lead_number ORDER BY min(wanted.key)`,
      JSON.stringify(ids.map((id) => asId(id) ?? id)),
    )
    .map(({ lead_number: leadNumber }) => leadNumber);
}

/**
 * Returns the summaries of the leads with these ids, in this order, each once. Leaves out unknown leads and those that the caller
 * may not see. The id of a merged lead stands for its survivor.
 */
export function listLeadsByIds(context: RequestContext, ids: readonly string[]): SelectableSummary[] {
  const rows = context.database.all<WantedRow>(
    `SELECT leads.*, EXISTS (
       SELECT 1 FROM merges WHERE primary_number = leads.lead_number AND merged_time > ?
     ) AS allow_unmerge
     FROM json_each(?) AS wanted
     LEFT JOIN merges ON secondary_id = wanted.value
     JOIN leads ON leads.lead_number =
       coalesce(survivor_number, (SELECT living.lead_number FROM leads AS living WHERE living.lead_id = wanted.value))
     GROUP BY leads.lead_number ORDER BY min(wanted.key)`,
    canUnmergeSince(context.now),
    JSON.stringify(ids),
  );
  return rows
    .map((row) => ({ lead: toLead(row), allowUnmerge: row.allow_unmerge === 1 }))
    .filter(({ lead }) => mayWorkOn(context, lead))
    .map(({ lead, allowUnmerge }) => selectableSummary(context, lead, allowUnmerge));
}
