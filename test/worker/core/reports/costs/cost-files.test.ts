/** Files of costs as ad platforms and spreadsheets export them, and what is read of each. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Problem } from '../../../../../worker/shared/http/problems.ts';
import { type CsvRecord, readRecords } from '../../../../../worker/core/leads/csv/imports/csv-reader.ts';
import { type ReadCosts, readCosts } from '../../../../../worker/core/reports/costs/cost-file.ts';
import { isHeader } from '../../../../../worker/core/reports/costs/sheets/columns.ts';
import { costFileSchema } from '../../../../../worker/core/reports/costs/schema.ts';

type Query = Partial<Record<'source' | 'unit' | 'decimal' | 'days' | 'spread' | 'new_sources', string>>;

const SOURCES = new Set(['paid_search', 'paid_social', 'email']);
const KNOWN = {
  unit: 'USD',
  units: new Set(['USD', 'EUR', 'BRL', 'SEK', 'PLN', 'INR', 'CHF', 'JPY']),
  newSources: (sources: ReadonlySet<string>): string[] =>
    [...sources].filter((source) => !SOURCES.has(source)),
};

async function read(file: string, query: Query = {}): Promise<ReadCosts> {
  const records: CsvRecord[] = [];
  const pieces = readRecords(new Blob([file]).stream(), { isHeader });
  for await (const piece of pieces) records.push(...piece);
  return readCosts(records, v.parse(costFileSchema, { source: 'paid_search', ...query }), KNOWN);
}

/** The costs of a file as `day campaign amount unit`. */
const linesOf = ({ costs }: ReadCosts): string[] =>
  costs.map(({ day, campaign, amount, unit }) => [day, campaign ?? '-', amount, unit].join(' '));

