/** Files of costs that are read every morning: what is read, what is refused, and the way back. */
import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeUser } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { startServerForTest } from '../../../../harness/receiver.ts';
import type { CheckedFeed, FeedBody } from '../../../../../worker/core/reports/costs/feeds/reference.ts';
import type { CostPage, TakenBackCosts } from '../../../../../worker/core/reports/costs/reference.ts';
import { type CallCompany, makeCallCompany } from '../../phone/calls/call-company.ts';

/** A day in this month, so that the file is fresh. */
const TODAY = new Date().toISOString().slice(0, 10);
const EARLIER = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
const LONG_AGO = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10);

/** A published file, whose content changes. */
interface Published {
  url: string;
  text: string | Buffer;
  status: number;
  headers: Record<string, string>;
  requests: number;
}

let company: CallCompany;
beforeAll(async () => {
  company = await makeCallCompany();
});

async function publish(text: string | Buffer): Promise<Published> {
  const file: Published = {
    url: '',
    text,
    status: 200,
    headers: { 'Content-Type': 'text/csv' },
    requests: 0,
  };
  const { url } = await startServerForTest((_, response) => {
    file.requests += 1;
    response.writeHead(file.status, file.headers).end(file.text);
  });
  return Object.assign(file, { url: `${url}/pub?secret=s3cret&output=csv` });
}

function post(rest: string, body: object = {}, of = company): Promise<Response> {
  return sendAs(of.superadmin, 'POST', `${of.path}/costs${rest}`, body);
}

async function add({ url }: Published, more: object = {}, of = company): Promise<FeedBody> {
  return answerOf(await post('/feeds', { name: 'Ads sheet', url, source: 'paid_search', ...more }, of));
}

async function readNow({ feed_id: id }: FeedBody, of = company): Promise<FeedBody> {
  return answerOf(await post(`/feeds/${id}/read`, {}, of));
}

async function costsOf(source: string, of = company): Promise<string[]> {
  const page = await sendAs(of.superadmin, 'GET', `${of.path}/costs?source=${source}&limit=500`);
  const { costs } = await answerOf<CostPage>(page);
  return costs.map(({ day, campaign, amount, unit }) => `${day} ${campaign ?? '-'} ${amount} ${unit}`);
}

test('a file is read when it is added and whenever somebody asks; what it no longer says is removed', async () => {
  const file = await publish(
    `Day,Campaign,Cost\n${LONG_AGO},Old,7.50\n${TODAY},Brand,12.50\n${TODAY},Search,3\n`,
  );
  const feed = await add(file);

  expect(feed.runs).toMatchObject([
    { rows: 3, changed: 3, removed: 0, from: LONG_AGO, to: TODAY, error: null },
  ]);
  expect(feed).toMatchObject({
    state: 'active',
    hour: 6,
    decimal: 'point',
    host: new URL(file.url).hostname,
  });
  expect(Date.parse(feed.next_time ?? '')).toBeGreaterThan(Date.now());
  const same = await readNow(feed);
  expect(same.runs[0]).toMatchObject({ rows: 2, changed: 0, removed: 0, import_id: null, error: null });

  // A campaign under another name would count twice, and a day of long ago is left as it is.
  file.text = `Day,Campaign,Cost\n${LONG_AGO},Old,99.50\n${TODAY},Brand new,12.50\n${TODAY},Search,4\n`;
  const other = await readNow(feed);
  expect(other.runs[0]).toMatchObject({ rows: 2, changed: 2, removed: 1, from: TODAY });
  const now = [`${TODAY} Brand new 12.5 USD`, `${TODAY} Search 4 USD`, `${LONG_AGO} Old 7.5 USD`];
  expect(await costsOf('paid_search')).toEqual(now);

  // A file that has only some days says nothing of the others.
  file.text = `Day,Campaign,Cost\n${EARLIER},Brand new,1.50\n`;
  expect((await readNow(feed)).runs[0]).toMatchObject({ changed: 1, removed: 0 });
  expect(await costsOf('paid_search')).toEqual([now[0], now[1], `${EARLIER} Brand new 1.5 USD`, now[2]]);
});

