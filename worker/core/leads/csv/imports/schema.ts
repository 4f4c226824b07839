/** The stored records of imports, and the schemas of their requests. */
import * as v from 'valibot';
import { switchSchema } from '../../../engine/context/parameters.ts';
import { countSchema } from '../../../engine/context/parameters.ts';

/** Most rows that one request imports, and most rows in a page of results. The alarm imports the rest of a larger file. */
export const MAX_ROWS_AT_ONCE = 5_000;
/** Largest file, in bytes; below the platform's limit of 100 MB. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** A column of the file: its name in the header and the lead column that it fills, or null if it is left out. */
export interface ImportColumn {
  header: string;
  target: string | null;
}

/** A row of the file: its number (the first one after the header is 1) and its cells. */
export type FileRow = [row: number, cells: string[]];

export interface ImportRecord {
  importId: string;
  userId: string;
  status: 'receiving' | 'running' | 'done';
  isDryRun: boolean;
  columns: ImportColumn[];
  /** Milliseconds since the epoch. */
  createdTime: number;
  /** Rows of the file that are not blank. */
  rowCount: number;
  created: number;
  updated: number;
  failed: number;
}

/** The query of an import. */
export const importQuerySchema = v.object({
  mapping: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }): Map<string, string | null> => {
        const mapping = readMapping(dataset.value);
        if (mapping !== undefined) return mapping;
        addIssue({
          message: 'Write a JSON object from the names of columns to names of fields, or to null.',
        });
        return NEVER;
      }),
    ),
    '{}',
  ),
  dry_run: switchSchema(false),
});
export type ImportQuery = v.InferOutput<typeof importQuerySchema>;

/** The query for the results of an import. */
export const importPageSchema = v.object({
  start: countSchema(0),
  size: v.pipe(
    countSchema(MAX_ROWS_AT_ONCE),
    v.transform((size) => Math.min(size, MAX_ROWS_AT_ONCE)),
  ),
  status: v.optional(
    v.picklist(['created', 'updated', 'failed', ''], 'Write created, updated or failed.'),
    '',
  ),
});
export type ImportPage = v.InferOutput<typeof importPageSchema>;

function readMapping(text: string): Map<string, string | null> | undefined {
  try {
    const mapping: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping)) return undefined;
    const entries = Object.entries(mapping as Record<string, unknown>).map(([column, field]) => [
      column.trim(),
      field === null ? '' : field,
    ]);
    if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return undefined;
    return new Map(entries.map(([column, field]) => [column, field.trim() === '' ? null : field.trim()]));
  } catch {
    return undefined;
  }
}
