/** Records in the audit log who took leads, calls or messages out as a file. */
import { commit } from '../../engine/commit/commit.ts';
import { actorId } from '../../engine/context/actors.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';

/** What is exported: the subject of the entry. */
type Exported = 'leads' | 'calls' | 'texts';

/**
 * Records an export. If a caller exports very often, only the first exports of an hour are recorded.
 * @param details the names of parameters, without values, which may be personal data
 */
export function recordExport(
  company: CompanyContext,
  context: RequestContext,
  { of, details }: { of: Exported; details: object },
): void {
  const noted = company.exports.add(actorId(context.actor), crypto.randomUUID());
  if (noted === 'nothing') return;
  const detail =
    noted === 'this'
      ? { ...details }
      : { detail: 'Further exports by this caller within the hour are not recorded.' };
  // Reading is for viewers too. That they have read is noted like of others.
  const noting = { ...context, isReadOnly: false };
  commit(company, noting, (write) => write.audit({ action: `${of}.exported`, subject: of, detail }));
}

/** Names the filters of an export of calls or messages that are set. */
export function filterNames(filter: object): { filtered_by: string[] } {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined && value !== false);
  return { filtered_by: set.map(([name]) => name) };
}