test('a reading can be taken back, with what it removed, and is not repeated until the file is resumed', async () => {
  const of = await makeCallCompany();
  const file = await publish(`Day,Campaign,Cost\n${TODAY},Brand,12.50\n`);
  const feed = await add(file, {}, of);
  file.text = `Day,Campaign,Cost\n${TODAY},Brand 2,13.50\n`;
  const [run] = (await readNow(feed, of)).runs;
  expect(await costsOf('paid_search', of)).toEqual([`${TODAY} Brand 2 13.5 USD`]);

  const back = await post(`/imports/${run?.import_id}/take_back`, {}, of);
  expect(await answerOf<TakenBackCosts>(back)).toEqual({ restored: 2, kept: 0 });
  expect(await costsOf('paid_search', of)).toEqual([`${TODAY} Brand 12.5 USD`]);
  const [paused] = await answerOf<FeedBody[]>(await sendAs(of.superadmin, 'GET', `${of.path}/costs/feeds`));
  expect(paused).toMatchObject({ state: 'paused', next_time: null });
  expect(paused?.runs.map(({ import_id: id }) => id)).toEqual([null, feed.runs[0]?.import_id]);

  // What was read before is still a cost of the file.
  const resumed = await answerOf<FeedBody>(
    await post(`/feeds/${feed.feed_id}/modify`, { state: 'active' }, of),
  );
  expect(resumed.state).toBe('active');
  await readNow(feed, of);
  expect(await costsOf('paid_search', of)).toEqual([`${TODAY} Brand 2 13.5 USD`]);
});

test('a file that leaves something open is asked about, and is not added before', async () => {
  const file = await publish(`Day,Source,Cost\n3/11/2026,Flyers of ours,1.150\n`);
  const check = async (more: object = {}): Promise<CheckedFeed> =>
    answerOf(await post('/feeds/check', { url: file.url, ...more }));
  const open = await check();
  expect(open.file?.questions.map(({ parameter }) => parameter)).toEqual(['decimal', 'days', 'new_sources']);
  expect(open.columns[0]).toEqual({ name: 'Day', samples: ['3/11/2026'] });

  const refused = await problemOf(await post('/feeds', { name: 'Flyers', url: file.url }));
  expect(refused).toMatchObject({
    errors: ['/decimal', '/days', '/new_sources'].map((pointer) => ({ pointer, code: 'missing_parameter' })),
  });
  const answers = { decimal: 'comma', days: 'day_first', new_sources: true };
  expect((await check(answers)).file).toMatchObject({ questions: [], changed: 1, import_id: null });
  expect(await costsOf('Flyers%20of%20ours')).toEqual([]);
  const feed = await add(file, { ...answers, source: '' });
  expect(await costsOf('Flyers%20of%20ours')).toEqual(['2026-11-03 - 1150 USD']);

  // The answers hold for later files, except of sources that were not named.
  file.text = `Day,Source,Cost\n${dayOf(TODAY)},Flyers of ours,1.250\n`;
  expect((await readNow(feed)).runs[0]).toMatchObject({ changed: 1, error: null });
  file.text = `Day,Source,Cost\n${dayOf(TODAY)},Leaflets,1.250\n`;
  const { runs } = await readNow(feed);
  expect(runs[0]).toMatchObject({ rows: 0, error: expect.stringContaining('Leaflets') });
});

/** Writes a day with the day first. */
function dayOf(day: string): string {
  return day.split('-').toReversed().join('/');
}

test.for([
  ['days in another order', '11/25/2026,5.50', 'begin with the month'],
  ['another decimal sign', '25/11/2026,"5,50"', 'decimal comma'],
  ['a fault in a row', '25/11/2026,five', 'Row 1, amount'],
  ['a column less', undefined, 'no column "Cost"'],
] as const)('a later file with %s is not read, and its log says why', async ([, row, reason]) => {
  const of = await makeCallCompany();
  const file = await publish(`Day,Cost,Clicks\n24/11/2026,4.50,1\n`);
  const feed = await add(file, {}, of);
  file.text = row === undefined ? 'Day,Amount\n24/11/2026,4.50\n' : `Day,Cost\n${row}\n`;

  const { runs } = await readNow(feed, of);

  expect(runs[0]).toMatchObject({ rows: 0, import_id: null, error: expect.stringContaining(reason) });
  expect(await costsOf('paid_search', of)).toEqual(['2026-11-24 - 4.5 USD']);
});

