import { expect, test } from 'vitest';
import { type CsvRecord, readRecords } from '../../../../../../worker/core/leads/csv/imports/csv-reader.ts';

async function recordsIn(text: string): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const piece of readRecords(new Blob([text]).stream())) records.push(...piece);
  return records;
}

test('empty lines are counted, but no record is made of them', async () => {
  expect(await recordsIn(`\n\nname,email\n${'\n'.repeat(2_000_000)}Ann,ann@example.com\n\n`)).toEqual([
    { row: 0, cells: ['name', 'email'] },
    { row: 2_000_001, cells: ['Ann', 'ann@example.com'] },
  ]);
});

test('the separator is that of the first line with text', async () => {
  expect(await recordsIn('\r\n\r\nname;email\r\nAnn;ann@example.com')).toEqual([
    { row: 0, cells: ['name', 'email'] },
    { row: 1, cells: ['Ann', 'ann@example.com'] },
  ]);
});
