/** Removing and restoring leads, erasing a person's data, the copy of everything. */
import { oldestTime } from '../aged-rows.ts';
import type { Feature } from '../feature.ts';
import { LEADS_BY_MODIFICATION, leadsModifiedBefore } from '../leads/recent-leads.ts';
import { DAY_MS, settingsOf } from '../settings/settings.ts';
import { eraseLead } from './erasure.ts';
import { removedBefore, REMOVED_LEADS } from './removed-leads.ts';
import { takeAway } from './removals.ts';
import { removalRoutes } from './routes.ts';
import { continueUserErasure, nextUserErasureTime } from './user-erasure.ts';
import { userErasureRoutes } from './user-routes.ts';

/** Leads with their timelines that one alarm deletes. */
const LEADS_AT_A_TIME = 20;

export const removalFeature: Feature = {
  routes: [
    { under: 'company', path: '/leads', routes: removalRoutes },
    { under: 'company', path: '/users', routes: userErasureRoutes },
  ],
  background: [{ kind: 'erasure', nextTime: nextUserErasureTime, run: continueUserErasure }],
  retention: [
    {
      name: 'removed leads',
      keptMs: (company) => settingsOf(company).options().retention.removed_leads_days * DAY_MS,
      oldestTime: (database) => oldestTime(database, REMOVED_LEADS),
      remove: (call, until) => {
        const leads = removedBefore(call.database, until, LEADS_AT_A_TIME);
        for (const lead of leads) eraseLead(call, lead);
        return leads.length;
      },
    },
    {
      name: 'idle leads',
      keptMs: (company) => (settingsOf(company).options().retention.idle_leads_days ?? Infinity) * DAY_MS,
      oldestTime: (database) => oldestTime(database, LEADS_BY_MODIFICATION),
      remove: (call, until) => {
        const leads = leadsModifiedBefore(call.database, until, LEADS_AT_A_TIME);
        for (const lead of leads) takeAway(call, lead);
        return leads.length;
      },
    },
  ],
};