test('a later file with its header alone, such as that of a new month, changes nothing, and can be set up too', async () => {
  const of = await makeCallCompany();
  const file = await publish(`Day,Cost\n`);
  const feed = await add(file, {}, of);
  file.text = `Day,Cost\n${TODAY},4.50\n`;
  expect((await readNow(feed, of)).runs[0]).toMatchObject({ rows: 1, changed: 1, error: null });
  file.text = `Day,Cost\n`;

  const { runs } = await readNow(feed, of);
  const checked = await answerOf<CheckedFeed>(await post('/feeds/check', { feed_id: feed.feed_id }, of));

  expect(runs[0]).toMatchObject({ rows: 0, changed: 0, removed: 0, import_id: null, error: null });
  expect(checked).toMatchObject({ file: { rows: 0, questions: [] }, errors: [] });
  expect(await costsOf('paid_search', of)).toEqual([`${TODAY} - 4.5 USD`]);
  file.text = '';
  expect((await readNow(feed, of)).runs[0]?.error).toContain('The file is empty');
});

test('a file without a currency stays in the one that the company had', async () => {
  const of = await makeCallCompany();
  const file = await publish(`Day,Cost\n${TODAY},4.50\n`);
  const feed = await add(file, {}, of);
  const settings = `${of.path}/lead_settings/currencies`;
  const { currencies } = await answerOf<{ currencies: { unit: string; company_default: boolean }[] }>(
    await sendAs(of.superadmin, 'GET', settings),
  );
  const euro = { name: 'Euro', unit: 'EUR', symbol: '€', rate: 0.5, show: true, company_default: true };
  const others = currencies
    .filter(({ unit }) => unit !== 'EUR')
    .map((currency) => ({ ...currency, company_default: false }));
  await answerOf(await sendAs(of.superadmin, 'PUT', settings, { currencies: [...others, euro] }));
  file.text = `Day,Cost\n${TODAY},5.50\n`;
  await readNow(feed, of);

  expect(await costsOf('paid_search', of)).toEqual([`${TODAY} - 5.5 USD`]);
});

test('two files cannot have the cost of one day, source and campaign', async () => {
  const of = await makeCallCompany();
  const text = `Day,Cost\n${TODAY},4.50\n`;
  await add(await publish(text), { name: 'Google' }, of);
  const second = await publish(text);

  const refused = await post('/feeds', { name: 'Bing', url: second.url, source: 'paid_search' }, of);

  expect(refused.status).toBe(400);
  expect((await problemOf(refused)).detail).toContain('in the file “Google” already');
  await add(second, { source: 'display' }, of);
  expect(await costsOf('display', of)).toEqual([`${TODAY} - 4.5 USD`]);
});

test.for([
  ['a page', 200, 'text/html', '<html>', 'a web page'],
  ['a page that says it is text', 200, 'text/plain', ' <!doctype html>', 'a web page'],
  ['a workbook', 200, 'text/csv', 'PK\u0003\u0004', 'an Excel workbook'],
  ['not found', 404, 'text/csv', '', 'answers 404'],
  ['not allowed', 403, 'text/csv', '', 'not public any more'],
] as const)('an address that answers with %s is refused', async ([, status, type, text, reason]) => {
  const file = await publish(text);
  Object.assign(file, { status, headers: { 'Content-Type': type } });

  const refused = await problemOf(await post('/feeds/check', { url: file.url }));

  expect(refused).toMatchObject({ errors: [{ pointer: '/url' }] });
  expect(refused.detail).toContain(reason);
});

test('a file that is too large or has too many lines is refused', async () => {
  const row = `${TODAY},1\n`;
  const texts = [`Day,Cost\n${row.repeat(60_000)}`, `Day,Cost\n${row.repeat(30_000)}`, 'x'.repeat(5e6)];
  const statuses = texts.map(async (text) => {
    const { url } = await publish(text);
    return (await post('/feeds', { name: 'Large', url, source: 'email' })).status;
  });

  expect(await Promise.all(statuses)).toEqual([413, 400, 413]);
});

