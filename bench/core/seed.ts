/** Creates a company with a given number of leads. */
import { OPERATOR_TOKEN } from '../lookup/servers.ts';

/** Leads with 1,000 events; half of them are merged through HTTP, half in this process. */
export const MERGES = 8;

const BATCH_SIZE = 500;
const LONG_TIMELINE = 1_000;
const DAY = 24 * 60 * 60 * 1000;
/** Leads of the last days, at every size the same, so that recent leads always has 500 to answer. */
const RECENT = 600;
const OLDEST_DAYS = 1_095;

export interface SeededCompany {
  companyId: string;
  email: string;
  authorization: string;
  /** An API key of the company. */
  key: string;
  size: number;
  /** Ids of the leads, or of some of them from all over the company. */
  leads: string[];
  /** Ids of leads with 1,000 events each. */
  longLeads: string[];
}

/** Makes the company through the API. */
export async function seedCompany(origin: string, size: number): Promise<SeededCompany> {
  const email = `bench.${size}@example.com`;
  const operator = `Bearer ${OPERATOR_TOKEN}`;
  const { company_id: companyId } = await post<{ company_id: string }>(
    `${origin}/operator/companies`,
    operator,
    { name: 'Benchmark', default_region: 'US', superadmin: { name: 'Ben Bench', email } },
  );
  const token = await post<string>(`${origin}/operator/tokens`, operator, { email });
  const authorization = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
  const { key } = await post<{ key: string }>(`${origin}/companies/${companyId}/api_keys`, authorization, {
    name: 'Benchmark',
    scopes: ['write'],
    owner: 'company',
  });
  const path = `${origin}/companies/${companyId}/leads/history`;
  const write = async (leads: unknown[]): Promise<string[]> =>
    (await post<{ lead_ids: string[] }>(path, authorization, { leads })).lead_ids;
  const now = Date.now();
  const leads: string[] = [];
  for (let start = 0; start < size; start += BATCH_SIZE) {
    const indexes = Array.from({ length: Math.min(BATCH_SIZE, size - start) }, (_, place) => start + place);
    const ids = await write(indexes.map((index) => pastLead(index, { size, now })));
    leads.push(...(size > 100_000 ? ids.slice(0, 20) : ids));
  }
  const longLeads: string[] = [];
  for (let index = 0; index < 2 * MERGES; index += 1)
    longLeads.push(...(await write([longLead(index, now)])));
  return { companyId, email, authorization, key, size, leads, longLeads };
}

/** Posts JSON and answers JSON. */
export async function post<Answer>(url: string, authorization: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

function pastLead(index: number, { size, now }: { size: number; now: number }): unknown {
  const isRecent = index >= size - RECENT;
  const age = isRecent ? (size - index) * 60_000 : 8 * DAY + (1 - index / size) * OLDEST_DAYS * DAY;
  const born = now - age;
  return {
    lead: {
      email: `lead.${index}@example.com`,
      phone: `+1${2_010_000_000 + index}`,
      name: `Lead Number ${index}`,
      source_tags: ['Google', 'paid_search'],
    },
    creation_time: new Date(born).toISOString(),
    events: [{ type: 'note', event_time: new Date(born).toISOString(), message: 'Called, wants a quote.' }],
  };
}

function longLead(index: number, now: number): unknown {
  const time = (event: number): string => new Date(now - 30 * DAY + event * 1_000).toISOString();
  return {
    lead: { email: `long.${index}@example.com`, name: `Long Story ${index}` },
    creation_time: time(0),
    events: Array.from({ length: LONG_TIMELINE - 1 }, (_, event) => ({
      type: 'note',
      event_time: time(event),
      message: `Note ${event}`,
    })),
  };
}
