/** Sends a file to be imported, or to be checked without importing it. */
import { ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import type { Mapping } from './columns.ts';
import type { Import } from './outcome.tsx';

/** @throws Refusal with the faults of the header, when it does not fit */
export async function sendFile(
  file: File,
  mapping: Mapping,
  { dryRun }: { dryRun: boolean },
): Promise<Import> {
  const query = new URLSearchParams({ mapping: JSON.stringify(mapping), dry_run: String(dryRun) });
  const { body } = await ask<Import>(companyPath(`/leads/import?${query}`), { method: 'POST', body: file });
  return body;
}
