import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { putSettings } from '../../../harness/dni-company.ts';
import { AUSTIN, branches, type CallCompany, makeCallCompany } from '../phone/calls/call-company.ts';
import { askReport, byLabel, reportCall } from './report-company.ts';

const MARCH = 'from=2026-03-01&to=2026-03-31&compare=none';

describe('a report', () => {
  let company: CallCompany;
  beforeAll(async () => {
    company = await makeCallCompany();
    await reportCall(company, { from: '+12065550201', started_at: '2026-03-02T16:00:00Z' });
    await reportCall(company, { from: '+12065550201', started_at: '2026-03-03T16:00:00Z', talk_seconds: 35 });
    // 23:30 on Tuesday in Chicago.
    await reportCall(company, {
      from: '+12065550202',
      started_at: '2026-03-04T05:30:00Z',
      outcome: 'missed',
    });
    await reportCall(company, {
      from: '+12065550203',
      number: '+18005550111',
      started_at: '2026-03-05T16:00:00Z',
      outcome: 'abandoned',
    });
    await reportCall(company, { from: '+12065550203', started_at: '2026-03-06T16:00:00Z' });
    const { call_id: id } = await reportCall(company, { started_at: '2026-03-07T16:00:00Z' });
    await answerOf(
      await sendAs(company.superadmin, 'POST', `${company.path}/calls/${id}/modify`, {
        lead_status: 'not_a_lead',
      }),
    );
  });

  test('counts calls, people, answers and medians', async () => {
    const metrics =
      'calls,callers,first_time_callers,answered,missed,rescued,answer_rate,ring_median,talk_median,leads';
    const { totals, time_zone: timeZone } = await askReport(company, `metrics=${metrics}&${MARCH}`);

    expect(timeZone).toBe('America/Chicago');
    expect(totals).toEqual({
      calls: 5,
      callers: 3,
      first_time_callers: 3,
      answered: 3,
      missed: 2,
      rescued: 1,
      answer_rate: 0.6,
      ring_median: 8,
      talk_median: 95,
      // Reported calls make leads when they are reported.
      leads: 0,
    });
  });

  test('lists the hours of each source by the clock', async () => {
    for (const hour of ['10', '09', '02']) {
      await reportCall(company, { started_at: `2026-02-10T${hour}:30:00-06:00` });
    }
    const days = 'from=2026-02-10&to=2026-02-10&compare=none';
    const { rows } = await askReport(company, `metrics=calls&by=source,hour&${days}`);

    expect(rows.map(({ by: [, hour] }) => hour?.value)).toEqual(['2', '9', '10']);
  });

  test('includes what is left out if it is asked to', async () => {
    const { totals } = await askReport(company, `metrics=calls&include=not_a_lead&${MARCH}`);

    expect(totals).toEqual({ calls: 6 });
  });

  test('groups by source, in the order of the first metric', async () => {
    const report = await askReport(company, `metrics=calls,missed&by=source&${MARCH}`);

    expect(byLabel(report)).toEqual({
      paid_search: { calls: 4, missed: 1 },
      email: { calls: 1, missed: 1 },
    });
    expect(report.rows.map(({ by }) => by[0]?.value)).toEqual(['paid_search', 'email']);
  });

  test('credits the first touch if it is asked to', async () => {
    const report = await askReport(company, `metrics=calls&by=source&model=first&${MARCH}`);

    expect(byLabel(report)).toEqual({ paid_search: { calls: 3 }, email: { calls: 2 } });
  });

  test('groups by two, and by weekdays and hours of the zone', async () => {
    const report = await askReport(company, `metrics=calls&by=weekday,hour&${MARCH}`);

    expect(byLabel(report)).toEqual({
      'Monday, 10:00': { calls: 1 },
      'Tuesday, 10:00': { calls: 1 },
      'Tuesday, 23:00': { calls: 1 },
      'Thursday, 10:00': { calls: 1 },
      'Friday, 10:00': { calls: 1 },
    });
  });

  test('has only the hours and weekdays that a filter allows, each with its own list', async () => {
    const hours = await askReport(company, `metrics=calls&by=hour&hour=10&${MARCH}`);
    const weekdays = await askReport(company, `metrics=calls&by=weekday&weekday=tuesday&${MARCH}`);

    expect(byLabel(hours)).toEqual({ '10:00': { calls: 4 } });
    expect(byLabel(weekdays)).toEqual({ Tuesday: { calls: 2 } });
  });

  test('has every day, and the days before with the same weekdays', async () => {
    const query = 'metrics=calls&by=day&from=2026-03-09&to=2026-03-15';
    const report = await askReport(company, query);

    expect(report.compared).toMatchObject({ from: '2026-03-02', to: '2026-03-08', totals: { calls: 5 } });
    expect(report.rows.map(({ by, values, compared }) => [by[0]?.value, values, compared])).toEqual([
      ['2026-03-09', { calls: 0 }, { calls: 1 }],
      ['2026-03-10', { calls: 0 }, { calls: 2 }],
      ['2026-03-11', { calls: 0 }, { calls: 0 }],
      ['2026-03-12', { calls: 0 }, { calls: 1 }],
      ['2026-03-13', { calls: 0 }, { calls: 1 }],
      ['2026-03-14', { calls: 0 }, { calls: 0 }],
      ['2026-03-15', { calls: 0 }, { calls: 0 }],
    ]);
  });

  test('compares days that are not over with the same part of the former ones, costs too', async () => {
    const own = await makeCallCompany();
    const inChicago = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' });
    const day = (before: number): string => inChicago.format(Date.now() - before * 86_400_000);
    const { superadmin, path } = own;
    // Three days of fourteen are over: of the former fourteen, three count, and the day like today.
    const costs = [-10, 2, 4, 11, 12, 16].map((before) => ({
      day: day(before),
      source: 'paid_search',
      amount: 10,
      unit: 'USD',
    }));
    await answerOf(await sendAs(superadmin, 'PUT', `${path}/costs`, { costs }));

    const { compared } = await askReport(own, `metrics=calls,cost,leads&from=${day(3)}&to=${day(-10)}`);

    expect(compared).toMatchObject({ from: day(17), to: day(14), totals: { cost: 10 } });
    expect(new URLSearchParams(compared?.link).get('to')).toBe(day(14));
  });

  test('of all time begins with the oldest lead, whichever came first, and follows its date', async () => {
    const own = await makeCallCompany();
    const { superadmin, path } = own;
    await reportCall(own, { started_at: '2026-03-02T16:00:00Z' });
    const past = ['2025-05-05', '2024-02-03'].map((day) => ({
      lead: { email: `${day}@example.com` },
      creation_time: `${day}T12:00:00Z`,
    }));
    const { lead_ids: ids } = await answerOf<{ lead_ids: string[] }>(
      await sendAs(superadmin, 'POST', `${path}/leads/history`, { leads: past }),
    );
    const allTime = 'metrics=leads&relative=all_time&compare=none';

    expect(await askReport(own, allTime)).toMatchObject({ from: '2024-02-03', totals: { leads: 3 } });
    expect(await askReport(own, `metrics=leads&to=2025-12-31&compare=none`)).toMatchObject({
      from: '2024-02-03',
      totals: { leads: 2 },
    });
    const list = await answerOf<{ leads: unknown[] }>(
      await sendAs(superadmin, 'GET', `${path}/reports/leads?relative=all_time`),
    );
    expect(list.leads).toHaveLength(3);
    await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${ids[1]}/remove`));
    expect(await askReport(own, allTime)).toMatchObject({ from: '2025-05-05', totals: { leads: 2 } });
  });

  test('takes a source of the company as paid if only paid visits match it', async () => {
    const own = await makeCallCompany();
    const settings = branches(own.agent.userId);
    const names = ['Google Ads', 'Radio'];
    const numbers = names.map((source, index) => ({ phone_number: `+1512555017${index}`, source }));
    const answer = await putSettings(own.companyId, {
      ...settings,
      sources: [
        { name: 'Google Ads', when: { source: 'Google*', channel: 'paid_*' } },
        { name: 'Radio', when: { utm_source: 'radio*' } },
      ],
      numbers: [...(settings['numbers'] as object[]), ...numbers],
    });
    expect(answer.status).toBe(200);
    for (const [day, { phone_number: number }] of numbers.entries()) {
      const call = { from: '+12065550299', number, started_at: `2026-03-0${day + 2}T16:00:00Z` };
      await reportCall(own, call);
    }
    const report = await askReport(own, `metrics=calls&by=source&model=last_paid&${MARCH}`);

    expect(byLabel(report)).toEqual({ 'Google Ads': { calls: 2 } });
  });

  test('links each cell to the list behind it', async () => {
    const report = await askReport(company, `metrics=calls,missed&by=source,day&${MARCH}`);
    const cells = report.rows.flatMap(({ values, link }) =>
      report.metrics.map(({ name, only }) => ({
        path: `${company.path}/reports/calls?${link}${only === null ? '' : `&only=${only}`}`,
        count: values[name],
      })),
    );

    expect(cells).toHaveLength(8);
    const listed = await Promise.all(
      cells.map(async ({ path }) => {
        const { calls } = await answerOf<{ calls: unknown[] }>(await sendAs(company.superadmin, 'GET', path));
        return { path, count: calls.length };
      }),
    );
    expect(listed).toEqual(cells);
  });

  test('lists the records behind a cell in pages', async () => {
    const list = async (cursor: string): Promise<{ calls: { started_at: string }[]; next_cursor?: string }> =>
      answerOf(
        await sendAs(
          company.superadmin,
          'GET',
          `${company.path}/reports/calls?from=2026-03-01&to=2026-03-31&limit=3${cursor}`,
        ),
      );
    const first = await list('');
    const second = await list(`&cursor=${first.next_cursor}`);

    expect(first.calls.map(({ started_at: at }) => at.slice(0, 10))).toEqual([
      '2026-03-06',
      '2026-03-05',
      '2026-03-04',
    ]);
    expect(second.calls.map(({ started_at: at }) => at.slice(0, 10))).toEqual(['2026-03-03', '2026-03-02']);
    expect(second.next_cursor).toBeUndefined();
  });

  test('is a CSV file if it is asked for', async () => {
    const response = await sendAs(
      company.superadmin,
      'GET',
      `${company.path}/reports/query?metrics=calls,answer_rate&by=source&format=csv&${MARCH}`,
    );

    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(await response.text()).toBe(
      // fetch removes the byte order mark.
      'Source,Calls,Answer rate (%)\r\nPaid search,4,75\r\nEmail,1,0\r\n',
    );
  });

  test('has all rows in the file, and says at its end how many are not', async () => {
    const file = async (query: string): Promise<string[]> => {
      const path = `${company.path}/reports/query?metrics=calls,cost&format=csv&compare=none&${query}`;
      return (await (await sendAs(company.superadmin, 'GET', path)).text()).trimEnd().split('\r\n');
    };

    expect(await file('by=source&limit=1&from=2026-03-01&to=2026-03-31')).toEqual([
      'Source,Calls,Cost (USD)',
      'Paid search,4,0',
      '"1 more row is not in this file. Choose fewer days, or filter the report."',
    ]);
    // More days than JSON has rows.
    const days = await file('by=day&from=2012-01-01&to=2026-03-31');
    expect([days.length, days[0], days.at(-1)]).toEqual([
      5_204 + 1,
      'Day,Calls,Cost (USD)',
      '2026-03-31,0,0',
    ]);
  });

  test('is null where a figure is undefined or not known', async () => {
    const report = await askReport(
      company,
      `metrics=visits,answer_rate,calls&by=outcome&number=%2B1999&${MARCH}`,
    );

    expect(report.totals).toEqual({ visits: 0, answer_rate: null, calls: 0 });
    expect(report.notes).toEqual(['Visits are not known by outcome.']);
  });

  test.each([
    ['metrics=', 400],
    ['metrics=moods', 400],
    ['metrics=calls&by=source,day,hour', 400],
    ['metrics=calls&from=2026-03-02&to=2026-03-01', 400],
    ['metrics=calls&relative=last_hour', 400],
    ['metrics=calls&sort=leads', 400],
    ['metrics=calls&colour=red', 400],
  ])('with %s is refused with %d', async (query, status) => {
    const response = await sendAs(company.superadmin, 'GET', `${company.path}/reports/query?${query}`);

    expect(response.status).toBe(status);
  });

  test('is not for agents', async () => {
    const response = await sendAs(company.agent, 'GET', `${company.path}/reports/query?metrics=calls`);

    expect(await problemOf(response)).toMatchObject({ status: 403, code: 'permission_denied' });
  });
});

test('a report follows the calls at once', async () => {
  const company = await makeCallCompany();
  const ask = async (): Promise<unknown> =>
    (await askReport(company, `metrics=calls,callers,answered,missed,rescued,not_called_back&${MARCH}`))
      .totals;
  const call = { carrier_call_id: 'one', from: '+12065550301', number: AUSTIN };
  await reportCall(company, { ...call, outcome: 'missed', started_at: '2026-03-02T16:00:00Z' });

  expect(await ask()).toEqual({
    calls: 1,
    callers: 1,
    answered: 0,
    missed: 1,
    rescued: 0,
    not_called_back: 1,
  });
  await reportCall(company, { from: '+12065550301', started_at: '2026-03-02T17:00:00Z' });
  expect(await ask()).toEqual({
    calls: 2,
    callers: 1,
    answered: 1,
    missed: 1,
    rescued: 1,
    not_called_back: 0,
  });
  const { call_id: id } = await reportCall(company, { started_at: '2026-03-02T18:00:00Z' });
  expect(await ask()).toEqual({
    calls: 3,
    callers: 2,
    answered: 2,
    missed: 1,
    rescued: 1,
    not_called_back: 0,
  });

  const { lead_id: lead } = await answerOf<{ lead_id: string }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls/${id}`),
  );
  const list = await answerOf<{ calls: { lead_id: string }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls?limit=3`),
  );
  const other = list.calls.find(({ lead_id: each }) => each !== lead)?.lead_id;
  await answerOf(
    await sendAs(company.superadmin, 'POST', `${company.path}/leads/${lead}/merge`, {
      with: other,
    }),
  );
  expect(await ask()).toEqual({
    calls: 3,
    callers: 1,
    answered: 2,
    missed: 1,
    rescued: 1,
    not_called_back: 0,
  });
});
