/** Creates the demo company in a running Leadline through its public API. Existing data is kept. */
import { CHAT_HOOK } from './chat.ts';
import { SHEET_CSV } from './sheet.ts';
import { demoCalls, type PastCall } from './calls.ts';
import { DEMO_COMPANY_ID, DEMO_SIGN_IN, demoDniSettings } from './company.ts';
import { agentsByBranch } from './lead-settings.ts';
import { demoLeads } from './leads.ts';
import { isLastCallThere, seedCalls } from './seed-calls.ts';
import { seedCarrier } from './seed-carrier.ts';
import { seedFirstLead, seedLeads } from './seed-leads.ts';
import { seedNumbers } from './seed-numbers.ts';
import { type Call, RefusedRequest, seedPeople } from './seed-people.ts';
import { seedCosts, seedOptions, seedReport } from './seed-worth.ts';

/** How many companies the demo company may add. */
const DEMO_CLIENTS = 40;

/** Says what is being made: `2,400 leads`. */
type Say = (what: string) => void;

/** A demo company that can be used, though its calls are still matched with their visits in the background. */
interface Seeded {
  /** Tells whether every past call has its visit. */
  isComplete: () => Promise<boolean>;
}

type Send = (method: string, path: string, body?: unknown) => Promise<Response>;

/**
 * Creates the demo company with super admin, settings, users, numbers, carrier, leads and calls, unless they exist.
 * @param origin where Leadline runs, for instance `http://localhost:8787`
 * @param say is told what is being made
 * @throws Error with the answer to a refused request
 */
export async function seedDemo(origin: string, operatorToken: string, say: Say = () => {}): Promise<Seeded> {
  const send: Send = async (method, path, body) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${operatorToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  await expectStatus(
    await send('POST', '/operator/companies', {
      company_id: DEMO_COMPANY_ID,
      name: 'Brightwater Plumbing & Heating',
      default_region: 'US',
      superadmin: { name: 'Dana Demo', ...DEMO_SIGN_IN },
    }),
    [200, 409],
  );
  // So that adding a client can be tried.
  const allowance = `/operator/companies/${DEMO_COMPANY_ID}/allowance`;
  await expectStatus(await send('POST', allowance, { companies: DEMO_CLIENTS }), [200]);
  const token = await send('POST', '/operator/tokens', { email: DEMO_SIGN_IN.email, valid_seconds: 3600 });
  // The super admin's address was changed, so the demo is in use and stays as it is.
  if (token.status === 400) return { isComplete: async () => true };
  await expectStatus(token, [200]);
  const call = callAs(origin, `${DEMO_SIGN_IN.email}:${(await token.json()) as string}`);
  const users = await seedPeople(call);
  const settings = `/dni/api/companies/${DEMO_COMPANY_ID}/settings`;
  const existing = await send('GET', settings);
  await expectStatus(existing, [200, 404]);
  if (existing.status === 404) {
    await expectStatus(await send('PUT', settings, demoDniSettings(agentsByBranch(users))), [200]);
  }
  await seedCarrier(call, origin);
  await seedOptions(call);
  await seedPast({ send, call, origin, say });
  return { isComplete: () => isDated(send) };
}

interface PastSeed {
  send: Send;
  call: Call;
  origin: string;
  say: Say;
}

/** Creates leads, visits, costs, numbers and calls, once, so that later changes stay. */
async function seedPast({ send, call, origin, say }: PastSeed): Promise<void> {
  const now = await seedFirstLead(call);
  const leads = demoLeads(now);
  const past = demoCalls(leads, now);
  if (await isLastCallThere(call, past)) return;
  say(`${past.visits.length} visits and taps`);
  // Visits come first, so that the calls are attributed to them.
  await expectStatus(await send('POST', '/demo/past-visits', past.visits), [200]);
  await seedCosts(call, now);
  await seedReport(call);
  say(`${leads.length} leads`);
  await seedLeads(call, leads);
  // Before the calls, the last of which says that everything is there.
  say('numbers at the carrier');
  await seedNumbers(call, origin);
  const keep = async (calls: readonly PastCall[]): Promise<void> =>
    expectStatus(await send('POST', '/demo/past-calls', calls), [200]);
  await seedCalls(call, past, { now, keep, say });
  // After the past, of which the channel is not told.
  await call('POST', `/companies/${DEMO_COMPANY_ID}/chat_channels`, {
    name: '#front-desk',
    platform: 'slack',
    url: origin + CHAT_HOOK,
    events: ['missed_call', 'voicemail', 'text', 'form', 'assigned', 'report', 'trouble'],
  });
  await call('POST', `/companies/${DEMO_COMPANY_ID}/costs/feeds`, {
    name: 'Flyers',
    url: origin + SHEET_CSV,
    source: 'print',
    new_sources: true,
  });
}

/** Dates the changes of leads, once every past call has its visit. */
async function isDated(send: Send): Promise<boolean> {
  const answer = await send('POST', '/demo/past-changes');
  await expectStatus(answer, [200]);
  return ((await answer.json()) as { done: boolean }).done;
}

/** Sends requests with the credentials `email:access_token`. */
function callAs(origin: string, credentials: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Basic ${btoa(credentials)}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await expectStatus(response, [200]);
    return response.json();
  };
}

async function expectStatus(response: Response, allowed: readonly number[]): Promise<void> {
  if (allowed.includes(response.status)) return;
  const path = new URL(response.url).pathname;
  const answer = `${path}: ${response.status} ${await response.text()}`;
  throw new RefusedRequest(`The demo could not be set up: ${answer}`, response.status);
}
