/** Counts the billed operations of visitors, leads and calls, and calculates the costs of a million by Cloudflare's price list. */
import { sign } from '../../demo/carrier/signing.ts';
import { branchSettings } from '../calls/branch.ts';
import { createTestHarness, unstable_readConfig as readConfig } from 'wrangler';

/**
 * US dollars a million beyond what the paid plan includes. From developers.cloudflare.com: workers/platform/pricing,
 * kv/platform/pricing and durable-objects/platform/pricing, as of 2026.
 */
const PRICES = {
  requests: 0.3,
  kvReads: 0.5,
  kvWrites: 5,
  objectRequests: 0.15,
  rowsWritten: 1,
};

const TOKEN = 'operator-token-of-the-benchmark';
/** The counted items of each kind: enough that work for only some of them shows in the average. */
const COUNTED = 400;

/** As many as a pool may have: each visit leases one. */
const POOL_NUMBERS = Array.from({ length: 500 }, (_, index) => `+1512555${2_000 + index}`);

// Otherwise the local runtime requests its own place on the network.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

type Usage = Record<keyof typeof PRICES, number>;

/** The average use of one item of a kind, and the costs of a million. */
export interface Cost extends Usage {
  dollarsAMillion: number;
}

/** The counting Worker, and the number of items of each kind. */
interface Counter {
  send: (path: string, init?: RequestInit) => Promise<Response>;
  /** The origin of the Worker, since carriers sign absolute URLs. */
  origin: string;
  counted: number;
}

/** Prints a row for each kind of work. */
export async function benchCost(): Promise<void> {
  console.table(await measureCosts(COUNTED));
}

/** Measures every kind of work, by its name in the README. @param counted the number of items of each kind */
export async function measureCosts(counted: number): Promise<Record<string, Cost>> {
  const server = createTestHarness({ workers: [{ config: configuration() }] });
  try {
    const { url } = await server.listen();
    const counter: Counter = {
      send: (path, init) => fetch(new URL(path, url), init),
      origin: url.origin,
      counted,
    };
    const rows = [
      ...(await countVisitors(counter)),
      ...(await countLeads(counter)),
      ...(await countCalls(counter)),
    ];
    return Object.fromEntries(
      rows.map(([name, usage]) => [name, { ...usage, dollarsAMillion: price(usage) }]),
    );
  } finally {
    await server.close();
  }
}

function configuration(): Record<string, unknown> {
  const product = readConfig({ config: 'wrangler.toml' });
  return {
    name: 'cost',
    main: 'bench/cost/worker.ts',
    compatibility_date: product.compatibility_date,
    compatibility_flags: product.compatibility_flags,
    kv_namespaces: product.kv_namespaces,
    durable_objects: product.durable_objects,
    migrations: product.migrations,
    vars: { OPERATOR_TOKEN: TOKEN },
  };
}

