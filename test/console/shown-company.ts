/** A company in which every screen of the console has something to show. */
import { setTimeout } from 'node:timers/promises';
import { answerOf } from '../harness/builders.ts';
import { ACCOUNT, accountAt, type MarketServer, startMarket } from '../harness/carrier/market-server.ts';
import { sendAs } from '../harness/client.ts';
import { dniSettings } from '../harness/dni-company.ts';
import { startServer } from '../harness/own-worker.ts';
import { askForSwaps } from '../worker/edge/lookup/ask.ts';
import { test as base } from './console-test.ts';
import { makeSalesCompany, type SalesCompany } from './sales-company.ts';

const AUSTIN_NUMBER = '+15125550102';
/** Numbers of the account that are not imported. */
const IMPORTABLE = ['+15125550140', '+15125550141'];
const POLL_MS = 100;

export interface ShownCompany extends SalesCompany {
  callId: string;
  webhookId: string;
  channelId: string;
  ruleId: string;
  reportId: string;
  /** Empty without a market. */
  boughtId: string;
}

/**
 * Makes the company.
 * @param receiver where its webhook goes, which should ask for a long wait
 * @param market where its carrier sells numbers; without one its account has no credentials for the carrier's API
 */
export async function makeShownCompany(receiver: string, market?: MarketServer): Promise<ShownCompany> {
  const company = await makeSalesCompany(2);
  const { superadmin, path, companyId } = company;
  const send = async <Body>(method: string, rest: string, body: unknown): Promise<Body> =>
    answerOf<Body>(await sendAs(superadmin, method, rest, body));
  const settings = dniSettings({
    domains: ['acme.example'],
    sources: [{ name: 'spring', when: { utm_campaign: 'spring*' } }],
  });
  await send('PUT', `/dni/api/companies/${companyId}/settings`, settings);
  await send('PUT', `${path}/calls/settings`, {
    carriers: [
      market === undefined
        ? { carrier: 'twilio', account_id: 'AC0123', secrets: ['auth token'] }
        : accountAt(market.url),
    ],
    locations: { austin: { timeout_seconds: 20 } },
    blocked: ['+12025550199'],
  });
  const { webhook_id: webhookId } = await send<{ webhook_id: string }>('POST', `${path}/webhooks`, {
    url: receiver,
    description: 'Warehouse',
    // Nothing that happens here: the test is its only message.
    events: ['record.created'],
  });
  await send('POST', `${path}/webhooks/${webhookId}/test`, undefined);
  const { channel_id: channelId } = await send<{ channel_id: string }>('POST', `${path}/chat_channels`, {
    name: '#front-desk',
    platform: 'slack',
    url: receiver,
    // Nothing that happens here: the test is its only message.
    events: ['report'],
  });
  await send('POST', `${path}/chat_channels/${channelId}/test`, undefined);
  await send('POST', `${path}/api_keys`, { name: 'Website forms', scopes: ['write'] });
  const { rule_id: ruleId } = await send<{ rule_id: string }>('POST', `${path}/conversions/rules`, {
    name: 'Long calls',
    when: { what: 'call', talk_seconds: 60, outcomes: ['answered'] },
    value: { unit: 'USD', value: 80 },
    platforms: ['google_ads'],
  });
  const { report_id: reportId } = await send<{ report_id: string }>('POST', `${path}/reports/saved`, {
    name: 'Missed calls of the week',
    query: { metrics: 'calls,missed', by: 'source', relative: 'last_7_days' },
    is_shared: true,
    schedule: { every: 'week', weekday: 'monday', hour: 8 },
  });
  const ended = { number: AUSTIN_NUMBER, ring_seconds: 12, started_at: new Date().toISOString() };
  await send('POST', `${path}/calls`, { ...ended, from: '+15125550103', carrier_call_id: 'missed' });
  const { call_id: callId } = await send<{ call_id: string }>('POST', `${path}/calls`, {
    ...ended,
    from: '+15125550100',
    caller_name: 'Ann Lee',
    carrier_call_id: 'answered',
    answered_at: new Date().toISOString(),
    talk_seconds: 95,
  });
  const templates = [{ name: 'On the way', text: 'Hi {first_name}, {branch} is on the way.' }];
  await send('PUT', `${path}/lead_settings/templates`, templates);
  await send('POST', `${path}/opt_outs`, { phone: '+15125550103' });
  const text = { carrier_text_id: 'text', number: AUSTIN_NUMBER, from: '+15125550100' };
  await send('POST', `${path}/texts`, { ...text, message: 'Are you\nthere? 👋' });
  const visit = {
    visitor: { origin: 'https://acme.example' },
    body: { url: 'https://acme.example/contact' },
  };
  await answerOf(await askForSwaps(companyId, visit));
  const boughtId = market === undefined ? '' : await orderNumbers(company, market);
  return { ...company, callId, webhookId, channelId, ruleId, reportId, boughtId };
}

/** Imports and buys numbers. One of them is sold to somebody else, another sends its calls elsewhere. @returns the id of that one */
async function orderNumbers({ superadmin, path }: SalesCompany, { market }: MarketServer): Promise<string> {
  const ask = async <Body>(method: string, rest: string, body?: object): Promise<Body> =>
    answerOf<Body>(await sendAs(superadmin, method, `${path}/numbers${rest}`, body));
  const old = { voice_url: 'https://ivr.acme.example/menu' };
  for (const number of [AUSTIN_NUMBER, ...IMPORTABLE]) market.own(number, old);
  market.taken.add('+13035550170');
  await ask('POST', '/import', { ...ACCOUNT, numbers: [AUSTIN_NUMBER] });
  const numbers = [
    { number: '+15125550170', name: 'Austin', place: 'Austin, TX', location_id: 'austin' },
    { number: '+13035550170', place: 'Denver, CO' },
  ];
  await ask('POST', '/buy', { ...ACCOUNT, monthly_price: 1.15, numbers });
  const isPending = async (): Promise<boolean> =>
    (await ask<{ numbers: { is_pending: boolean }[] }>('GET', '')).numbers.some((each) => each.is_pending);
  while (await isPending()) await setTimeout(POLL_MS);
  Object.assign(market.state.owned[AUSTIN_NUMBER] ?? {}, old);
  const checked = await ask<{ numbers: { number: string; number_id: string }[] }>('POST', '/check');
  return checked.numbers.find(({ number }) => number === AUSTIN_NUMBER)?.number_id ?? '';
}

/** The tests of a file share the company, and look at it only. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from the pattern.
export const test = base.extend('shownCompany', { scope: 'file' }, async ({}, { onCleanup }) => {
  const receiver = await startServer((_, response) =>
    response.writeHead(500, { 'Retry-After': '3600' }).end(),
  );
  const market = await startMarket();
  onCleanup(() => market.close());
  const company = await makeShownCompany(receiver.url, market);
  await receiver.close();
  return company;
});
