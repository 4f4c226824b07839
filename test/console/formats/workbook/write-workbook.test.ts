/** Exports become workbooks: phones as text, days as days, and what was in the CSV is there again. */
import { strFromU8, unzipSync } from 'fflate';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { csvCell, csvRecords } from '../../../../console/formats/csv.ts';
import { WorkbookFault } from '../../../../console/formats/workbook/fault.ts';
import { readWorkbook } from '../../../../console/formats/workbook/read-workbook.ts';
import {
  MOST_CSV_BYTES,
  MOST_SHEET_ROWS,
  refuseTooLarge,
  workbookOf,
} from '../../../../console/formats/workbook/write-workbook.ts';
import { effort } from '../../../harness/effort.ts';

const { TZ } = process.env;
const IN_DENVER = { name: 'calls', zone: 'America/Denver' };

afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

async function written(csv: string, options = IN_DENVER): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await workbookOf(csv, options)).arrayBuffer());
}

const csvLine = (cells: readonly string[]): string => cells.map(csvCell).join(',');

/** The XML of the sheet. */
async function sheetOf(csv: string): Promise<string> {
  return strFromU8(unzipSync(await written(csv))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
}

/** The cell at a place. */
const cellIn = (sheet: string, place: string): string =>
  new RegExp(`<c r="${place}"[^>]*>.*?</c>`).exec(sheet)?.[0] ?? '';

/** What one reads again. */
async function readAgain(rows: readonly (readonly string[])[]): Promise<string[][]> {
  const csv = `\uFEFF${rows.map((cells) => `${csvLine(cells)}\r\n`).join('')}`;
  const [sheet] = await readWorkbook(await written(csv));
  return csvRecords((sheet?.text ?? '').replace(/\r\n$/, ''), ',');
}

describe('a column', () => {
  test('of phone numbers is text without the apostrophe of CSV, also if all of them are digits', async () => {
    const sheet = await sheetOf(
      "phone,from,postal code,call_id\r\n'+15125550123,15125550123,80202,12\r\n,,,\r\n",
    );

    expect(cellIn(sheet, 'A2')).toBe(
      '<c r="A2" s="2" t="inlineStr"><is><t xml:space="preserve">+15125550123</t></is></c>',
    );
    for (const place of ['B2', 'C2', 'D2']) expect(cellIn(sheet, place)).toContain('t="inlineStr"');
  });

  test('of numbers is one, unless a zero in front or too many digits mean something', async () => {
    const sheet = await sheetOf(
      'calls,cost,long,padded,mixed,precise,less\n12,-3.25,151255501234,007,1,-12345678901.23456,-12345678901.2345\n0,1150,1,1,x\n',
    );

    expect(cellIn(sheet, 'A2')).toBe('<c r="A2" s="0"><v>12</v></c>');
    expect(cellIn(sheet, 'B2')).toBe('<c r="B2" s="0"><v>-3.25</v></c>');
    expect(cellIn(sheet, 'G2')).toBe('<c r="G2" s="0"><v>-12345678901.2345</v></c>');
    for (const place of ['C3', 'D3', 'E2', 'F2']) expect(cellIn(sheet, place)).toContain('t="inlineStr"');
  });

  test('of days and of times is in the clock of the reader, whose zone the header names', async () => {
    process.env['TZ'] = 'America/Denver';
    const sheet = await sheetOf(
      'day,started_at,mixed\n2026-11-03,2026-11-03T16:30:00.000Z,2026-11-03\n,2026-07-03T16:30:00.000Z,x\n',
    );

    expect(cellIn(sheet, 'A2')).toBe('<c r="A2" s="3"><v>46329</v></c>');
    expect(cellIn(sheet, 'B2')).toBe('<c r="B2" s="4"><v>46329.395833333336</v></c>');
    expect(cellIn(sheet, 'B3')).toBe('<c r="B3" s="4"><v>46206.4375</v></c>');
    expect(cellIn(sheet, 'B1')).toContain('started_at (America/Denver)');
    expect(cellIn(sheet, 'C2')).toContain('t="inlineStr"');
  });

  test('of days that are none, or from before 1900, is text', async () => {
    const sheet = await sheetOf('a,b,c,d\n2026-13-45,1899-12-31,2026-02-30,2026-02-30T10:00:00Z\n');

    expect(cellIn(sheet, 'A2')).toContain('2026-13-45');
    expect(cellIn(sheet, 'B2')).toContain('1899-12-31');
    expect(cellIn(sheet, 'C2')).toContain('2026-02-30<');
    expect(cellIn(sheet, 'D2')).toContain('2026-02-30T10:00:00Z');
  });
});

test('nothing in a cell becomes a formula or XML, and characters that XML lacks come back', async () => {
  const rows = [
    ['name', 'note'],
    ['=1+1', '</t></is></c><c><f>1</f></c>'],
    ['a_x000D_b', 'bell \u0007, lone \uD800, "quoted", & <b>'],
  ];

  expect(await sheetOf(rows.map(csvLine).join('\n'))).not.toContain('<f>');
  expect(await readAgain(rows)).toEqual([
    rows[0],
    rows[1],
    ['a_x000D_b', 'bell \u0007, lone \uFFFD, "quoted", & <b>'],
  ]);
});

test('what is exported is read again as it was', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      '02116',
      '(512) 555-0123',
      'a,b;c\td',
      'two\nlines',
      '2026-11-03',
      '12.5',
      '00',
      'TRUE',
      '1e5',
    ),
  );
  const plain = cell.map((text) => text.trim().replaceAll('\r', '').toWellFormed());
  // Cells that CSV guards are those of the export, not of the person.
  const unguarded = plain.filter((text) => !text.startsWith("'"));
  const table = fc.array(fc.tuple(unguarded, unguarded, unguarded), { minLength: 1, maxLength: 6 });

  await fc.assert(
    fc.asyncProperty(table, async (cells) => {
      const rows = [
        ['one', 'two', 'three'],
        ...cells.map(([a, b, c]) => [a === '' ? 'x' : a, b, c === '' ? 'x' : c]),
      ];
      expect(await readAgain(rows)).toEqual(rows);
    }),
    { numRuns: effort(40, 2_000) },
  );
});