async function countVisitors(counter: Counter): Promise<[string, Usage][]> {
  const { send } = counter;
  const [company, leasing] = await Promise.all([
    makeSite(send, { phone_number: '+15125550101', location_id: 'austin' }),
    makeSite(send, { pool: 'ads', phone_numbers: POOL_NUMBERS, overflow: '+18005550190' }),
  ]);
  const visit = (index: number, report = '', to = company): Promise<Response> =>
    send(`/dni/swap/${to}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'text/plain',
        'User-Agent': 'Mozilla/5.0 Chrome/140.0.0.0',
        Origin: 'https://example.com',
        'CF-Connecting-IP': `10.1.${index >> 8}.${index & 255}`,
        'MF-CF-Blob': JSON.stringify({ country: 'US', postalCode: '78701' }),
      },
      body: `{"url":"https://example.com/"${report}}`,
    });
  // The object of the month makes its tables with the first visit.
  await visit(0, newVisit(-1));
  await visit(0);
  await visit(0, newVisit(-1), leasing);
  return [
    ['new visitor', await usageOf(counter, (index) => visit(index + 1))],
    ['returning visitor, known nearby', await usageOf(counter, (index) => visit(index + 1))],
    ['returning visitor, new visit', await usageOf(counter, (index) => visit(index + 1, newVisit(index)))],
    ['returning visitor, new visit, leased number', await usageOfLeases(counter, visit, leasing)],
  ];
}

/** Counts visits of visitors whom the edge knows, each with a lease. */
async function usageOfLeases(
  counter: Counter,
  visit: (index: number, report: string, to: string) => Promise<Response>,
  company: string,
): Promise<Usage> {
  // The decision is kept by a visit without an id, which leases a number too.
  const counted = Math.min(counter.counted, Math.floor(POOL_NUMBERS.length / 2) - 1);
  for (let index = 0; index < counted; index += 1) await visit(index + 1, '', company);
  return usageOf({ ...counter, counted }, (index) => visit(index + 1, newVisit(index), company));
}

/** Makes a company whose site shows this number. @returns its id */
async function makeSite(send: Counter['send'], number: object): Promise<string> {
  const company = await makeCompany(send, {});
  await asOperator(send, 'PUT', `/dni/api/companies/${company}/settings`, {
    default_number: '+18005550100',
    locations: [{ location_id: 'austin', name: 'Austin', latitude: '30.2672', longitude: '-97.7431' }],
    numbers: [number],
  });
  return company;
}

/** Returns the script's report of a new visit. */
function newVisit(index: number): string {
  const touch = ['utm_source=google&utm_medium=cpc&utm_campaign=spring', ''];
  return `,"visit":${JSON.stringify([touch, touch, touch, `${Date.now()}-0.12345${index}`, null, ''])}`;
}

async function countLeads(counter: Counter): Promise<[string, Usage][]> {
  const { send } = counter;
  const email = 'sue@example.com';
  const company = await makeCompany(send, { superadmin: { name: 'Sue', email } });
  const token = (await (await asOperator(send, 'POST', '/operator/tokens', { email })).json()) as string;
  const headers = { Authorization: `Basic ${btoa(`${email}:${token}`)}`, 'Content-Type': 'application/json' };
  const call = (path: string, body: unknown): Promise<Response> =>
    send(`/companies/${company}/leads${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const lead = (index: number): Record<string, unknown> => ({
    name: `Lead ${index}`,
    email: `lead.${index}@example.com`,
    phone: `+1415555${String(index).padStart(4, '0')}`,
    source_tags: ['paid_search'],
  });
  await call('/upsert', lead(9_999));
  return [
    ['new lead', await usageOf(counter, (index) => call('/upsert', lead(index)))],
    ['call, looked up and put on its lead', await usageOf(counter, (index) => callOf(call, lead(index)))],
  ];
}

/** Measures calls of new callers: the webhook when a call comes in, and the report that nobody answered it. */
async function countCalls(counter: Counter): Promise<[string, Usage][]> {
  const { send, origin } = counter;
  const email = 'sam@example.com';
  const company = await makeCompany(send, { superadmin: { name: 'Sam', email } });
  const settings = branchSettings([{ phone_number: '+15125550101', source: 'paid_search' }]);
  await asOperator(send, 'PUT', `/dni/api/companies/${company}/settings`, settings);
  const token = (await (await asOperator(send, 'POST', '/operator/tokens', { email })).json()) as string;
  const account = { carrier: 'twilio', accountId: 'AC1', secret: 'token' } as const;
  const carriers = [{ carrier: account.carrier, account_id: account.accountId, secrets: [account.secret] }];
  await send(`/companies/${company}/calls/settings`, {
    method: 'PUT',
    headers: { Authorization: `Basic ${btoa(`${email}:${token}`)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ carriers }),
  });
  const tell = (index: number, place: 'call' | 'status', status: string): Promise<Response> => {
    const path = `/carriers/twilio/${company}/${place}`;
    const form = new URLSearchParams({
      AccountSid: account.accountId,
      CallSid: `CA${index}`,
      From: `+1415556${String(index).padStart(4, '0')}`,
      To: '+15125550101',
      CallStatus: status,
    });
    return send(path, { method: 'POST', headers: sign(account, origin + path, form), body: form.toString() });
  };
  await tell(9_999, 'call', 'ringing');
  await tell(9_999, 'status', 'completed');
  return [
    ['call that rings, of a new caller', await usageOf(counter, (index) => tell(index, 'call', 'ringing'))],
    [
      'call that nobody answered, its end',
      await usageOf(counter, (index) => tell(index, 'status', 'completed')),
    ],
  ];
}

/** Finds the lead by an upsert, as for an incoming call, and adds the event to it. */
async function callOf(
  call: (path: string, body: unknown) => Promise<Response>,
  lead: Record<string, unknown>,
): Promise<Response> {
  const found = (await (await call('/upsert', { phone: lead['phone'] })).json()) as { lead_ids: string[] };
  return call(`/${found.lead_ids[0]}/events`, { type: 'call', data: { phone: lead['phone'], duration: 60 } });
}

/** Returns the average use of one item. */
async function usageOf(
  { send, counted }: Counter,
  work: (index: number) => Promise<Response>,
): Promise<Usage> {
  await send('/count');
  for (let index = 0; index < counted; index++) {
    const response = await work(index);
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
  const total = (await (await send('/count')).json()) as Usage;
  return Object.fromEntries(
    Object.entries(total).map(([name, used]) => [name, Math.round((used / counted) * 100) / 100]),
  ) as Usage;
}

async function makeCompany(send: Counter['send'], more: Record<string, unknown>): Promise<string> {
  const body = { name: 'Acme', default_region: 'US', ...more };
  const made = await asOperator(send, 'POST', '/operator/companies', body);
  return ((await made.json()) as { company_id: string }).company_id;
}

async function asOperator(
  send: Counter['send'],
  method: string,
  path: string,
  body: unknown,
): Promise<Response> {
  const response = await send(path, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Calculates the costs of the columns in the README's table. Rows read are left out: they cost cents, and their number depends on the alarm. */
function price(usage: Usage): number {
  const sum = Object.entries(PRICES).reduce(
    (total, [name, dollars]) => total + usage[name as keyof Usage] * dollars,
    0,
  );
  return Math.round(sum * 100) / 100;
}
