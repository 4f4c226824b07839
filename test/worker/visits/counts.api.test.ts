/** Counts of visits from the page's request to the company's report, over HTTP and the objects' methods. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dniSettings } from '../../harness/dni-company.ts';
import { freshIp, visitorHeaders } from '../../harness/client.ts';
import { ask, openCompany, type Session } from '../../harness/mortal-worker.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';
import { type OwnWorker, startWorker } from '../../harness/own-worker.ts';
import type { ReportBody } from '../../../worker/core/reports/queries/answer-schema.ts';
import { evidenceName, type Evidence } from '../../../worker/dni/evidence.ts';

const NUMBER = '+18005550100';
/** The zone of the company. */
const ZONE = zoneWithTime();
const GOOGLE = 'https://www.google.com/';

/** The methods of a month's object that the tests call. */
interface MonthObject {
  giveCounts(): Promise<void>;
  find(question: object): Promise<Evidence>;
}

interface Report {
  visits: number;
  counts: { source: string; campaign: string | null; location_id: string | null; visits: number }[];
}

let worker: OwnWorker;
let visits = 0;
beforeAll(async () => {
  worker = await startWorker({});
});
afterAll(() => worker.close());

/** Opens a company whose settings have these members. */
async function open(settings: Record<string, unknown> = {}): Promise<Session & { companyId: string }> {
  const session = await openCompany(worker.url);
  const companyId = session.path.split('/')[2] ?? '';
  const response = await fetch(`${worker.url}/dni/api/companies/${companyId}/settings`, {
    method: 'PUT',
    headers: { Authorization: session.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(inZone(dniSettings(settings))),
  });
  if (!response.ok) throw new Error(await response.text());
  return { ...session, companyId };
}

/** Puts the first location, whose days the company counts by, into the zone of the tests. */
function inZone(settings: Record<string, unknown>): Record<string, unknown> {
  const [first, ...others] = settings['locations'] as object[];
  return { ...settings, locations: [{ ...first, timezone: ZONE }, ...others] };
}

interface View {
  id?: string | null;
  sent?: string | null;
  keys?: string;
  pageReferrer?: string;
  userAgent?: string;
  query?: string;
}

/** Sends the request of a page, by default of a new visit. */
async function view({ companyId }: { companyId: string }, given: View = {}): Promise<string | null> {
  visits += 1;
  const {
    id = `1767323045678-0.${7_431_204_518 + visits}`,
    sent = null,
    keys = '',
    pageReferrer = '',
  } = given;
  const touch = [keys, pageReferrer === GOOGLE ? GOOGLE : ''];
  const response = await fetch(`${worker.url}/dni/swap/${companyId}${given.query ?? ''}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'text/plain',
      ...visitorHeaders({
        ip: freshIp(),
        ...(given.userAgent === undefined ? {} : { userAgent: given.userAgent }),
      }),
    },
    body: JSON.stringify({
      url: 'https://example.com/',
      visit: [touch, touch, touch, id, sent, pageReferrer],
    }),
  });
  expect(response.status).toBe(200);
  await response.text();
  return id;
}

/** Returns the day in the zone of the company's first location. */
function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' }).format(Date.now());
}

/** Returns a zone whose day does not end within an hour. */
function zoneWithTime(): string {
  const hourIn = (timeZone: string): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(Date.now());
  return hourIn('America/Chicago') === '23' ? 'America/Denver' : 'America/Chicago';
}

async function month(companyId: string): Promise<MonthObject> {
  const namespace = (await worker.binding('EVIDENCE')) as { getByName(name: string): MonthObject };
  return namespace.getByName(evidenceName(companyId, Date.now()));
}

/** Reads the report of the day, after the counts are given to the company, until it has so many visits. */
async function reportOf(session: Session & { companyId: string }, expected: number): Promise<Report> {
  const day = today();
  let report: Report | undefined;
  await expect
    .poll(
      async () => {
        await (await month(session.companyId)).giveCounts();
        report = await ask<Report>(session, `${session.path}/reports/visits?day=${day}`);
        return report.visits;
      },
      { timeout: 30_000 },
    )
    .toBe(expected);
  return report as Report;
}

test('visits are counted once by source, campaign, location and number', async () => {
  const session = await open();
  const campaign = 'utm_source=google&utm_medium=cpc&utm_campaign=Plumber%20Denver';
  const id = await view(session, { keys: campaign });
  await view(session, { keys: campaign });
  await view(session);
  await reportOf(session, 3);
  // Repeated: a lost answer, a renewed plan, a visit that was counted before the visitor consented.
  await view(session, { id, keys: campaign });
  await view(session, { id, keys: campaign, sent: id });
  await view(session, { sent: '-', keys: campaign });
  // Without storage: a page that another site or no page linked to counts, the site's own links do not.
  await view(session, { id: null, pageReferrer: GOOGLE });
  await view(session, { id: null });
  await view(session, { id: null, pageReferrer: 'https://example.com/other' });
  await view(session, { id: null, sent: '-' });

  const { counts } = await reportOf(session, 5);
  expect(counts.map(({ source, campaign: name, visits: count }) => [source, name, count])).toEqual([
    ['direct', null, 2],
    ['paid_search', 'Plumber Denver', 2],
    ['organic_search', null, 1],
  ]);
  // A second push changes nothing.
  await reportOf(session, 5);
});

test('reports count taps by the visit that they belong to', async () => {
  const session = await open();
  const id = await view(session, { keys: 'utm_source=google&utm_medium=cpc&utm_campaign=Spring' });
  const tap = async (visit: string | null): Promise<void> => {
    const response = await fetch(`${worker.url}/dni/tap/${session.companyId}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'text/plain',
        Origin: 'https://example.com',
        ...visitorHeaders({ ip: freshIp() }),
      },
      body: JSON.stringify({ number: NUMBER, target: NUMBER, visit, url: 'https://example.com/prices' }),
    });
    expect(response.status).toBeLessThan(300);
  };
  await reportOf(session, 1);
  for (const visit of [id, id, '1767323045678-0.5431204518']) await tap(visit);

  const path = `${session.path}/reports/query?relative=today&compare=none&metrics=taps,visits`;
  const rows = async (by: string): Promise<unknown[]> => {
    await (await month(session.companyId)).giveCounts();
    const report = await ask<ReportBody>(session, `${path}&by=${by}`);
    return report.rows.map((row) => [row.by.map(({ value }) => value).join(), row.values]);
  };
  await expect
    .poll(() => rows('source,campaign'), { timeout: 30_000 })
    .toEqual([
      ['paid_search,Spring', { taps: 2, visits: 1 }],
      [',', { taps: 1, visits: 0 }],
    ]);
  expect(await rows('landing_page')).toEqual([
    ['/', { taps: 2, visits: null }],
    ['', { taps: 1, visits: null }],
  ]);
  const hours = (await rows('hour')) as [string, { taps: number }][];
  expect(hours).toHaveLength(24);
  expect(hours.reduce((sum, [, { taps }]) => sum + taps, 0)).toBe(3);
});

