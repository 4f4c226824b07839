/** Exports leads as CSV: the whole list, or the selected ones. */
import { askFile } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { saveFile } from '../../../formats/save-file.ts';
import { type ListQuery, viewParameters } from '../query.ts';

const PATH = '/leads/export.csv';

/** Returns the URL of the CSV file of a view or a search. A link sends the session's cookie. */
export function exportAddress(query: ListQuery, view: string | undefined): string {
  const parameters = viewParameters(query);
  if (view !== undefined) parameters.set('smart_view_id', view);
  return `/console/api${companyPath(`${PATH}?${parameters}`)}`;
}

/** Downloads these leads as a CSV file. @throws Refusal, Unreachable */
export async function exportSelected(ids: readonly string[]): Promise<void> {
  const file = await askFile(companyPath(PATH), { method: 'POST', body: { lead_ids: ids } });
  saveFile(file, 'leads.csv');
}
