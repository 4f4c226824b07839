/** Creates the demo company's leads through the API, as its super admin. */
import { DEMO_COMPANY_ID } from './company.ts';
import type { PastLead } from './leads.ts';
import type { Call } from './seed-people.ts';

/** Leads per request: well below the largest body. */
const BATCH_SIZE = 200;

const COMPANY = `/companies/${DEMO_COMPANY_ID}`;
const LEADS = `${COMPANY}/leads`;

/** The newest lead is created first: its time dates the whole demo. */
const LAST_LEAD_EMAIL = 'maya.brooks@example.com';

interface Upserted {
  lead_ids: string[];
}

/** Creates the first lead unless it exists. @returns its creation time, from which those of the other leads follow */
export async function seedFirstLead(call: Call): Promise<number> {
  const mark = { email: LAST_LEAD_EMAIL, name: 'Maya Brooks', phone: '+15125550199' };
  const { lead_ids: ids } = (await call('POST', `${LEADS}/upsert`, mark)) as Upserted;
  return creationTimeOf(call, ids);
}

/** Creates the other leads; continues where an interrupted start stopped. */
export async function seedLeads(call: Call, leads: readonly PastLead[]): Promise<void> {
  const { count } = (await call('GET', `${COMPANY}/smart_views/default?count=1`)) as { count: number };
  // A request creates all its leads or none.
  const made = Math.floor((count - 1) / BATCH_SIZE) * BATCH_SIZE;
  for (let start = made; start < leads.length; start += BATCH_SIZE) {
    await call('POST', `${LEADS}/history`, { leads: leads.slice(start, start + BATCH_SIZE) });
  }
}

/** Returns a lead's creation time in milliseconds since the epoch. @param ids its id alone */
async function creationTimeOf(call: Call, ids: readonly string[]): Promise<number> {
  const query = new URLSearchParams({ ids: JSON.stringify(ids) });
  const [lead] = (await call('GET', `${LEADS}/search/ids?${query}`)) as { lead_creation_time: string }[];
  if (lead === undefined) throw new Error('The lead that was just saved is not there.');
  return Date.parse(lead.lead_creation_time);
}
