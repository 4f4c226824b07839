/** Workbooks become the rows of CSV that people see in them. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { csvRecords } from '../../../../console/formats/csv.ts';
import { readWorkbook } from '../../../../console/formats/workbook/read-workbook.ts';
import { filesOf, MAIN, type Parts, sheetData, stylesOf, workbook } from './made-workbooks.ts';

/** The rows of the only sheet, blank ones too. */
async function rowsOf(parts: Parts): Promise<string[][]> {
  const [sheet, ...others] = await readWorkbook(workbook(parts));
  expect(others).toEqual([]);
  return csvRecords((sheet?.text ?? '').replace(/\r\n$/, ''), ',');
}

/** The text of a number in a format. */
async function seen(value: number | string, format: number | string, settings = ''): Promise<string> {
  const cell = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`;
  const rows = await rowsOf({ sheets: { Sheet1: sheetData(cell) }, styles: stylesOf(0, format), settings });
  return rows[0]?.[0] ?? '';
}

describe('numbers are read as they are seen', () => {
  test.for([
    // General: all digits, without the noise of binary fractions and without exponents.
    [15125550123, 0, '15125550123'],
    ['1.5125550123E10', 0, '15125550123'],
    [4155550123456789, 0, '4155550123456790'],
    ['0.30000000000000004', 0, '0.3'],
    ['1E-7', 0, '0.0000001'],
    ['-12.5', 'General', '-12.5'],
    // Zeros in front, and phone numbers.
    [2116, '00000', '02116'],
    [2116, '00000;-00000;;@', '02116'],
    [5125550123, '(000) 000-0000', '(512) 555-0123'],
    [5125550123, '[<=9999999]###-####;(###) ###-####', '(512) 555-0123'],
    [5550123, '[<=9999999]###-####;(###) ###-####', '555-0123'],
    [15125550123, '"+"0', '+15125550123'],
    [15125550123, 1, '15125550123'],
    [42, '"KB-"0000', 'KB-0042'],
    // Amounts: the sign stays, separators of thousands go, since 1,150 may be one and a bit.
    [1150, 3, '1150'],
    [1234.5, 4, '1234.50'],
    [1234.5, '"$"#,##0.00', '$1234.50'],
    [1234.5, '[$€-407]#,##0.00', '€1234.50'],
    [1234.5, '#,##0.00\\ [$€-407]', '1234.50 €'],
    [1234.5, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '$1234.50'],
    [-1234.5, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '-$1234.50'],
    [-5, '#,##0;[Red](#,##0)', '-5'],
    [2.71, '0.0', '2.7'],
    [33.3333333333333, '0.00', '33.33'],
    // Percent, powers, fractions.
    [0.25, 9, '25%'],
    [0.125, 10, '12.50%'],
    [12345678901, 11, '12345678901'],
    [1.5, 12, '1.5'],
    // A format that hides the number, and one that nobody can read.
    [7, ';;;', '7'],
    [7, '0;0;0;0;0;0', '7'],
  ] as const)('%s in the format %s is %s', async ([value, format, text]) => {
    expect(await seen(value, format)).toBe(text);
  });

  test.for([
    [46329, 14, '2026-11-03'],
    [46329, 'dd/mm/yyyy', '2026-11-03'],
    [46329, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '2026-11-03'],
    [46329, 'd. mmm', '2026-11-03'],
    [46329, 'yyyy"年"m"月"d"日"', '2026-11-03'],
    [46329, 31, '2026-11-03'],
    [46329.3958333333, 22, '2026-11-03 09:30'],
    [46329.9999999999, 14, '2026-11-04'],
    ['46329.395844907402', 'yyyy-mm-dd hh:mm', '2026-11-03 09:30:01'],
    // Before the day that 1900 did not have, and that day.
    [59, 14, '1900-02-28'],
    [61, 14, '1900-03-01'],
    // Times without a day are as they are seen.
    [0.5625, 'h:mm AM/PM', '1:30 PM'],
    [0.5625, 20, '13:30'],
    [1.5, '[h]:mm', '36:00'],
    [0.001, 45, '01:26'],
    [0.001, 47, '01:26.4'],
    [-0.5, 20, '-12:00'],
    [-0.5, '[h]:mm', '-12:00'],
    [0, 'h:mm;;', '0'],
    // No day.
    [-5, 14, '-5'],
  ] as const)('the day %s in the format %s is %s', async ([value, format, text]) => {
    expect(await seen(value, format)).toBe(text);
  });

  test('days of the system that begins in 1904', async () => {
    expect(await seen(44867, 14, '<workbookPr date1904="1"/>')).toBe('2026-11-03');
    expect(await seen(44867, 14, '<workbookPr date1904="true"/>')).toBe('2026-11-03');
    expect(await seen(44867, 14, '<workbookPr date1904="0"/>')).toBe('2022-11-02');
    expect(await seen(15125550123, 0, '<workbookPr date1904="1"/>')).toBe('15125550123');
  });
});

describe('workbooks of', () => {
  test('Excel: shared texts with runs, pronunciations and escapes, booleans, errors, formulas, merged cells', async () => {
    const rows = [
      '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>',
      '<row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2" t="b"><v>0</v></c><c r="C2" t="e"><v>#N/A</v></c></row>',
      '<row r="4"><c r="A4"><f>SUM(B4:C4)</f><v>3</v></c><c r="C4" t="str"><f>A1&amp;"x"</f><v>Mia &amp; x</v></c></row>',
      '<row r="5"><c r="A5" t="str"><f>IF(1=1,"","x")</f><v></v></c><c r="B5" s="0"/><c r="D5" t="s"><v>3</v></c></row>',
      '<row r="6"><c r="A6" s="3"/></row>',
    ];
    const texts = [
      '<si><t>Mia</t></si>',
      '<si><r><rPr><b/></rPr><t>Brown </t></r><r><t xml:space="preserve">&amp; Co, "Ltd"</t></r></si>',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
      '<si><t xml:space="preserve">two_x000D_\nlines &#128512;</t></si>',
    ];
    const merged = '<mergeCells count="1"><mergeCell ref="A4:B4"/></mergeCells>';

    expect(
      await rowsOf({
        sheets: { Sheet1: sheetData(rows.join('')) + merged },
        texts: texts.join(''),
        styles: stylesOf(0),
      }),
    ).toEqual([
      ['Mia', 'Brown & Co, "Ltd"', '東京', ''],
      ['TRUE', 'FALSE', '#N/A', ''],
      [''],
      ['3', '', 'Mia & x', ''],
      ['', '', '', 'two\r\nlines 😀'],
    ]);
  });

  test('Google Sheets and LibreOffice: inline texts, data descriptors, no styles of their own', async () => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Number</t></is></c><c r="B1" t="inlineStr"><is><r><t>Bra</t></r><r><t>nch</t></r></is></c></row>' +
      '<row r="2" hidden="false" customHeight="1"><c r="A2" s="1" t="n"><v>15125550123</v></c><c r="B2" t="inlineStr"><is><t>Austin</t></is></c></row>';

    expect(await rowsOf({ sheets: { Tabelle1: sheetData(rows) }, styles: stylesOf('General', '0') })).toEqual(
      [
        ['Number', 'Branch'],
        ['15125550123', 'Austin'],
      ],
    );
  });

  test('other programs: prefixes, cells without a place, capitals in names, absolute targets, ISO days', async () => {
    const files = filesOf({ sheets: { Sheet1: '' } });
    const prefixed = `<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t><![CDATA[a<b]]></x:t></x:is></x:c><x:c><x:v>2</x:v></x:c></x:row><x:row><x:c t="d"><x:v>2026-11-03T00:00:00</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const { 'xl/worksheets/sheet1.xml': _, 'xl/_rels/workbook.xml.rels': __, ...others } = files;
    const bytes = zipSync({
      ...others,
      'xl/_rels/Workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/xl/Worksheets/Sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.XML': strToU8(`\uFEFF${prefixed}`),
    });

    expect(await readWorkbook(bytes)).toMatchObject([
      { name: 'Sheet1', text: 'a<b,2\r\n2026-11-03,\r\n', count: 2 },
    ]);
  });

  test('other programs: an empty cell that is said to have a text has none', async () => {
    const cells = '<c t="s"><v>1</v></c><c t="s"/><c t="s"><v> </v></c><c t="s"><v>0</v></c>';

    expect(
      await rowsOf({
        sheets: { Sheet1: sheetData(`<row>${cells}</row>`) },
        texts: '<si><t>one</t></si><si><t>two</t></si>',
      }),
    ).toEqual([['two', '', '', 'one']]);
  });

  test('a table that begins in B3 has no columns before it, and keeps the numbers of its rows', async () => {
    const rows =
      '<row r="3"><c r="B3" t="str"><v>Day</v></c><c r="C3" t="str"><v>Cost</v></c></row>' +
      '<row r="5"><c r="C5"><v>12</v></c></row>';

    expect(await rowsOf({ sheets: { Sheet1: sheetData(rows) } })).toEqual([
      [''],
      [''],
      ['Day', 'Cost'],
      [''],
      ['', '12'],
    ]);
  });
});