test('the address is in no answer and in no log', async () => {
  const of = await makeCallCompany();
  const file = await publish(`Day,Cost\n${TODAY},4.50\n`);
  const feed = await add(file, {}, of);
  file.status = 500;
  const read = await readNow(feed, of);
  const again = await post('/feeds', { name: 'x', url: file.url, source: 'email' }, of);
  const listed = await (await sendAs(of.superadmin, 'GET', `${of.path}/costs/feeds`)).text();
  const log = await (await sendAs(of.superadmin, 'GET', `${of.path}/audit`)).text();
  const changes = await (await sendAs(of.superadmin, 'GET', `${of.path}/changes`)).text();

  expect(log).toContain('cost_feeds');
  expect(read.runs[0]?.error).toBe('The address answers 500.');
  for (const text of [JSON.stringify([feed, read]), await again.text(), listed, log, changes]) {
    expect(text).not.toContain('s3cret');
  }
});

test('a change to how a file is read reads all of it; one that cannot be read changes nothing', async () => {
  const of = await makeCallCompany();
  const file = await publish(`Day,Cost,Spend\n${LONG_AGO},4.50,8.50\n${TODAY},5.50,9.50\n`);
  const feed = await add(file, { mapping: { Spend: null } }, of);
  const modify = (change: object): Promise<Response> => post(`/feeds/${feed.feed_id}/modify`, change, of);

  expect((await modify({ mapping: { Cost: null, Nothing: 'amount' } })).status).toBe(400);
  const changed = await answerOf<FeedBody>(
    await modify({ mapping: { Cost: null, Spend: 'amount' }, name: 'Other' }),
  );
  expect(changed).toMatchObject({ name: 'Other', runs: [{ changed: 2, removed: 0 }, { changed: 2 }] });
  expect(await costsOf('paid_search', of)).toEqual([`${TODAY} - 9.5 USD`, `${LONG_AGO} - 8.5 USD`]);

  // Under another source nothing stays under the former one.
  await answerOf(await modify({ source: 'display' }));
  expect(await costsOf('display', of)).toHaveLength(2);
  expect(await costsOf('paid_search', of)).toEqual([]);

  const { requests } = file;
  await answerOf(await modify({ name: 'Only a name', hour: 9, state: 'paused' }));
  expect(file.requests).toBe(requests);
  await answerOf(await post(`/feeds/${feed.feed_id}/remove`, {}, of));
  expect(await costsOf('display', of)).toHaveLength(2);
  expect(await answerOf(await sendAs(of.superadmin, 'GET', `${of.path}/costs/feeds`))).toEqual([]);
});

test('days before a chosen one are left alone', async () => {
  const of = await makeCallCompany();
  const file = await publish(`Day,Cost\n${LONG_AGO},4.50\n${EARLIER},5.50\n${TODAY},6.50\n`);
  const feed = await add(file, { from: EARLIER }, of);

  expect(feed.runs[0]).toMatchObject({ rows: 2, from: EARLIER });
});

test('whoever only reads makes the Worker fetch nothing', async () => {
  const of = await makeCallCompany();
  const file = await publish(`Day,Cost\n${TODAY},4.50\n`);
  const viewer = await makeUser(of.superadmin, of.path, { name: 'Vic Viewer', role_id: 'viewer' });
  const statuses = await Promise.all(
    ['/feeds', '/feeds/check'].map(
      async (rest) =>
        (
          await sendAs(viewer, 'POST', `${of.path}/costs${rest}`, {
            name: 'x',
            url: file.url,
            source: 'email',
          })
        ).status,
    ),
  );

  expect(statuses).toEqual([403, 403]);
  expect(file.requests).toBe(0);
});

test('at most ten files are read', async () => {
  const of = await makeCallCompany();
  for (let count = 0; count < 10; count += 1) {
    await add(await publish(`Day,Campaign,Cost\n${TODAY},${count},4.50\n`), {}, of);
  }
  const last = await publish(`Day,Campaign,Cost\n${TODAY},11,4.50\n`);
  const refused = await post('/feeds', { name: 'x', url: last.url, source: 'paid_search' }, of);

  expect(refused.status).toBe(409);
});
