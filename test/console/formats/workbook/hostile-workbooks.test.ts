/** Files that are no workbooks, broken ones, and bombs: each gets a sentence for the person who chose it. */
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { WorkbookFault } from '../../../../console/formats/workbook/fault.ts';
import { kindOf } from '../../../../console/formats/workbook/kind.ts';
import { readWorkbook } from '../../../../console/formats/workbook/read-workbook.ts';
import { readSheetRows } from '../../../../console/formats/workbook/sheet-rows.ts';
import { MOST_UNPACKED_BYTES, Zip } from '../../../../console/formats/workbook/zip.ts';
import { filesOf, sheetData, stylesOf, workbook } from './made-workbooks.ts';

const ROW = '<row r="1"><c r="A1" t="str"><v>a</v></c></row>';
const GOOD = workbook({ sheets: { Sheet1: sheetData(ROW) } });
const LIMIT = 1024 * 1024;

/** The sentence for a file. */
async function faultOf(read: () => unknown): Promise<string> {
  try {
    await read();
  } catch (error) {
    if (error instanceof WorkbookFault) return error.message;
    throw error;
  }
  throw new Error('It was read.');
}

async function lengthOf(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let sum = 0;
  for await (const { length } of pieces) sum += length;
  return sum;
}

/** An OLE2 container with a stream of this name. */
function container(stream: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4096);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  bytes.set(Buffer.from(stream, 'utf16le'), 1025);
  return bytes;
}

test('a workbook with a password, and one of Excel 2003', async () => {
  expect(await faultOf(() => readWorkbook(container('EncryptedPackage')))).toContain('has a password');
  expect(await faultOf(() => readWorkbook(container('Workbook')))).toContain('Excel 2003 or older (.xls)');
});

test.for([
  ['xl/workbook.bin', '.xlsb'],
  ['content.xml', 'LibreOffice'],
  ['Index/Document.iwa', 'Numbers'],
  ['word/document.xml', 'document of Word'],
  ['photo.jpg', 'ZIP archive without a workbook'],
])('an archive with %s is said to be what it is', async ([part, words]) => {
  expect(await faultOf(() => readWorkbook(zipSync({ [part!]: strToU8('x') })))).toContain(words);
});

test.for([
  ['web page', 'leads.xls', '<html><table><tr><td>1</td></tr></table>', 'web page'],
  ['XML of Excel 2003', 'leads.xls', '<?xml version="1.0"?><Workbook/>', 'web page'],
  ['text', 'leads.xlsx', 'name,email', 'leads.xlsx is no Excel workbook'],
  ['an empty file', 'leads.xlsx', '', 'leads.xlsx is no Excel workbook'],
  ['a PDF', 'leads.pdf', '%PDF-1.7', 'has no rows of text'],
  ['a picture', 'leads.csv', '\u0089PNG\r\n\0\0', 'has no rows of text'],
])('%s is refused before anything is loaded', async ([, name, content, words]) => {
  expect(await faultOf(() => kindOf(strToU8(content!), name!))).toContain(words);
});

test('what is a file of rows is told by its content', () => {
  expect(kindOf(GOOD.subarray(0, 1024), 'export')).toBe('workbook');
  expect(kindOf(container('Workbook'), 'old')).toBe('workbook');
  expect(kindOf(strToU8('name;email\n'), 'leads.csv')).toBe('text');
  expect(kindOf(new Uint8Array([0xff, 0xfe, 0x44, 0, 0x61, 0]), 'ads.csv')).toBe('text');
  expect(kindOf(new Uint8Array(), 'nothing.csv')).toBe('text');
});

test('a bomb is stopped by what it unpacks to, whatever it says about itself', async () => {
  const bomb = zipSync({ 'a.xml': new Uint8Array(16 * LIMIT) });
  // Its own sizes are made small, in the file's header and in the list.
  const view = new DataView(bomb.buffer);
  for (let at = 0; at < bomb.length - 4; at += 1) {
    const sign = view.getUint32(at, true);
    if (sign === 0x04_03_4b_50) view.setUint32(at + 22, 10, true);
    if (sign === 0x02_01_4b_50) view.setUint32(at + 24, 10, true);
  }
  let unpacked = 0;
  const unpack = async (): Promise<void> => {
    for await (const piece of new Zip(bomb, LIMIT).read('a.xml')) unpacked += piece.length;
  };

  expect(bomb.length).toBeLessThan(LIMIT / 8);
  expect(await faultOf(unpack)).toContain('too large');
  expect(unpacked).toBeLessThanOrEqual(LIMIT);
});

test('parts that are fine alone and too large together are stopped', async () => {
  const zip = new Zip(zipSync({ a: new Uint8Array(LIMIT - 1), b: new Uint8Array(LIMIT) }), 1.5 * LIMIT);

  expect(await lengthOf(zip.read('a'))).toBe(LIMIT - 1);
  expect(await faultOf(() => lengthOf(zip.read('b')))).toContain('too large');
});

test('a sheet of 300 MB in 300 kB is refused, and so is one long text', { tags: ['full'] }, async () => {
  const large = new Uint8Array(MOST_UNPACKED_BYTES + 1).fill(32);
  const sheet = strToU8('<worksheet><sheetData>');
  large.set(sheet);
  const files = { ...filesOf({ sheets: { Sheet1: '' } }), 'xl/worksheets/sheet1.xml': large };

  expect(await faultOf(() => readWorkbook(zipSync(files)))).toContain('damaged');
});

