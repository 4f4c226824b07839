/** Streams leads as a CSV file, so that memory does not grow with the size of the file. */
import { isViewer } from '../../../engine/context/actors.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import { guardCell, plainCell } from '../cells.ts';
import { csvColumns } from '../csv-columns.ts';
import { headerLine, leadLine, type LineFormat } from '../lead-lines.ts';
import { type LeadRow, toLead } from '../../record/lead-store.ts';
import { mayWorkOn } from '../../record/access.ts';
import { pause } from '../../../engine/work/pauses.ts';
import type { ExportQuery } from './schema.ts';
import { inOrder, type LeadSelection } from './selected-leads.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import { findUserOnce } from '../../../people/users/users.ts';

/** Leads that are read and written at a time; other requests may run in between. */
const LEADS_AT_A_TIME = 200;

/**
 * Streams a header and a line for each selected lead, in order. Leaves out a lead that is removed or leaves the caller's scope
 * before its line is written.
 * @param reader the reader of the file: for `spreadsheet`, cells are guarded against being run as formulas; for `import`, they
 *   are unchanged
 */
export async function exportLeads(
  context: RequestContext,
  selection: LeadSelection,
  reader: ExportQuery['for'],
): Promise<ReadableStream<Uint8Array>> {
  const format = {
    columns: csvColumns(settingsOf(context).fields()),
    guard: reader === 'import' ? plainCell : guardCell,
  };
  const pieces = piecesOf(context, await inOrder(selection), format);
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}

async function* piecesOf(
  context: RequestContext,
  pages: AsyncIterable<number[]>,
  format: LineFormat,
): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  yield encoder.encode(headerLine(format));
  for await (const leadNumbers of pages) {
    for (let start = 0; start < leadNumbers.length; start += LEADS_AT_A_TIME) {
      const lines = linesOf(context, leadNumbers.slice(start, start + LEADS_AT_A_TIME), format);
      if (lines !== '') yield encoder.encode(lines);
      await pause();
    }
  }
  return undefined;
}

function linesOf(context: RequestContext, leadNumbers: readonly number[], format: LineFormat): string {
  // Viewers see users by name alone.
  const shown = isViewer(context.actor) ? 'name' : 'email';
  const ownerOf = (userId: string): string => findUserOnce(context, userId)?.[shown] ?? '';
  return context.database
    .all<LeadRow>(
      `SELECT leads.* FROM json_each(?) AS wanted CROSS JOIN leads ON leads.lead_number = wanted.value
         ORDER BY wanted.key`,
      JSON.stringify(leadNumbers),
    )
    .map(toLead)
    .filter((lead) => mayWorkOn(context, lead))
    .map((lead) => leadLine(lead, format, ownerOf))
    .join('');
}
