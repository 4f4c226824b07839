/** Takes a chosen file of rows: CSV as it is, a sheet of an Excel workbook as CSV. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../api/api.ts';
import { Notice, Waiting } from '../../components/notice.tsx';
import { readSheets } from '../../components/parts/workbooks.ts';
import { plural } from '../../components/text/values.tsx';
import { inUtf8 } from '../../formats/encoding.ts';
import { WorkbookFault } from '../../formats/workbook/fault.ts';
import { HEAD_BYTES, kindOf } from '../../formats/workbook/kind.ts';
import type { Sheet } from '../../formats/workbook/read-workbook.ts';

/** What a field for such a file takes. */
export const SHEET_FILES =
  '.csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A chosen workbook, or a file of text. */
interface Workbook {
  file: File;
  /** None of a file of text. */
  sheets: readonly Sheet[];
  /** The position of the sheet that was taken. */
  at: number;
}

interface SheetFileState {
  /** Reads a file that was chosen. */
  choose: (file: File) => void;
  /** What is said about the file, and the choice of a sheet if several have rows. */
  said: VNode;
}

/**
 * Reads chosen files. Of several, the last one counts. A file that cannot be read takes nothing away.
 * @param take gets the rows as a CSV file with the name of the chosen one
 */
export function useSheetFile(take: (csv: File) => void | Promise<void>): SheetFileState {
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<string>();
  const [workbook, setWorkbook] = useState<Workbook>();
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const takeSheet = async (chosen: Workbook): Promise<void> => {
    setWorkbook(chosen);
    const csv = csvOf(chosen);
    setFault(typeof csv === 'string' ? csv : undefined);
    if (typeof csv !== 'string') await take(csv);
  };
  const read = async (file: File, { signal }: AbortController): Promise<void> => {
    try {
      const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
      const isText = kindOf(head, file.name) === 'text';
      const chosen: Workbook = isText
        ? { file: await inUtf8(file), sheets: [], at: 0 }
        : { file, sheets: await readSheets(file, signal), at: 0 };
      if (signal.aborted) return;
      await takeSheet(chosen);
    } catch (error) {
      if (!signal.aborted) setFault(error instanceof WorkbookFault ? error.message : unreadable(error));
    }
    if (!signal.aborted) setReading(false);
  };
  const choose = (file: File): void => {
    reading.current?.abort();
    reading.current = new AbortController();
    setReading(true);
    setFault(undefined);
    void read(file, reading.current);
  };
  const said = (
    <>
      {isReading && <Waiting text="Reading the file" />}
      {fault !== undefined && <Notice kind="danger">{fault}</Notice>}
      {!isReading && workbook !== undefined && workbook.sheets.length > 1 && (
        <SheetChoice workbook={workbook} choose={(at) => void takeSheet({ ...workbook, at })} />
      )}
    </>
  );
  return { choose, said };
}

/** A file that was moved, or may not be read any more. */
function unreadable(error: unknown): string {
  return error instanceof DOMException
    ? 'The file cannot be read. Choose it again; if it is open in another program, close it there.'
    : messageOf(error);
}

/** Returns the rows of the taken sheet, or what is wrong with them. */
function csvOf({ file, sheets, at }: Workbook): File | string {
  const sheet = sheets[at];
  if (sheet === undefined) return file;
  if (sheet.withoutResult !== undefined) {
    return `The sheet “${sheet.name}” has formulas without results in the file, the first in cell ${sheet.withoutResult}. Open it in Excel, save it, and choose it again.`;
  }
  // Different sheets are different files, also when they have the same size.
  const name = sheets.length > 1 ? `${file.name}, ${sheet.name}` : file.name;
  return new File([sheet.text], name, { type: 'text/csv', lastModified: file.lastModified });
}

function SheetChoice({ workbook, choose }: { workbook: Workbook; choose: (at: number) => void }): VNode {
  return (
    <div class="field">
      <label>
        Sheet
        <select value={workbook.at} onChange={({ currentTarget: { value } }) => choose(Number(value))}>
          {workbook.sheets.map(({ name, count }, at) => (
            <option key={at} value={at} selected={at === workbook.at}>
              {name} ({plural(count, 'row')})
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** A small field for a file of rows, below a box for pasted ones. */
export function SheetFileInput({
  label,
  take,
}: {
  label: string;
  take: (csv: File) => Promise<void>;
}): VNode {
  const { choose, said } = useSheetFile(take);
  return (
    <>
      <label class="row">
        {label}
        <input
          type="file"
          accept={SHEET_FILES}
          // The same file can be chosen again, for instance after it was mended.
          onClick={({ currentTarget: input }) => {
            input.value = '';
          }}
          onChange={({ currentTarget: input }) => {
            const [file] = input.files ?? [];
            if (file !== undefined) choose(file);
          }}
        />
      </label>
      {said}
    </>
  );
}
