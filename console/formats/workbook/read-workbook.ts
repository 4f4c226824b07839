/**
 * Reads workbooks as Excel, LibreOffice, Google Sheets and Numbers save them (ECMA-376, `.xlsx`): each sheet becomes the text of a CSV
 * file, which the readers of CSV take. Pure.
 */
import { damaged, WorkbookFault } from './fault.ts';
import { refuseOle } from './kind.ts';
import { type Relation, readFormats, readRelations, readSharedTexts, readSheetList } from './parts.ts';
import { MOST_CHARACTERS, readSheetRows, type SharedParts } from './sheet-rows.ts';
import { Zip } from './zip.ts';

/** Largest workbook, in bytes: the size of a CSV file that an import takes. */
export const MOST_FILE_BYTES = 64 * 1024 * 1024;

/** A sheet with rows. */
export interface Sheet {
  name: string;
  /** Its rows as CSV. The third line of them is row 3 of the sheet. */
  text: string;
  /** Rows with something in them. */
  count: number;
  /** The first cell with a formula whose result is not in the file, such as `C2`. */
  withoutResult: string | undefined;
}

/** Other files that are ZIP archives too, by a file in them, and what they are. */
const OTHERS: readonly (readonly [part: string, advice: string])[] = [
  ['xl/workbook.bin', 'This is a binary workbook (.xlsb). Open it in Excel and save it as .xlsx.'],
  ['content.xml', 'This is a file of LibreOffice or OpenOffice. Open it there and save it as .xlsx or CSV.'],
  ['index/document.iwa', 'This is a file of Numbers. Open it there and export it to Excel or CSV.'],
  ['index.zip', 'This is a file of Numbers. Open it there and export it to Excel or CSV.'],
  ['word/document.xml', 'This is a document of Word, not a workbook. Choose an .xlsx or CSV file.'],
  ['ppt/presentation.xml', 'This is a presentation, not a workbook. Choose an .xlsx or CSV file.'],
];
const NO_WORKBOOK = 'This is a ZIP archive without a workbook. Unpack it and choose an .xlsx or CSV file.';

/**
 * Reads the sheets that have rows and can be seen. If none of these has any, the hidden ones.
 * @throws WorkbookFault for a file that is no workbook, damaged, too large, or has no rows
 */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  refuseOle(bytes);
  if (bytes.length > MOST_FILE_BYTES) {
    throw new WorkbookFault(
      'The workbook is larger than 64 MB. Split it, or save the sheet that you need as CSV.',
    );
  }
  const zip = new Zip(bytes);
  const path = await workbookPath(zip);
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const relations = await relationsOf(zip, path, folder);
  const { sheets: entries, is1904 } = await readSheetList(zip.read(path));
  const shared = await sharedParts(zip, relations, is1904);
  const read = async (isHidden: boolean): Promise<Sheet[]> => {
    const sheets: Sheet[] = [];
    for (const { name, relation } of entries.filter((entry) => entry.isHidden === isHidden)) {
      const part = relations.find(({ id }) => id === relation);
      // Others are charts.
      if (part?.type !== 'worksheet') continue;
      const { lines, count, withoutResult } = await readSheetRows(zip.read(part.target), shared);
      if (count > 0) sheets.push({ name, text: `${lines.join('\r\n')}\r\n`, count, withoutResult });
    }
    return sheets;
  };
  const visible = await read(false);
  const sheets = visible.length > 0 ? visible : await read(true);
  if (sheets.length === 0) throw new WorkbookFault('The workbook has no rows.');
  return sheets;
}

async function workbookPath(zip: Zip): Promise<string> {
  const other = OTHERS.find(([part]) => zip.has(part));
  if (other !== undefined) throw new WorkbookFault(other[1]);
  if (!zip.has('_rels/.rels')) throw new WorkbookFault(NO_WORKBOOK);
  const relations = await readRelations(zip.read('_rels/.rels'), '');
  const main = relations.find(({ type }) => type === 'officeDocument');
  if (main === undefined) throw new WorkbookFault(NO_WORKBOOK);
  return main.target;
}

function relationsOf(zip: Zip, path: string, folder: string): Promise<Relation[]> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const part = `${folder === '' ? '' : `${folder}/`}_rels/${name}.rels`;
  if (!zip.has(part)) throw damaged('its list of parts is missing');
  return readRelations(zip.read(part), folder);
}

async function sharedParts(zip: Zip, relations: readonly Relation[], is1904: boolean): Promise<SharedParts> {
  const partOf = (wanted: string): string | undefined => {
    const target = relations.find(({ type }) => type === wanted)?.target;
    return target !== undefined && zip.has(target) ? target : undefined;
  };
  const [texts, styles] = [partOf('sharedStrings'), partOf('styles')];
  return {
    texts: texts === undefined ? [] : await readSharedTexts(zip.read(texts)),
    formats: styles === undefined ? [] : await readFormats(zip.read(styles), is1904),
    room: { left: MOST_CHARACTERS },
  };
}