test.for<[what: string, file: string, costs: string[], query?: Query, leftOut?: number]>([
  [
    'Google Ads, with titles and a total',
    'Campaign report\n"November 1, 2026 - November 2, 2026"\nDay,Campaign,Currency code,Cost\n2026-11-01,Brand,USD,"1,012.50"\n2026-11-02,Brand,USD,20.00\nTotal: Account,,USD,"1,032.50"\n',
    ['2026-11-01 Brand 1012.5 USD', '2026-11-02 Brand 20 USD'],
    {},
    1,
  ],
  [
    'Google Ads in German',
    'Kampagnenbericht\n"1. November 2026 - 2. November 2026"\nTag;Kampagne;Währungscode;Kosten\n01.11.2026;Marke;EUR;1.234,50\n02.11.2026;Marke;EUR;12,50\n',
    ['2026-11-01 Marke 1234.5 EUR', '2026-11-02 Marke 12.5 EUR'],
  ],
  [
    'Google Ads for Excel, with tabs',
    'Campaign report\nAll time\nDay\tCampaign\tCost\n2026-11-01\tBrand\t$12.50\n',
    ['2026-11-01 Brand 12.5 USD'],
  ],
  [
    'Google Ads in French',
    'Jour,Campagne,Coût\n2026-11-01,Marque,"1 234,50 €"\n2026-11-02,Marque,"12,50 €"\n',
    ['2026-11-01 Marque 1234.5 EUR', '2026-11-02 Marque 12.5 EUR'],
  ],
  [
    'Google Ads in Spanish',
    'Día,Campaña,Código,Coste\n1 nov 2026,Marca,EUR,"12,50"\n2 dic 2026,Marca,EUR,"0,00"\n',
    ['2026-11-01 Marca 12.5 EUR', '2026-12-02 Marca 0 EUR'],
    { unit: 'EUR' },
  ],
  [
    'Microsoft Advertising, with ten lines of titles',
    '"Report Name: Campaigns"\n"Report Time: 11/1/2026 - 11/20/2026"\n"Time Zone: (GMT+00:00)"\n"Last Completed Available Day: 11/20/2026"\n"Last Completed Available Hour: 23"\n"Report Aggregation: Daily"\n"Report Filter: "\n"Potential Incomplete Data: false"\n"Rows: 2"\n\n"Gregorian date","Campaign name","Currency code","Spend"\n"11/1/2026","Brand","USD","12.50"\n"11/20/2026","Brand","USD","1,000.00"\n"©2026 Microsoft Corporation. All rights reserved. "\n',
    ['2026-11-01 Brand 12.5 USD', '2026-11-20 Brand 1000 USD'],
  ],
  [
    'Meta by day, with sums without a campaign',
    'Reporting starts,Reporting ends,Campaign name,Amount spent (EUR)\n2026-11-01,2026-11-01,,30\n2026-11-01,2026-11-01,Summer,20\n2026-11-01,2026-11-01,Winter,10.00\n2026-11-01,2026-11-02,,45.00\n2026-11-02,2026-11-02,Summer,15\n',
    ['2026-11-01 Summer 20 EUR', '2026-11-01 Winter 10 EUR', '2026-11-02 Summer 15 EUR'],
    {},
    2,
  ],
  [
    'Meta by month, divided among the days',
    'Reporting starts,Reporting ends,Campaign name,Amount spent (USD)\n2026-11-01,2026-11-03,Summer,10.00\n',
    ['2026-11-01 Summer 3.33 USD', '2026-11-02 Summer 3.33 USD', '2026-11-03 Summer 3.34 USD'],
    { spread: 'true' },
  ],
  [
    'Meta with a column of days, beside those of the report',
    'Campaign name,Day,Reporting starts,Reporting ends,Amount spent (USD)\nSummer,2026-11-01,2026-11-01,2026-11-30,20.50\nSummer,2026-11-02,2026-11-01,2026-11-30,1.50\n',
    ['2026-11-01 Summer 20.5 USD', '2026-11-02 Summer 1.5 USD'],
  ],
  [
    'a spreadsheet with subtotals, and a column name of two lines',
    'Campaign,Day,"Amount\nspent (USD) "\nBrand,2026-11-01,5.00\nBrand,2026-11-02,6.00\nBrand Total,,11.00\nSearch,2026-11-01,1.00\nSearch Total,,1.00\nGrand Total,,12.00\n',
    ['2026-11-01 Brand 5 USD', '2026-11-02 Brand 6 USD', '2026-11-01 Search 1 USD'],
    {},
    3,
  ],
  [
    'a spreadsheet in Italian, for Excel',
    'sep=;\nGiorno;Campagna;Costo;;\n1/11/2026;Marca;12,50;;\n30/11/2026;Marca;13,50;;\nTotale;;26,00;;\n',
    ['2026-11-01 Marca 12.5 USD', '2026-11-30 Marca 13.5 USD'],
    {},
    1,
  ],
  ...['Sum', 'SUM:', 'Total', 'Summa', 'Somme', 'I alt', 'Insgesamt', 'Yhteensä'].map(
    (word): [what: string, file: string, costs: string[], query: Query, leftOut: number] => [
      `a spreadsheet whose last row says ${word}`,
      `Day,Campaign,Cost\n2026-11-01,Brand,12.50\n${word},,99.00\n`,
      ['2026-11-01 Brand 12.5 USD'],
      {},
      1,
    ],
  ),
  [
    'Meta in German',
    'Berichtsstart,Berichtsende,Kampagnenname,Ausgegebener Betrag (EUR)\n2026-11-01,2026-11-01,Sommer,"20,55"\n',
    ['2026-11-01 Sommer 20.55 EUR'],
  ],
  [
    'LinkedIn',
    'Campaign Performance Report (in UTC)\n"Report Start: November 1, 2026, 12:00 AM"\n"Date Generated: November 20, 2026, 9:00 AM"\n\nStart Date (in UTC),Campaign Name,Total Spent,Currency\n11/1/2026,Leads,$12.50,USD\n11/30/2026,Leads,"$1,000.00",USD\n',
    ['2026-11-01 Leads 12.5 USD', '2026-11-30 Leads 1000 USD'],
  ],
  [
    'TikTok',
    'Campaign name,Date,Cost,Currency\nSummer,2026-11-01,12.5,USD\nTotal of 1 results,-,12.5,USD\n',
    ['2026-11-01 Summer 12.5 USD'],
    {},
    1,
  ],
  [
    'Snapchat, with times',
    'Start Time,Campaign Name,Spend\n2026-11-01T00:00:00.000-08:00,Snap,7.25\n',
    ['2026-11-01 Snap 7.25 USD'],
  ],
  [
    'Pinterest',
    'Date,Campaign name,Spend in account currency\n2026-11-01,Pins,7.25\n',
    ['2026-11-01 Pins 7.25 USD'],
  ],
  ['X', 'Time period,Campaign,Spend,Currency\n2026-11-01,Posts,7.25,USD\n', ['2026-11-01 Posts 7.25 USD']],
  ['Reddit', 'Date,Campaign Name,Amount Spent (USD)\n2026-11-01,Subs,7.25\n', ['2026-11-01 Subs 7.25 USD']],
  [
    'Brazil',
    'Dia;Campanha;Custo\n01/11/2026;Marca;R$ 1.234,50\n30/11/2026;Marca;R$ 12,00\n',
    ['2026-11-01 Marca 1234.5 BRL', '2026-11-30 Marca 12 BRL'],
  ],
  [
    'Sweden',
    'Dag;Kampanj;Kostnad\n2026-11-01;Varumärke;1 234,50 kr\n',
    ['2026-11-01 Varumärke 1234.5 SEK'],
    { unit: 'SEK' },
  ],
  [
    'Poland',
    'Dzień;Kampania;Koszt\n2026-11-01;Marka;1 234,50 zł\n2026-11-02;Marka;12,00 zl\n',
    ['2026-11-01 Marka 1234.5 PLN', '2026-11-02 Marka 12 PLN'],
  ],
  [
    'India, in lakh',
    'Date,Campaign,Cost\n2026-11-01,Brand,"₹1,23,456.50"\n2026-11-02,Brand,"₹12,34,567"\n',
    ['2026-11-01 Brand 123456.5 INR', '2026-11-02 Brand 1234567 INR'],
  ],
  [
    'Canada, with US dollars',
    'Date,Campaign,Cost\n2026-11-01,Brand,"US$1,234.50"\n',
    ['2026-11-01 Brand 1234.5 USD'],
  ],
  ['Switzerland', 'Datum;Kampagne;Kosten\n1.11.2026;Marke;1’234.50 CHF\n', ['2026-11-01 Marke 1234.5 CHF']],
  [
    'Japan',
    '日付,キャンペーン,費用\n2026/11/01,ブランド,"¥12,345"\n2026/11/02,ブランド,"¥1,234,567"\n',
    ['2026-11-01 ブランド 12345 JPY', '2026-11-02 ブランド 1234567 JPY'],
    { unit: 'JPY' },
  ],
  [
    'a spreadsheet with refunds in brackets',
    'Day,Campaign,Amount\n"Nov 1, 2026",Brand,(12.00)\n"Nov 2, 2026",Brand,-3.50\n',
    ['2026-11-01 Brand -12 USD', '2026-11-02 Brand -3.5 USD'],
  ],
  [
    'days without costs',
    'Day,Campaign,Cost\n2026-11-01,Brand,--\n2026-11-02,Brand,5.00\n',
    ['2026-11-01 Brand 0 USD', '2026-11-02 Brand 5 USD'],
  ],
  [
    'thousands with a point, as somebody said',
    'day;campaign;amount\n2026-11-01;a;1.150\n2026-11-02;a;12.300\n',
    ['2026-11-01 a 1150 USD', '2026-11-02 a 12300 USD'],
    { decimal: 'comma' },
  ],
  [
    'days first, as somebody said',
    'day,campaign,amount\n3/11/2026,a,5.00\n',
    ['2026-11-03 a 5 USD'],
    { days: 'day_first' },
  ],
  [
    'rows of a source without campaigns',
    'day,source,amount\n2026-11-01,email,5.00\n2026-11-01,paid_social,5.00\n',
    ['2026-11-01 - 5 USD', '2026-11-01 - 5 USD'],
  ],
  [
    'costs of no campaign beside others',
    'Day,Campaign,Cost\n2026-11-01,,7.00\n2026-11-01,Brand,5.00\n',
    ['2026-11-01 - 7 USD', '2026-11-01 Brand 5 USD'],
  ],
])('%s', async ([, file, costs, query = {}, leftOut = 0]) => {
  const found = await read(file, query);

  expect(linesOf(found)).toEqual(costs);
  expect([found.totalRows, found.questions]).toEqual([leftOut, []]);
});

