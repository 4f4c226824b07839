/** The columns of a chosen file, with sample values. */
import { csvRows, delimiterOf } from '../../formats/csv.ts';

/** A column of the file with its first values. */
export interface FileColumn {
  name: string;
  examples: string[];
}

/** Maps column names to fields; null ignores a column. */
export type Mapping = Record<string, string | null>;

/** A possible target of a column. */
export interface Target {
  name: string;
  label: string;
}

const EXAMPLES = 3;
const SAMPLE_BYTES = 64 * 1024;

/** Reads the columns from the start of a file. */
export async function readColumns(file: Blob): Promise<FileColumn[]> {
  const text = await file.slice(0, SAMPLE_BYTES).text();
  // The sample may end inside a quoted cell of a later row.
  const rows = csvRows(text, delimiterOf(text)).slice(0, EXAMPLES + 1);
  const [header = [], ...first] = rows;
  return header.map((name, index) => ({
    name,
    examples: first.map((row) => row[index] ?? '').filter((cell) => cell !== ''),
  }));
}