describe('of several sheets', () => {
  const row = (text: string): string => sheetData(`<row r="1"><c r="A1" t="str"><v>${text}</v></c></row>`);

  test('those without rows and those that are hidden are left out', async () => {
    const sheets = {
      Cover: sheetData(''),
      Old: row('old'),
      Branches: row('new'),
      Empty: sheetData('<row r="1"><c r="A1"/></row>'),
    };
    const read = await readWorkbook(workbook({ sheets, states: { Old: 'state="hidden"' } }));

    expect(read).toEqual([{ name: 'Branches', text: 'new\r\n', count: 1, withoutResult: undefined }]);
  });

  test('all with rows are there, in the order of the workbook', async () => {
    const read = await readWorkbook(workbook({ sheets: { 'B & B': row('one'), A: row('two') } }));

    expect(read.map(({ name, text }) => [name, text])).toEqual([
      ['B & B', 'one\r\n'],
      ['A', 'two\r\n'],
    ]);
  });

  test('hidden ones are read if no other has rows', async () => {
    const read = await readWorkbook(
      workbook({ sheets: { Old: row('old'), Cover: sheetData('') }, states: { Old: 'state="veryHidden"' } }),
    );

    expect(read.map(({ name }) => name)).toEqual(['Old']);
  });

  test('a formula whose result is not in the file is named with its cell', async () => {
    const cells =
      '<row r="1"><c r="A1"><v>1</v></c><c r="AB1"><f>A1*2</f><v></v></c><c r="AC1"><f>A1</f></c></row>';

    expect(await readWorkbook(workbook({ sheets: { Costs: sheetData(cells) } }))).toMatchObject([
      { withoutResult: 'AB1' },
    ]);
  });
});