test('a text that is longer than a cell takes says where it is cut', async () => {
  const [, [text = ''] = []] = await readAgain([['note'], ['x'.repeat(40_000)]]);

  expect(text).toHaveLength(32_767);
  expect(text).toMatch(/x … \(cut here: cells take 32,767 characters\)$/);
});

test('an export that is too large for a sheet is refused', () => {
  expect(() => refuseTooLarge(MOST_CSV_BYTES + 1)).toThrow(WorkbookFault);
  expect(() => refuseTooLarge(MOST_CSV_BYTES)).not.toThrow();
});

test('an export with more rows than a sheet is refused', { tags: ['full'] }, async () => {
  await expect(workbookOf('a\n'.repeat(MOST_SHEET_ROWS + 1), IN_DENVER)).rejects.toThrow(WorkbookFault);
});

test('a sheet has a name that Excel allows', async () => {
  const parts = unzipSync(await written('a\n1\n', { name: `Q1/Q2: "${'long '.repeat(10)}"`, zone: 'UTC' }));

  expect(/<sheet name="([^"]*)"/.exec(strFromU8(parts['xl/workbook.xml']!))?.[1]).toBe(
    'Q1 Q2  &quot;long long long long lon',
  );
});

test('50,000 rows are written and read in seconds', { tags: ['full'] }, async () => {
  const row = [
    'Mia Brown',
    "'+15125550123",
    '2026-11-03T16:30:00.000Z',
    '12.50',
    'a note of some words',
    '02116',
  ];
  const csv = `name,phone,time,value,note,zip\r\n${`${csvLine(row)}\r\n`.repeat(50_000)}`;
  const started = performance.now();
  const [sheet] = await readWorkbook(await written(csv));

  expect(sheet?.count).toBe(50_001);
  expect(performance.now() - started).toBeLessThan(60_000);
});
