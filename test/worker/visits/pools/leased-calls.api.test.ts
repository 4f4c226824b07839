/** Calls to leased numbers: from two visits by signed webhooks to two leads, and what they tell about the pool. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshIp, visitorHeaders } from '../../../harness/client.ts';
import { sendAsCarrier } from '../../../harness/carrier/simulated-carrier.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { freshCaller } from '../../core/phone/calls/call-company.ts';
import {
  ACCOUNT,
  type FaultyCallCompany,
  makeFaultyCallCompany,
} from '../../core/phone/calls/faulty-call-company.ts';

const PATIENCE = { timeout: 30_000, interval: 200 };
const MINUTE_MS = 60_000;
const NUMBERS = ['+18005550191', '+18005550192', '+18005550193'];
const POOL = { pool: 'ads', source: 'paid_search', phone_numbers: NUMBERS, overflow: '+18005550190' };
const CAMPAIGNS = ['Plumber Denver', 'Roofer Austin'] as const;

interface Call {
  call_id: string;
  number: string;
  lead_id: string;
  visit: { campaign: string | null } | null;
  attribution: { method: string; confidence: number };
}
interface Explained {
  sentences: string[];
  history: { method: string; confidence: number; source: string | null; campaign: string | null }[];
}

let leadline: FaultyLeadline;
let visits = 0;
let webhooks = 0;
let ahead = 0;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());

async function makePoolCompany(): Promise<FaultyCallCompany> {
  const company = await makeFaultyCallCompany(leadline, `sue.${crypto.randomUUID()}@acme.test`);
  const settings = { default_number: '+18005550100', numbers: [POOL], locations: [] };
  const saved = await leadline.sendAsOperator(
    'PUT',
    `/dni/api/companies/${company.companyId}/settings`,
    settings,
  );
  expect(saved.status).toBe(200);
  return company;
}

/** Has a page of a new visit by an ad ask for its number. @returns the leased number */
async function lease({ companyId }: FaultyCallCompany, campaign: string): Promise<string> {
  visits += 1;
  const touch = [
    `utm_source=google&utm_medium=cpc&utm_campaign=${encodeURIComponent(campaign)}&utm_term=leak`,
    '',
  ];
  const id = `${Date.now() + ahead}-0.${7_431_204_518 + visits}`;
  const ip = freshIp();
  // A pool that is asked for the first time may take longer than the page waits.
  return vi.waitUntil(async () => {
    const response = await leadline.send(`/dni/swap/${companyId}`, {
      method: 'POST',
      headers: { ...visitorHeaders({ ip }), 'Content-Type': 'text/plain' },
      body: JSON.stringify({
        url: `https://example.com/pipes?${touch[0]}`,
        visit: [touch, touch, touch, id, null, ''],
      }),
    });
    const { phone_number: number } = (await response.json()) as { phone_number: string };
    return NUMBERS.includes(number) ? number : undefined;
  }, PATIENCE);
}

/** Rings as the carrier does, with its signature. */
async function ring({ companyId }: FaultyCallCompany, number: string, from = freshCaller()): Promise<void> {
  webhooks += 1;
  const response = await sendAsCarrier(ACCOUNT, `${leadline.url}/carriers/twilio/${companyId}/call`, {
    AccountSid: ACCOUNT.accountId,
    CallSid: `CA${webhooks}`,
    CallStatus: 'ringing',
    From: from,
    To: number,
  });
  expect(response.status).toBe(200);
}

async function callsOf({ ask }: FaultyCallCompany): Promise<Call[]> {
  const { calls } = (await (await ask('GET', '/calls')).json()) as { calls: Call[] };
  return calls;
}

/** Waits until every call has its visit. */
const attributedCalls = (company: FaultyCallCompany, count: number): Promise<Call[]> =>
  vi.waitUntil(async () => {
    const calls = await callsOf(company);
    const isDone =
      calls.length === count && calls.every(({ attribution: { method } }) => method !== 'number');
    return isDone ? calls : undefined;
  }, PATIENCE);

async function explained({ ask }: FaultyCallCompany, { call_id: id }: Call): Promise<Explained> {
  return (await (await ask('GET', `/calls/${id}/attribution`)).json()) as Explained;
}