test('rows that are far apart and wide do not grow into more than an import takes', async () => {
  const rows = Array.from(
    { length: 6000 },
    (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`,
  );
  const wide = `<row r="1"><c r="A1"><v>1</v></c></row>${rows.slice(1).join('')}`;

  expect(await faultOf(() => readWorkbook(workbook({ sheets: { Sheet1: sheetData(wide) } })))).toContain(
    'too large',
  );
});

test.for([
  ['empty rows', '<row r="9000"><c><v>1</v></c></row>', ''],
  ['quotes', '<row><c t="s"><v>0</v></c></row>', '"'.repeat(9000)],
] as const)('%s count as the characters that they become', async ([, row, text]) => {
  const sheet = strToU8(`<worksheet>${sheetData(row)}</worksheet>`);
  const rows = async (left: number): Promise<number> => {
    const pieces = new Blob([sheet]).stream();
    return (await readSheetRows(pieces, { texts: [text], formats: [], room: { left } })).count;
  };

  expect(await faultOf(() => rows(18_000))).toContain('too large');
  expect(await rows(18_010)).toBe(1);
});

test('a long text in many cells does not grow into more than an import takes', async () => {
  const texts = `<si><t>${'"'.repeat(30_000)}</t></si>`;
  const cells = Array.from({ length: 16_384 }, () => '<c t="s"><v>0</v></c>').join('');

  expect(
    await faultOf(() =>
      readWorkbook(workbook({ sheets: { Sheet1: sheetData(`<row>${cells}</row>`) }, texts })),
    ),
  ).toContain('too large');
});

test('formats that no program writes leave the number as it is', async () => {
  const formats = ['constructor', '__proto__', '"'.repeat(5), '0'.repeat(300), '[', '\\'];
  const cells = formats.map((_, at) => `<c s="${at}"><v>12.5</v></c>`).join('');
  const read = await readWorkbook(
    workbook({ sheets: { Sheet1: sheetData(`<row>${cells}</row>`) }, styles: stylesOf(...formats) }),
  );

  expect(read).toMatchObject([{ text: `${formats.map(() => '12.5').join(',')}\r\n` }]);
});

test('a workbook with a thousand sheets and more is refused', async () => {
  const names = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`Sheet${at}`, '']));

  expect(await faultOf(() => readWorkbook(workbook({ sheets: names })))).toContain('more than 1,000 sheets');
});

test.for([
  ['cut in the middle', GOOD.subarray(0, GOOD.length / 2)],
  ['cut at its end', GOOD.subarray(0, GOOD.length - 10)],
  ['only its beginning', GOOD.subarray(0, 4)],
  ['with noise inside', noise()],
  ['without its sheet', without('xl/worksheets/sheet1.xml')],
  ['without its relations', without('xl/_rels/workbook.xml.rels')],
  ['with a sheet that is cut', withSheet('<worksheet><sheetData><row r="1"><c')],
  ['with a sheet that is no XML', withSheet('no XML')],
  ['with tags that do not match', withSheet('<worksheet><sheetData></row></worksheet>')],
  [
    'with a cell nowhere',
    withSheet('<worksheet><sheetData><row r="1"><c r="?"/></row></sheetData></worksheet>'),
  ],
  [
    'with a cell too far right',
    withSheet('<worksheet><sheetData><row r="1"><c r="XFE1"/></row></sheetData></worksheet>'),
  ],
  ['with a row too far down', withSheet('<worksheet><sheetData><row r="1048577"/></sheetData></worksheet>')],
  ['with a row between two', withSheet('<worksheet><sheetData><row r="1.5"/></sheetData></worksheet>')],
  ['with a text after the last', withCell('<c t="s"><v>1</v></c>')],
  ['with a text before the first', withCell('<c t="s"><v>-1</v></c>')],
  ['with a row before the first', withSheet('<worksheet><sheetData><row r="0"/></sheetData></worksheet>')],
] as const)('a workbook %s is said to be damaged', async ([, bytes]) => {
  expect(await faultOf(() => readWorkbook(bytes))).toMatch(/^The workbook is damaged: .* choose it again\.$/);
});

test('entities of a document are not expanded', async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&b;</v></c></row></sheetData></worksheet>`;

  expect(await readWorkbook(withSheet(bomb))).toMatchObject([{ text: '"&b;"\r\n' }]);
});

test('an empty workbook says that it has no rows', async () => {
  expect(await faultOf(() => readWorkbook(workbook({ sheets: { Sheet1: sheetData('') } })))).toBe(
    'The workbook has no rows.',
  );
});

function without(name: string): Uint8Array<ArrayBuffer> {
  const { [name]: _, ...files } = filesOf({ sheets: { Sheet1: sheetData(ROW) } });
  return zipSync(files);
}

function withSheet(xml: string): Uint8Array<ArrayBuffer> {
  return zipSync({ ...filesOf({ sheets: { Sheet1: '' } }), 'xl/worksheets/sheet1.xml': strToU8(xml) });
}

/** A workbook with one shared text. */
function withCell(cell: string): Uint8Array<ArrayBuffer> {
  return workbook({ sheets: { Sheet1: sheetData(`<row>${cell}</row>`) }, texts: '<si><t>Mia</t></si>' });
}

/** The packed bytes of the sheet are replaced. */
function noise(): Uint8Array<ArrayBuffer> {
  const bytes = GOOD.slice();
  const name = 'xl/worksheets/sheet1.xml';
  const at = Buffer.from(bytes).indexOf(name) + name.length;
  bytes.fill(0xff, at, at + 40);
  return bytes;
}
