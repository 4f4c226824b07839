/** Streams records as a CSV file (RFC 4180) page by page, so that memory does not grow with the size of the file. */
import { pause } from '../../engine/work/pauses.ts';
import { guardCell, writeLine } from './cells.ts';

const RECORDS_AT_A_TIME = 500;

/** Tells Excel that the file is UTF-8. Without it, Excel uses the computer's code page and shows wrong accents. */
const BYTE_ORDER_MARK = '\uFEFF';

type Cell = string | number | boolean | null | undefined;

/** A column: its name, and a function that returns the cell of a record. */
export type Column<Item> = readonly [name: string, cell: (item: Item) => Cell];

/**
 * Streams a header and a line for each record. Records that are written meanwhile may be missing.
 * @param read returns at most `limit` records after the given one, in the order of the file
 */
export function pagedCsv<Item>(
  columns: readonly Column<Item>[],
  read: (after: Item | undefined, limit: number) => Promise<readonly Item[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const header = writeLine(
    columns.map(([name]) => name),
    guardCell,
  );
  const lineOf = (item: Item): string =>
    writeLine(
      columns.map(([, cell]) => String(cell(item) ?? '')),
      guardCell,
    );
  let last: Item | undefined;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + header)),
    pull: async (controller) => {
      await pause();
      const items = await read(last, RECORDS_AT_A_TIME);
      if (items.length > 0) controller.enqueue(encoder.encode(items.map(lineOf).join('')));
      last = items.at(-1);
      if (items.length < RECORDS_AT_A_TIME) controller.close();
    },
  });
}

/** Returns the response with the file. Caches must not store it. */
export function csvFile(body: ReadableStream<Uint8Array>, name: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
