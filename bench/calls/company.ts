/** Creates a company with a few hundred calls, to be multiplied. */
import { post } from '../core/seed.ts';
import { OPERATOR_TOKEN } from '../lookup/servers.ts';
import { branchSettings } from './branch.ts';

/** The called number. */
export const NUMBER = '+15125550102';
/** Calls created through the API, each from a different caller. */
const CALLS = 200;
/** A caller with a few old calls; the only lead of one agent. */
export const RARE_CALLER = '+12069999999';
export const RARE_CALLS = 3;
/** The agent has one in this many leads. */
const AGENTS_SHARE = 100;
const NEWCOMER = 'ned@bench.example';
const SOURCES = ['paid_search', 'organic_search', 'email', 'direct'];
const DAY = 24 * 60 * 60_000;

export interface CallCompany {
  companyId: string;
  /** Headers of the super admin, and of an agent with one lead in a hundred. */
  superadmin: string;
  agent: string;
  /** Headers of an agent with only the lead of `RARE_CALLER`. */
  newcomer: string;
  account: { carrier: 'twilio'; accountId: string; secret: string };
}

/** Creates the company. @param origin of the product */
export async function makeCallCompany(origin: string): Promise<CallCompany> {
  const operator = `Bearer ${OPERATOR_TOKEN}`;
  const email = 'sue@bench.example';
  const { company_id: companyId } = await post<{ company_id: string }>(
    `${origin}/operator/companies`,
    operator,
    { name: 'Benchmark', default_region: 'US', superadmin: { name: 'Sue', email } },
  );
  const basicOf = async (address: string): Promise<string> => {
    const token = await post<string>(`${origin}/operator/tokens`, operator, { email: address });
    return `Basic ${Buffer.from(`${address}:${token}`).toString('base64')}`;
  };
  const superadmin = await basicOf(email);
  const path = `${origin}/companies/${companyId}`;
  const agentEmail = 'amy@bench.example';
  await post(`${path}/users`, superadmin, { name: 'Amy', email: agentEmail, role_id: 'agent' });
  await addNewcomer(path, superadmin);
  await put(
    `${origin}/dni/api/companies/${companyId}/settings`,
    operator,
    branchSettings(SOURCES.map((source, index) => ({ phone_number: numberOf(index), source }))),
  );
  const account = { carrier: 'twilio', accountId: 'AC1', secret: 'token' } as const;
  const carriers = [{ carrier: account.carrier, account_id: account.accountId, secrets: [account.secret] }];
  await put(`${path}/calls/settings`, superadmin, { carriers });
  for (let index = 0; index < CALLS; index += 1) await tellCall(path, superadmin, { index, agentEmail });
  await tellRareCalls(path, superadmin);
  const [agent, newcomer] = [await basicOf(agentEmail), await basicOf(NEWCOMER)];
  return { companyId, superadmin, agent, newcomer, account };
}

async function tellCall(
  path: string,
  superadmin: string,
  { index, agentEmail }: { index: number; agentEmail: string },
): Promise<void> {
  const startedTime = Date.now() - DAY;
  const { lead_id: lead } = await post<{ lead_id: string }>(`${path}/calls`, superadmin, {
    carrier_call_id: `seed-${index}`,
    number: numberOf(index % SOURCES.length),
    from: `+1206${String(2_000_000 + index)}`,
    started_at: new Date(startedTime).toISOString(),
    ...(index % 3 === 0
      ? {}
      : { answered_at: new Date(startedTime + 8_000).toISOString(), talk_seconds: 95 }),
  });
  // Assign the others to the super admin: the agent would see unassigned leads of the group.
  await assign(
    `${path}/leads/${lead}`,
    superadmin,
    index % AGENTS_SHARE === 0 ? agentEmail : 'sue@bench.example',
  );
}

/** Creates an agent in a separate group, who sees no unassigned leads. */
async function addNewcomer(path: string, superadmin: string): Promise<void> {
  const groups = `${path}/lead_settings/groups`;
  const known = await fetch(groups, { headers: { Authorization: superadmin } });
  const id = crypto.randomUUID();
  await put(groups, superadmin, [...((await known.json()) as object[]), { id, label: 'Newcomers' }]);
  await post(`${path}/users`, superadmin, { name: 'Ned', email: NEWCOMER, role_id: 'agent', group_id: id });
}

async function tellRareCalls(path: string, superadmin: string): Promise<void> {
  for (let index = 0; index < RARE_CALLS; index += 1) {
    const { lead_id: lead } = await post<{ lead_id: string }>(`${path}/calls`, superadmin, {
      carrier_call_id: `rare-${index}`,
      number: numberOf(0),
      from: RARE_CALLER,
      started_at: '2010-01-01T00:00:00Z',
    });
    await assign(`${path}/leads/${lead}`, superadmin, NEWCOMER);
  }
}

async function assign(lead: string, superadmin: string, email: string): Promise<void> {
  const response = await fetch(`${lead}/assign`, {
    method: 'POST',
    headers: { Authorization: superadmin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ to_user_email: email }),
  });
  if (!response.ok) throw new Error(await response.text());
}

function numberOf(source: number): string {
  return `+151255501${String(source + 2).padStart(2, '0')}`;
}

async function put(url: string, authorization: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
}
