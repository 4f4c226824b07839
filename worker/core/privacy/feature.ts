/** Removing and restoring leads, erasing a person's data, the copy of it. */
import { oldestTime } from '../engine/context/aged-rows.ts';
import type { Feature } from '../engine/context/feature.ts';
import { LEADS_BY_MODIFICATION, leadsModifiedBefore } from '../leads/finding/listing/recent-leads.ts';
import { DAY_MS, settingsOf } from '../company/settings/settings.ts';
import { eraseLead } from './erasure.ts';
import { forgetRemoved, removedBefore, REMOVED_LEADS } from '../leads/removals/removed-leads.ts';
import { removeReadLead } from '../leads/removals/removals.ts';
import { removalRoutes, userErasureRoutes } from './routes.ts';
import { continueUserErasure, nextUserErasureTime } from './user-erasure.ts';
import { eraseCompany } from './company-erasure.ts';

/** Leads with their timelines that one alarm deletes. */
const LEADS_AT_A_TIME = 20;

export const removalFeature = {
  routes: [
    { under: 'company', path: '/leads', routes: removalRoutes },
    { under: 'company', path: '/users', routes: userErasureRoutes },
  ],
  rpc: {
    erase: {
      answer: eraseCompany,
      absent: () => 'not_found' as const,
    },
  },
  background: [{ kind: 'erasure', nextTime: nextUserErasureTime, run: continueUserErasure }],
  personalData: {
    ofLeads: [
      {
        columns: { lead_removals: ['record', 'search_text'] },
        erase: ({ database }, { leadNumber }) => forgetRemoved(database, leadNumber),
      },
    ],
    // The erasure deletes its own row when it is done.
    ofUsers: [{ columns: { user_erasures: ['address'] } }],
  },
  retention: [
    {
      name: 'removed leads',
      keptMs: (company) => settingsOf(company).options().retention.removed_leads_days * DAY_MS,
      oldestTime: (database) => oldestTime(database, REMOVED_LEADS),
      remove: (context, until) => {
        const leads = removedBefore(context.database, until, LEADS_AT_A_TIME);
        for (const lead of leads) eraseLead(context, lead);
        return leads.length;
      },
    },
    {
      name: 'idle leads',
      keptMs: (company) => (settingsOf(company).options().retention.idle_leads_days ?? Infinity) * DAY_MS,
      oldestTime: (database) => oldestTime(database, LEADS_BY_MODIFICATION),
      remove: (context, until) => {
        const leads = leadsModifiedBefore(context.database, until, LEADS_AT_A_TIME);
        for (const lead of leads) removeReadLead(context, lead);
        return leads.length;
      },
    },
  ],
} satisfies Feature;