/** Moves the clock, and wakes the company, whose alarm follows the real one. */
async function later(milliseconds: number, { companyId }: FaultyCallCompany): Promise<void> {
  ahead += milliseconds;
  await leadline.set({ ahead });
  await leadline.sql(companyId, 'UPDATE waiting_attributions SET tries = tries');
}

test('two visitors lease two numbers, and their calls and leads name the two campaigns', async () => {
  const company = await makePoolCompany();
  const numbers = [await lease(company, CAMPAIGNS[0]), await lease(company, CAMPAIGNS[1])];
  expect(new Set(numbers).size).toBe(2);
  for (const number of numbers) await ring(company, number);

  const calls = await attributedCalls(company, 2);
  for (const [index, campaign] of CAMPAIGNS.entries()) {
    const made = calls.find(({ number }) => number === numbers[index]);
    expect(made).toMatchObject({ visit: { campaign }, attribution: { method: 'live_lease' } });
    const { sentences } = await explained(company, made!);
    expect(sentences[0]).toBe('The visitor who holds the number now is likely to have called.');
    expect(sentences.join(' ')).toContain(`the campaign ${campaign}, the keyword leak, the page /pipes`);
    const lead = (await (await company.ask('GET', `/leads/${made?.lead_id}`)).json()) as object;
    expect(lead).toMatchObject({ campaign_first: campaign, campaign_last: campaign, landing_page: '/pipes' });
  }
  expect(calls[0]?.lead_id).not.toBe(calls[1]?.lead_id);
});

test('while the evidence is away a call has the source of its number, later its campaign, and the history has both', async () => {
  const company = await makePoolCompany();
  const number = await lease(company, CAMPAIGNS[0]);
  await leadline.set({ ahead, faults: ['evidence'] });
  await ring(company, number);
  const [waiting] = await callsOf(company);
  expect(waiting).toMatchObject({ source: 'paid_search', visit: null, attribution: { method: 'number' } });
  expect((await explained(company, waiting!)).history).toMatchObject([
    { method: 'number', confidence: 1, source: 'paid_search', campaign: null },
  ]);

  await later(MINUTE_MS, company);
  const [found] = await attributedCalls(company, 1);
  expect(found).toMatchObject({ visit: { campaign: CAMPAIGNS[0] }, attribution: { method: 'live_lease' } });
  expect((await explained(company, found!)).history).toMatchObject([
    { method: 'number', confidence: 1, source: 'paid_search', campaign: null },
    { method: 'live_lease', confidence: found?.attribution.confidence, campaign: CAMPAIGNS[0] },
  ]);
});

test('the advice counts calls by the hour, and names a number that many call for the first time or nobody leased', async () => {
  const company = await makePoolCompany();
  const number = await lease(company, CAMPAIGNS[0]);
  for (let callers = 0; callers < 3; callers += 1) await ring(company, number);
  const advice = async (): Promise<{
    hours: { issued: number; called: number; overflowed: number }[];
    late_calls: { after_hold: number; taken: number };
    leaks: { kind: string; number: string; count: number }[];
  }> => {
    const answer = await leadline.sendAsOperator('GET', `/dni/api/companies/${company.companyId}/pools`);
    const { pools } = (await answer.json()) as { pools: [never] };
    return pools[0];
  };
  await vi.waitFor(async () => {
    expect(await advice()).toMatchObject({ leaks: [{ kind: 'many_first_callers', number, count: 3 }] });
  }, PATIENCE);
  const { hours, late_calls: late } = await advice();
  const sum = (member: 'issued' | 'called'): number => hours.reduce((total, hour) => total + hour[member], 0);
  expect([sum('issued'), sum('called')]).toEqual([1, 3]);
  expect(late.after_hold).toBeGreaterThan(late.taken);

  // Two days later nobody has leased it for a day.
  await later(2 * 24 * 60 * MINUTE_MS, company);
  await ring(company, number);
  expect((await advice()).leaks).toEqual([
    expect.objectContaining({ kind: 'call_without_lease', number, count: 1 }),
    expect.objectContaining({ kind: 'many_first_callers', number, count: 3 }),
  ]);
});
