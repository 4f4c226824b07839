/** Gives the demo company its leads, through the API as its super admin. */
import { DEMO_COMPANY_ID } from './company.ts';
import { DEMO_LEAD_COUNT, demoLeads } from './leads.ts';
import type { Call } from './seed-people.ts';

/** Leads a request: well below the largest body. */
const BATCH_SIZE = 200;

/** Says that the demo leads are there: the last lead of all has this address. */
const LAST_LEAD_EMAIL = 'last.of.the.demo@example.com';

/** Makes the demo leads unless they are there already; what was done to them since stays. */
export async function seedLeads(call: Call, now: number): Promise<void> {
  const path = `/companies/${DEMO_COMPANY_ID}/leads`;
  const mark = { email: LAST_LEAD_EMAIL, name: 'Last Lead of the Demo', phone: '+15125550199' };
  const { created } = (await call('POST', `${path}/upsert`, mark)) as { created: boolean };
  if (!created) return;
  const leads = demoLeads(now);
  for (let start = 0; start < DEMO_LEAD_COUNT; start += BATCH_SIZE) {
    await call('POST', `${path}/history`, { leads: leads.slice(start, start + BATCH_SIZE) });
  }
}
