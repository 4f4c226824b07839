/** Gives the demo company its leads, through the API as its super admin. */
import { DEMO_COMPANY_ID } from './company.ts';
import { DEMO_LEAD_COUNT, demoLeads } from './leads.ts';
import type { Call } from './seed-people.ts';

/** Leads a request: well below the largest body. */
const BATCH_SIZE = 200;

/** Says that the demo leads are there: the last lead of all has this address. */
const LAST_LEAD_EMAIL = 'last.of.the.demo@example.com';

interface Upserted {
  created: boolean;
  lead_ids: string[];
}

/** Makes the demo leads unless they are there already; what was done to them since stays. @returns when they were made */
export async function seedLeads(call: Call): Promise<number> {
  const path = `/companies/${DEMO_COMPANY_ID}/leads`;
  const mark = { email: LAST_LEAD_EMAIL, name: 'Last Lead of the Demo', phone: '+15125550199' };
  const { created, lead_ids: ids } = (await call('POST', `${path}/upsert`, mark)) as Upserted;
  const now = await creationTimeOf(call, ids);
  if (!created) return now;
  const leads = demoLeads(now);
  for (let start = 0; start < DEMO_LEAD_COUNT; start += BATCH_SIZE) {
    await call('POST', `${path}/history`, { leads: leads.slice(start, start + BATCH_SIZE) });
  }
  return now;
}

/** When a lead was made, in milliseconds since the epoch. @param ids its id alone */
async function creationTimeOf(call: Call, ids: readonly string[]): Promise<number> {
  const query = new URLSearchParams({ ids: JSON.stringify(ids) });
  const path = `/companies/${DEMO_COMPANY_ID}/leads/search/ids?${query}`;
  const [lead] = (await call('GET', path)) as { lead_creation_time: string }[];
  if (lead === undefined) throw new Error('The lead that was just saved is not there.');
  return Date.parse(lead.lead_creation_time);
}
