/** The messages to and from the worker that reads and writes workbooks. */
import type { Sheet } from './read-workbook.ts';

/** What the page wants, once in the life of a worker. */
export type WorkbookQuestion =
  | { kind: 'read'; file: Blob }
  /** The workbook of an export. `name` is that of its sheet. */
  | { kind: 'write'; csv: Blob; name: string; zone: string };

/** What the worker says. */
export type WorkbookAnswer =
  /** Its script is there. Messages before are lost. */
  | { kind: 'ready' }
  | { kind: 'sheets'; sheets: Sheet[] }
  | { kind: 'workbook'; file: Blob }
  /** Why it is not done, for the user. */
  | { kind: 'fault'; message: string };
