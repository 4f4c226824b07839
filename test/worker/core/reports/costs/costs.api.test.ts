import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, send, sendAs } from '../../../../harness/client.ts';
import type { CostFile, CostPage, SavedCosts } from '../../../../../worker/core/reports/costs/reference.ts';
import { type CallCompany, makeCallCompany } from '../../phone/calls/call-company.ts';
import { askReport, byLabel } from '../report-company.ts';

let company: CallCompany;
beforeAll(async () => {
  company = await makeCallCompany();
});

async function saveCosts(costs: readonly object[]): Promise<SavedCosts> {
  return answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/costs`, { costs }));
}

function importFile(text: string, query = ''): Promise<Response> {
  return send(`${company.path}/costs/import${query}`, {
    method: 'POST',
    headers: { Authorization: company.superadmin.authorization, 'Content-Type': 'text/csv' },
    body: text,
  });
}

test('costs replace those of their day, source and campaign, and are in the reports', async () => {
  const currencies = await answerOf<{ currencies: object[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/lead_settings/currencies`),
  );
  const euro = { name: 'Euro', unit: 'EUR', symbol: '€', rate: 0.5, show: true, company_default: false };
  await answerOf(
    await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/currencies`, {
      currencies: [...currencies.currencies, euro],
    }),
  );
  const costs = [
    { day: '2026-05-01', source: 'paid_search', campaign: 'spring', amount: 60 },
    { day: '2026-05-01', source: 'paid_search', campaign: 'spring', amount: 40 },
    { day: '2026-05-02', source: 'paid_search', amount: 30, unit: 'EUR' },
  ];

  expect(await saveCosts(costs)).toEqual({ saved: 2, changed: 2 });
  expect(await saveCosts(costs)).toEqual({ saved: 2, changed: 0 });
  const { entries } = await answerOf<{ entries: { detail: object }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/audit?action=costs.saved`),
  );
  expect(entries.map(({ detail }) => detail)).toEqual([{ saved: 2, from: '2026-05-01', to: '2026-05-02' }]);
  // The costs keep the rate of the time when they were saved.
  await answerOf(
    await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/currencies`, {
      currencies: [...currencies.currencies, { ...euro, rate: 2 }],
    }),
  );
  const days = 'from=2026-05-01&to=2026-05-31&compare=none';
  const bySource = await askReport(company, `metrics=cost,cost_per_lead,return_on_spend&by=source&${days}`);
  const byCampaign = await askReport(company, `metrics=cost&by=campaign&${days}`);

  expect(byLabel(bySource)).toEqual({
    paid_search: { cost: 160, cost_per_lead: null, return_on_spend: 0 },
  });
  expect(bySource.metrics[0]).toMatchObject({ name: 'cost', unit: 'amount', currency: 'USD' });
  expect(byLabel(byCampaign)).toEqual({ spring: { cost: 100 }, Unknown: { cost: 60 } });
});

test('a file is mapped by the names of its columns, and a dry run saves nothing', async () => {
  const file = 'Date;Kampagne;Spend;Clicks\r\n2026/06/01;autumn;"$1,200.50";9\r\n\r\n20260602;;7;9\r\n';
  const query = `?source=display&mapping=${encodeURIComponent(JSON.stringify({ Kampagne: 'campaign' }))}`;
  const answer = {
    rows: 2,
    saved: 2,
    changed: 2,
    from: '2026-06-01',
    to: '2026-06-02',
    ignored_columns: ['Clicks'],
    total_rows: 0,
  };

  const dry = await answerOf<CostFile>(await importFile(file, `${query}&dry_run=true`));
  expect(dry).toMatchObject({ ...answer, import_id: null, questions: [] });
  expect(dry.preview.map(({ row, day, amount }) => [row, day, amount])).toEqual([
    [1, '2026-06-01', 1200.5],
    [3, '2026-06-02', 7],
  ]);
  expect(await answerOf<CostFile>(await importFile(file, query))).toMatchObject(answer);
  expect(await answerOf<CostFile>(await importFile(file, query))).toMatchObject({
    ...answer,
    changed: 0,
    import_id: null,
  });
});

test.each([
  ['a row', 'day,source,amount\r\n2026-06-01,email,5\r\nJune,email,x\r\n', [2, 2]],
  ['no amount', 'day,source\r\n2026-06-01,email\r\n', [undefined]],
  ['two columns for a field', 'day,date,source,cost\r\n2026-06-01,2026-06-01,email,1\r\n', [undefined]],
])('a file with a fault in %s is refused as a whole', async (_, file, rows) => {
  const response = await importFile(file);

  expect(response.status).toBe(400);
  const errors = (await problemOf(response)).errors as { row?: number }[];
  expect(errors.map(({ row }) => row)).toEqual(rows);
});

test('exports of ad platforms are read as they are', async () => {
  const german =
    '\uFEFFTag;Kampagne;Kosten;Klicks\r\n01.07.2026;Marke;"1.234,50 €";12\r\n02.07.2026;Marke;12,5 €;3\r\nSumme;;1.247,00 €;15\r\n';
  const meta =
    'Reporting starts,Campaign name,Amount spent (EUR)\r\n,,45.00\r\n2026-07-03,Summer,20\r\n2026-07-04,Summer,25.00\r\n';
  const american = 'Date,Spend\r\n7/5/2026,$10\r\n7/31/2026,"$1,010.25"\r\nTotal,"$1,020.25"\r\n';
  const read = async (file: string): Promise<CostFile> =>
    answerOf<CostFile>(await importFile(file, '?source=paid_social'));

  expect(await read(german)).toMatchObject({ rows: 2, total_rows: 1, from: '2026-07-01', to: '2026-07-02' });
  expect(await read(meta)).toMatchObject({ rows: 2, total_rows: 1, ignored_columns: [] });
  expect(await read(american)).toMatchObject({ rows: 2, total_rows: 1, to: '2026-07-31' });
  const { costs } = await answerOf<CostPage>(
    await sendAs(company.superadmin, 'GET', `${company.path}/costs?from=2026-07-01&to=2026-07-31`),
  );
  expect(costs.map(({ day, amount, unit }) => [day, amount, unit])).toEqual([
    ['2026-07-31', 1010.25, 'USD'],
    ['2026-07-05', 10, 'USD'],
    ['2026-07-04', 25, 'EUR'],
    ['2026-07-03', 20, 'EUR'],
    ['2026-07-02', 12.5, 'EUR'],
    ['2026-07-01', 1234.5, 'EUR'],
  ]);
});

test.each([
  ['amount with two commas', 'day;amount\n2026-06-01;1,2,3\n', 'amount'],
  ['point in a column of commas', 'day;amount\n2026-06-01;12,5\n2026-06-02;12.5\n', 'amount'],
  ['sign of another currency', 'day,amount,currency\n2026-06-01,€5,USD\n', 'unit'],
  ['row without a day that is no total', 'day,amount\n2026-06-01,5\n,7\n', 'day'],
])('a %s is a fault', async (_, file, column) => {
  const response = await importFile(file, '?source=email');

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors).toMatchObject([{ column }]);
});

test.for([
  ['days', 'day,amount\n3/11/2026,5\n', 'month_first', '2026-03-11'],
  ['decimal', 'day;amount\n2026-06-11;1.150\n', 'comma', '2026-06-11'],
  ['new_sources', 'day,source,amount\n2026-06-12,Flyers,5\n', 'true', '2026-06-12'],
  [
    'spread',
    'Reporting starts,Reporting ends,Amount spent\n2026-06-13,2026-06-14,5.00\n',
    'true',
    '2026-06-13',
  ],
] as const)('what a file leaves open is asked once: %s', async ([parameter, file, answer, day]) => {
  const path = '?source=email';
  const dry = await answerOf<CostFile>(await importFile(file, `${path}&dry_run=true`));
  const refused = await importFile(file, path);

  expect(dry.questions).toMatchObject([{ parameter, choices: expect.arrayContaining([answer]) as unknown }]);
  expect((await problemOf(refused)).errors).toMatchObject([{ parameter, code: 'missing_parameter' }]);
  const taken = await answerOf<CostFile>(await importFile(file, `${path}&${parameter}=${answer}`));
  expect(taken).toMatchObject({ questions: [], from: day });
});

test('an import is taken back, and what was changed since stays', async () => {
  const costsOf = async (): Promise<unknown[][]> => {
    const days = 'from=2026-08-01&to=2026-08-31';
    const { costs } = await answerOf<CostPage>(
      await sendAs(company.superadmin, 'GET', `${company.path}/costs?${days}`),
    );
    return costs.map(({ day, amount }) => [day, amount]);
  };
  await saveCosts([{ day: '2026-08-01', source: 'email', amount: 1 }]);
  const file = 'day,amount\n2026-08-01,10\n2026-08-02,20\n2026-08-03,30\n';
  const { import_id: id } = await answerOf<CostFile>(await importFile(file, '?source=email'));
  await saveCosts([{ day: '2026-08-03', source: 'email', amount: 33 }]);
  const takeBack = (): Promise<Response> =>
    sendAs(company.superadmin, 'POST', `${company.path}/costs/imports/${id}/take_back`);

  expect(await answerOf(await takeBack())).toEqual({ restored: 2, kept: 1 });
  expect(await costsOf()).toEqual([
    ['2026-08-03', 33],
    ['2026-08-01', 1],
  ]);
  expect((await takeBack()).status).toBe(404);
});

test('of many imports, the last 20 can be taken back', async () => {
  const ids: (string | null)[] = [];
  for (let amount = 1; amount <= 21; amount += 1) {
    const file = `day,amount\n2026-09-01,${amount}\n`;
    ids.push((await answerOf<CostFile>(await importFile(file, '?source=email'))).import_id);
  }
  const takeBack = async (id: string | null | undefined): Promise<number> =>
    (await sendAs(company.superadmin, 'POST', `${company.path}/costs/imports/${id}/take_back`)).status;

  expect([await takeBack(ids[0]), await takeBack(ids[1]), await takeBack(ids[20])]).toEqual([404, 200, 200]);
});

test('a currency without a rate is refused', async () => {
  const costs = [{ day: '2026-06-01', source: 'email', amount: 1, unit: 'CHF' }];
  const response = await sendAs(company.superadmin, 'PUT', `${company.path}/costs`, { costs });

  expect((await problemOf(response)).errors).toMatchObject([{ pointer: '/costs/0/unit' }]);
});

test('costs of one day, source and campaign do not add up to more than one may be', async () => {
  const cost = { day: '2026-05-09', source: 'paid_search', campaign: 'huge', amount: 9e11 };
  const put = (costs: readonly object[]): Promise<Response> =>
    sendAs(company.superadmin, 'PUT', `${company.path}/costs`, { costs });

  const refused = await problemOf(await put([cost, cost]));
  const taken = await answerOf(await put([cost, { ...cost, amount: -9e11 }, cost]));

  expect(refused).toMatchObject({ status: 400, errors: [{ pointer: '/costs/1/amount' }] });
  expect(taken).toEqual({ saved: 1, changed: 1 });
});
