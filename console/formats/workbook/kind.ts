/** Tells what a chosen file is by its first bytes, whatever its name says. Pure. */
import { WorkbookFault } from './fault.ts';

/** How many bytes at the start of a file are looked at. */
export const HEAD_BYTES = 1024;

/** The first bytes of ZIP archives, which workbooks are. An empty archive has the second. */
const ZIP = [0x50_4b_03_04, 0x50_4b_05_06];
/** The first bytes of OLE2 containers: workbooks up to Excel 2003, and newer ones with a password. */
const OLE = 0xd0_cf_11_e0;
const PDF = 0x25_50_44_46;
/** Matches names of files that only spreadsheet programs write. */
const WORKBOOK_NAME = /\.(?:xls[xmb]?|xltx|ods|numbers)$/i;
const WEB_PAGE = /^\uFEFF?\s*<(?:!doctype|html|head|meta|table|\?xml)/i;

/**
 * Tells whether a file is a workbook, or text for the readers of CSV.
 * @param head the first bytes, at most {@link HEAD_BYTES}
 * @throws WorkbookFault for a file that is neither
 */
export function kindOf(head: Uint8Array, name: string): 'workbook' | 'text' {
  const sign = head.length < 4 ? 0 : new DataView(head.buffer, head.byteOffset).getUint32(0);
  if (ZIP.includes(sign) || sign === OLE) return 'workbook';
  if (WEB_PAGE.test(new TextDecoder().decode(head))) {
    throw new WorkbookFault(
      'This is a web page, not a workbook, whatever its name says. Open it in Excel and save it as .xlsx or CSV.',
    );
  }
  if (WORKBOOK_NAME.test(name)) {
    throw new WorkbookFault(
      `${name} is no Excel workbook, although its name says so. Open it where it comes from and save it as .xlsx or CSV.`,
    );
  }
  if (sign === PDF || (head.includes(0) && !isUtf16(head))) {
    throw new WorkbookFault(`${name} has no rows of text. Choose an .xlsx or CSV file.`);
  }
  return 'text';
}

/** UTF-16 has zeros too, but says so with a byte order mark. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** The name of a stream of OLE2 containers that have an encrypted workbook, in UTF-16. */
const ENCRYPTED = [...new TextEncoder().encode('EncryptedPackage')].flatMap((letter) => [letter, 0]);

/**
 * Refuses an OLE2 container, which no reader of `.xlsx` can read.
 * @throws WorkbookFault
 */
export function refuseOle(bytes: Uint8Array): void {
  if (bytes.length < 4 || new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) !== OLE) return;
  throw new WorkbookFault(
    hasEncryptedPackage(bytes)
      ? 'The workbook has a password. Remove it in Excel (File, Info, Protect Workbook), or save a copy without it.'
      : 'This is a workbook of Excel 2003 or older (.xls). Open it in Excel and save it as .xlsx.',
  );
}

function hasEncryptedPackage(bytes: Uint8Array): boolean {
  const [first = 0] = ENCRYPTED;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (ENCRYPTED.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
