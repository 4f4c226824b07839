/** Sends and reads CSV files. */
import { parse } from 'csv-parse/sync';
import { answerOf } from './builders.ts';
import { send } from './client.ts';
import { type LeadClient, sendLead } from './leads.ts';

/** The answer to an import. */
export interface ImportAnswer {
  import_id: string;
  status: 'running' | 'done';
  dry_run: boolean;
  count: number;
  processed: number;
  created: number;
  updated: number;
  failed: number;
  ignored_columns: string[];
  start: number;
  rows: ImportedRow[];
}

export interface ImportedRow {
  row: number;
  status: 'created' | 'updated' | 'failed';
  lead_id?: string;
  matched_on?: string;
  changes?: { field: string; [told: string]: unknown }[];
  further_changes?: number;
  errors?: { column?: string; code: string; detail: string; lead_ids?: string[] }[];
}

/** Posts a file; `query` holds `mapping` (JSON) and `dry_run`. */
export function sendFile(
  { user, path }: LeadClient,
  file: string | Uint8Array<ArrayBuffer>,
  query: Record<string, string> = {},
  contentType = 'text/csv',
): Promise<Response> {
  return send(`${path}/leads/import?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { Authorization: user.authorization, 'Content-Type': contentType },
    body: file,
  });
}

/** Imports lines and returns the answer, which must be a 200. */
export async function importFile(
  client: LeadClient,
  file: string,
  query: Record<string, string> = {},
): Promise<ImportAnswer> {
  return answerOf<ImportAnswer>(await sendFile(client, file, query));
}

/** Reads the state of an import and a page of its rows. */
export async function getImport(client: LeadClient, importId: string, query = ''): Promise<ImportAnswer> {
  return answerOf<ImportAnswer>(await sendLead(client, 'GET', `/import/${importId}${query}`));
}

/** Reads the export as text. */
export async function exportFile(client: LeadClient, query = ''): Promise<string> {
  const response = await sendLead(client, 'GET', `/export.csv${query}`);
  if (response.status !== 200) throw new Error(`Status ${response.status}: ${await response.text()}`);
  return response.text();
}

/** Returns the rows of a file, each cell by the name of its column and unchanged. */
export function rowsOf(file: string): Record<string, string>[] {
  return parse(file, { columns: true });
}