test.for<[what: string, file: string, parameter: string, samples: string[]]>([
  [
    'amounts that have thousands or decimals',
    'day,amount\n2026-11-01,1.150\n2026-11-02,12.300\n',
    'decimal',
    ['1.150', '12.300'],
  ],
  ['amounts with a comma that may be either', 'day;amount\n2026-11-01;1,150\n', 'decimal', ['1,150']],
  ['days that begin with the day or the month', 'day,amount\n3/11/2026,5\n', 'days', ['3/11/2026']],
  [
    'a row for several days',
    'Reporting starts,Reporting ends,Amount spent (USD)\n2026-11-01,2026-11-30,5\n',
    'spread',
    ['2026-11-01 to 2026-11-30'],
  ],
  [
    'a source that the company does not have',
    'day,source,amount\n2026-11-01,google,5\n2026-11-01,email,5\n',
    'new_sources',
    ['google'],
  ],
])('%s are asked about', async ([, file, parameter, samples]) => {
  expect((await read(file)).questions).toMatchObject([{ parameter, samples }]);
});

test('an amount with a comma and without quotes is a fault, not one cost of 1', async () => {
  const fault = await read('day,source,amount\n2026-11-23,google,1,040.10\n').catch(
    (error: unknown) => error,
  );

  expect(fault).toBeInstanceOf(Problem);
  expect((fault as Problem).errors).toMatchObject([
    { row: 1, code: 'invalid_csv', detail: expect.stringContaining('4 cells') as string },
  ]);
});

