/** Sends a file to import it, or for a dry run. */
import { ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import type { Mapping } from '../../../forms/sheet/columns.ts';
import type { Import } from './outcome.tsx';

/** Sends the file. @throws Refusal with the errors of an invalid header row */
export async function sendFile(
  file: File,
  mapping: Mapping,
  { dryRun }: { dryRun: boolean },
): Promise<Import> {
  const query = new URLSearchParams({ mapping: JSON.stringify(mapping), dry_run: String(dryRun) });
  const { body } = await ask<Import>(companyPath(`/leads/import?${query}`), { method: 'POST', body: file });
  return body;
}
