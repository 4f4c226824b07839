/** Calls and messages as files for a spreadsheet. */
import { expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { AUSTIN, freshCaller, makeCallCompany } from './call-company.ts';
import { attributed, call as callNow, settle, tap, TARGET, view } from './visiting.ts';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

test('both files say that they are UTF-8, and name each record as the carrier does; a call has all of its times', async () => {
  const { superadmin, path } = await makeCallCompany();
  const from = freshCaller();
  const call = {
    carrier_call_id: 'pbx-1',
    number: AUSTIN,
    from,
    caller_name: 'Zoë Müller',
    started_at: '2026-03-02T16:00:00Z',
    answered_at: '2026-03-02T16:00:08Z',
    ended_at: '2026-03-02T16:01:43Z',
  };
  const { call_id: callId } = await answerOf<{ call_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/calls`, call),
  );
  const goingOn = { carrier_call_id: 'pbx-2', number: AUSTIN, from, started_at: '2026-03-02T17:00:00Z' };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/calls`, { ...goingOn, outcome: null }));
  const text = { carrier_text_id: 'sms-1', number: AUSTIN, from, message: 'Grüße' };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/texts`, text));

  const calls = await recordsOf(await sendAs(superadmin, 'GET', `${path}/calls/export.csv`));
  expect(calls).toHaveLength(2);
  expect(calls[0]).toMatchObject({ carrier_call_id: 'pbx-2', answered_at: '', ended_at: '' });
  expect(calls[1]).toMatchObject({
    call_id: callId,
    carrier: 'other',
    carrier_call_id: 'pbx-1',
    started_at: '2026-03-02T16:00:00.000Z',
    answered_at: '2026-03-02T16:00:08.000Z',
    ended_at: '2026-03-02T16:01:43.000Z',
    caller_name: 'Zoë Müller',
  });
  const texts = await recordsOf(await sendAs(superadmin, 'GET', `${path}/texts/export.csv`));
  expect(texts).toMatchObject([{ carrier: 'other', carrier_text_id: 'sms-1', message: 'Grüße' }]);
});

test('list, file and report take the same source: of the visit, else of the number', async () => {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  await settle(company);
  const without = await callNow(company, freshCaller(), { ahead: -3_600_000 });
  const visit = await view(company, 'utm_medium=email&utm_source=letter&utm_campaign=Autumn&utm_term=roof');
  await tap(company, { number: AUSTIN, target: TARGET, visit });
  await settle(company);
  const by = await attributed(company, await callNow(company, freshCaller(), { ahead: 1_000 }));

  const number = encodeURIComponent(AUSTIN);
  const idsIn = async (list: string): Promise<string[]> => {
    const { calls } = await answerOf<{ calls: { call_id: string }[] }>(
      await sendAs(superadmin, 'GET', `${path}${list}`),
    );
    return calls.map(({ call_id: id }) => id);
  };
  for (const [source, calls] of [
    ['email', [by.call_id]],
    ['paid_search', [without.call_id]],
  ] as const) {
    const filter = `number=${number}&source_last=${source}`;
    expect(await idsIn(`/calls?${filter}`)).toEqual(calls);
    expect(await idsIn(`/reports/calls?number=${number}&source=${source}`)).toEqual(calls);
    const file = await recordsOf(await sendAs(superadmin, 'GET', `${path}/calls/export.csv?${filter}`));
    expect(file.map(({ call_id: id, source_last: shown }) => [id, shown])).toEqual([[calls[0], source]]);
  }
  const file = await sendAs(superadmin, 'GET', `${path}/calls/export.csv?number=${number}`);
  const [newest] = await recordsOf(file);
  expect(newest).toMatchObject({
    number_source: 'paid_search',
    source_last: 'email',
    campaign_last: 'Autumn',
    keyword: 'roof',
    landing_page: '/plumbing',
  });
});

test('the last days are those of the company, in the list, the file and reports', async () => {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  const inChicago = (time: number): string =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Chicago',
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(time);
  // The hours of two days around the first midnight of the range.
  const now = Date.now();
  const starts = Array.from({ length: 48 }, (_, hour) => now - 30 * 86_400_000 + (hour - 24) * 3_600_000);
  for (const started of starts) await callNow(company, freshCaller(), { ahead: started - now });
  const first = inChicago(now - 29 * 86_400_000).slice(0, 10);
  const expected = starts.filter((started) => inChicago(started) >= first).length;
  expect(expected).toBeLessThan(starts.length);

  const query = 'relative=last_30_days';
  const { calls } = await answerOf<{ calls: object[] }>(
    await sendAs(superadmin, 'GET', `${path}/calls?${query}&limit=200`),
  );
  const file = await recordsOf(await sendAs(superadmin, 'GET', `${path}/calls/export.csv?${query}`));
  const behind = await answerOf<{ calls: object[] }>(
    await sendAs(superadmin, 'GET', `${path}/reports/calls?${query}&limit=200`),
  );
  expect([calls.length, file.length, behind.calls.length]).toEqual([expected, expected, expected]);
  for (const refused of ['relative=last_blue_moon', `${query}&started_after=2026-03-02`]) {
    expect((await sendAs(superadmin, 'GET', `${path}/calls?${refused}`)).status).toBe(400);
  }
});

/** Checks the first bytes of a file and returns its records, whose cells have no commas. */
async function recordsOf(file: Response): Promise<Record<string, string | undefined>[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual(BYTE_ORDER_MARK);
  // The decoder leaves the mark out.
  const [header = '', ...lines] = new TextDecoder().decode(bytes).trim().split('\r\n');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(header.split(',').map((name, index) => [name, cells[index]]));
  });
}
