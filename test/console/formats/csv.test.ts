/** The console's reader of CSV, beside the Worker's parser. */
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows, delimiterOf, hasOpenQuote } from '../../../console/formats/csv.ts';

const delimiters = fc.constantFrom(',', ';', '\t');
const ends = fc.constantFrom('\r\n', '\n', '\r');
const cells = fc.string({
  unit: fc.constantFrom('a', 'é', '1', ' ', ',', ';', '"', '\n', '\r'),
  maxLength: 6,
});

/** Writes a cell, quoted if it has to be or by chance. */
function written(cell: string, isQuoted: boolean): string {
  return isQuoted || /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function oracle(text: string, delimiter: string): string[][] {
  return parse(text, {
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells: string[]) => cells.map((cell) => cell.trim()),
  });
}

describe('rows', () => {
  test('of any table are those of the Worker’s parser', () => {
    const tables = fc.array(fc.array(fc.tuple(cells, fc.boolean()), { minLength: 2, maxLength: 4 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(tables, delimiters, ends, fc.boolean(), (table, delimiter, end, hasMark) => {
        const lines = table.map((row) => row.map((cell) => written(...cell)).join(delimiter));
        const text = (hasMark ? '\uFEFF' : '') + lines.join(end);
        expect(csvRows(text, delimiter)).toEqual(oracle(text, delimiter));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    [
      'a,b\n\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['5" pipe,b', [['5" pipe', 'b']]],
    ['a,', [['a', '']]],
    ['', []],
  ])('of %j', (text, rows) => {
    expect(csvRows(text, ',')).toEqual(rows);
  });

  test('of a text with a quote that is not closed end with it', () => {
    expect(csvRows('a,b\n1,"2\n3', ',')).toEqual([
      ['a', 'b'],
      ['1', '2\n3'],
    ]);
    expect(['a,b\n1,"2\n3', '"a ""b""",c', 'a'].map(hasOpenQuote)).toEqual([true, false, false]);
  });
});

test.each([
  ['a,b;c,d', ','],
  ['Tag;Kosten', ';'],
  ['"Kosten, netto, EUR";Tag', ';'],
  ['a\tb, c\td', '\t'],
  ['a;b,c', ','],
  ['alone', ','],
])('the separator of %j is %j', (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter);
});
