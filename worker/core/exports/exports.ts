/** Leads as a CSV file that streams, so that its size does not matter. */
import type { Call } from '../call.ts';
import { leadColumns } from '../csv/lead-columns.ts';
import { headerLine, leadLine } from '../csv/lead-lines.ts';
import { type LeadRow, toLead } from '../leads/lead-store.ts';
import { mayWorkOn, scopeOf } from '../leads/scopes.ts';
import { readLeadFields, withSettingsHeld } from '../settings/settings.ts';

/** Leads that are read and written at a time; between two of them other requests have their turn. */
const LEADS_AT_A_TIME = 200;

/** The numbers of all leads in the caller's scope, the newest modification first, then by id. */
export function leadsInScope(call: Call): number[] {
  const scope = scopeOf(call);
  return call.database
    .all<{ lead_number: number }>(
      `SELECT lead_number FROM leads WHERE ${scope.sql} ORDER BY modification_time DESC, lead_id`,
      ...scope.values,
    )
    .map((row) => row.lead_number);
}

/**
 * A header and a line for each lead, in the order of the numbers. What has gone, or out of the caller's scope, since
 * the numbers were chosen is left out.
 */
export function exportLeads(call: Call, leadNumbers: readonly number[]): ReadableStream<Uint8Array> {
  const columns = leadColumns(readLeadFields(call.database));
  const emailOf = (userId: string): string => call.person(userId)?.email ?? '';
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(headerLine(columns))),
    pull: (controller) => {
      const numbers = leadNumbers.slice(next, next + LEADS_AT_A_TIME);
      next += numbers.length;
      const lines = withSettingsHeld(call.database, () =>
        readLeads(call, numbers).map((lead) => leadLine(lead, columns, emailOf)),
      );
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')));
      if (next >= leadNumbers.length) controller.close();
    },
  });
}

function readLeads(call: Call, leadNumbers: readonly number[]): ReturnType<typeof toLead>[] {
  return call.database
    .all<LeadRow>(
      `SELECT leads.* FROM json_each(?) AS wanted CROSS JOIN leads ON leads.lead_number = wanted.value
       ORDER BY wanted.key`,
      JSON.stringify(leadNumbers),
    )
    .map(toLead)
    .filter((lead) => mayWorkOn(call, lead));
}
