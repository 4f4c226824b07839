/** The CSV file of a list of leads. */
import { companyPath } from '../../../api/company.ts';
import { type ListQuery, viewParameters } from '../query.ts';

/** Answers the file of a view or a search, and that of selected leads. */
export const EXPORT_PATH = '/leads/export.csv';

/** Returns the URL of the CSV file of a view or a search. A link sends the session's cookie. */
export function exportAddress(query: ListQuery, view: string | undefined): string {
  const parameters = viewParameters(query);
  if (view !== undefined) parameters.set('smart_view_id', view);
  return `/console/api${companyPath(`${EXPORT_PATH}?${parameters}`)}`;
}