test('a sign that the currency cannot have is a fault', async () => {
  const fault = await read('day,amount\n2026-11-01,12 kr\n').catch((error: unknown) => error);

  expect((fault as Problem).errors).toMatchObject([
    { row: 1, column: 'unit', detail: 'The amount is in SEK or NOK or DKK, but the currency is USD.' },
  ]);
});

test('a currency without a rate is a fault of its row', async () => {
  const fault = await read('day,amount,currency\n2026-11-01,5.00,USD\n2026-11-02,5.00,DKK\n').catch(
    (error: unknown) => error,
  );

  expect((fault as Problem).errors).toEqual([
    { row: 2, column: 'unit', code: 'invalid_parameter', detail: 'The company has no rate of DKK.' },
  ]);
});

test('the preview has the first rows, with those that are sums', async () => {
  const { preview, titleRows } = await read(
    'Report\nDay,Campaign,Cost\n2026-11-01,,5\n2026-11-01,Brand,5.00\n',
  );

  expect(titleRows).toBe(1);
  expect(preview).toMatchObject([
    { row: 1, day: '2026-11-01', campaign: null, amount: 5, unit: null, is_sum: true },
    { row: 2, day: '2026-11-01', campaign: 'Brand', amount: 5, unit: 'USD', is_sum: false, until: null },
  ]);
});

test('a file of long ranges is refused before all of their days are made', async () => {
  const rows = '2000-01-01,2013-09-01,a,5\n'.repeat(5_000);
  const fault = await read(`Reporting starts,Reporting ends,Campaign,Cost\n${rows}`, {
    spread: 'true',
  }).catch((error: unknown) => error);

  expect((fault as Problem).message).toContain('more than 5000 days');
});
