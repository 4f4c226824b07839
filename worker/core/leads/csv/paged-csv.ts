/** Records as a CSV file (RFC 4180) that streams page by page, so that memory does not grow with its size. */
import { pause } from '../../engine/work/pauses.ts';
import { guardCell, writeLine } from './cells.ts';

const RECORDS_AT_A_TIME = 500;

/** By this Excel tells UTF-8 from the code page of the computer; without it names lose their accents. */
const BYTE_ORDER_MARK = '\uFEFF';

type Cell = string | number | boolean | null | undefined;

/** A column: its name, and what stands in it. */
export type Column<Item> = readonly [name: string, cell: (item: Item) => Cell];

/**
 * A header and a line for each record. What is written while the file streams may be missing in it.
 * @param read the records after the one given, at most `limit`, in the order of the file
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

/** The answer with such a file, which nobody else may keep. */
export function csvFile(body: ReadableStream<Uint8Array>, name: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