test('bots, `nocache` and companies without visits count nothing', async () => {
  const [session, off] = await Promise.all([open(), open({ visits: false })]);
  await view(session, { userAgent: 'bingbot/2.0' });
  await view(session, { query: '?nocache=1' });
  await view(off);
  await view(session);

  await reportOf(session, 1);
  await (await month(off.companyId)).giveCounts();
  expect(await ask<Report>(off, `${off.path}/reports/visits?day=${today()}`)).toMatchObject({ visits: 0 });
});

test('erasing the company deletes its evidence, and a late report keeps nothing', async () => {
  const session = await open();
  await view(session);
  await reportOf(session, 1);
  const erased = await fetch(`${worker.url}/operator${session.path}/erase`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Acme' }),
  });
  expect(erased.status).toBeLessThan(300);
  // The edge still has the settings in its memory.
  await view(session);

  const object = await month(session.companyId);
  await object.giveCounts();
  const question = { number: NUMBER, visitsFrom: 0, tapsFrom: 0, until: Date.now() };
  expect(await object.find(question)).toMatchObject({ visits: [], visitCount: 0 });
});

test('the report is for managers', async () => {
  const session = await open();

  await expect(ask(session, `${session.path}/reports/visits?day=yesterday`)).rejects.toThrow('400');
  await expect(
    ask({ ...session, authorization: 'Basic eA==' }, `${session.path}/reports/visits?day=2026-11-23`),
  ).rejects.toThrow('401');
});
