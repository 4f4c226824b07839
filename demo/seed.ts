/** Creates the demo company in a running Leadline through its public API. Existing data is kept. */
import { demoCalls } from './calls.ts';
import { DEMO_COMPANY_ID, DEMO_SIGN_IN, demoDniSettings } from './company.ts';
import { agentsByBranch } from './lead-settings.ts';
import { demoLeads } from './leads.ts';
import { isLastCallThere, seedCalls } from './seed-calls.ts';
import { seedCarrier } from './seed-carrier.ts';
import { seedFirstLead, seedLeads } from './seed-leads.ts';
import { seedNumbers } from './seed-numbers.ts';
import { type Call, RefusedRequest, seedPeople } from './seed-people.ts';
import { seedCosts, seedWon } from './seed-worth.ts';

/** How many companies the demo company may add. */
const DEMO_CLIENTS = 40;

/**
 * Creates the demo company with super admin, settings, users, numbers, carrier, leads and calls, unless they exist.
 * @param origin where Leadline runs, for instance `http://localhost:8787`
 * @throws Error with the answer to a refused request
 */
export async function seedDemo(origin: string, operatorToken: string): Promise<void> {
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
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
  if (token.status === 400) return;
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
  await seedWon(call);
  const now = await seedFirstLead(call);
  const leads = demoLeads(now);
  const past = demoCalls(leads, now);
  // Leads and calls are created once, so that later changes stay.
  if (!(await isLastCallThere(call, past))) {
    // Visits come first, so that the calls are attributed to them.
    await expectStatus(await send('POST', '/demo/past-visits', past.visits), [200]);
    await seedCosts(call, now);
    await seedLeads(call, leads);
    // Before the calls, the last of which says that everything is there.
    await seedNumbers(call, origin);
    await seedCalls(call, past, now);
  }
  await expectStatus(await send('POST', '/demo/past-changes'), [200]);
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
