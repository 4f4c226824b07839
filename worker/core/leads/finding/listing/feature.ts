/** Leads: the records themselves. */
import { contextOfActor } from '../../../engine/context/contexts.ts';
import type { BackgroundTask } from '../../../engine/context/background.ts';
import type { ChangeRecord } from '../../../engine/context/stream-schema.ts';
import { chunkOf } from '../columns/chunk.ts';
import { forgetChunks, leadsBetween } from '../columns/stored-columns.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { DetailsOfChanges, Feature } from '../../../engine/context/feature.ts';
import { leadBody } from '../../record/lead-bodies.ts';
import type { LeadBody } from '../../record/answer-schema.ts';
import { maySee } from '../../record/lead-notifications.ts';
import { deleteLead, findLead, findLeads, findSurvivor } from '../../record/lead-store.ts';
import { areManyWaiting, indexWaitingLeads } from '../../record/search-index.ts';
import { leadListRoutes } from './list-routes.ts';
import { leadRoutes } from '../../editing/routes.ts';

/** Puts leads into the index of texts, where more wait for it than the next search is to put in. */
const indexing: BackgroundTask = {
  kind: 'index of texts',
  nextTime: ({ database }) => (areManyWaiting(database) ? 0 : undefined),
  run: async (company) => {
    commit(company, contextOfActor(company, { kind: 'system', name: 'index' }), ({ database }) =>
      indexWaitingLeads(database, (start, end) => leadsBetween(database, start, end)),
    );
  },
};

/** The lead of a change and, of a merge, the one that was merged away. */
const details: DetailsOfChanges = (context, changes) => {
  const leads = findLeads(context.database, [...new Set(changes.flatMap(leadIdsOf))]);
  const bodies = new Map<string, LeadBody>();
  const bodyOf = (leadId: unknown): LeadBody | undefined => {
    const lead = typeof leadId === 'string' ? leads.get(leadId) : undefined;
    if (lead === undefined) return undefined;
    const body = bodies.get(lead.leadId) ?? leadBody(context, lead);
    bodies.set(lead.leadId, body);
    return body;
  };
  return ({ leadId, data }) => {
    const [lead, secondary] = [bodyOf(leadId), bodyOf(data['secondary_lead_id'])];
    return {
      ...(lead === undefined ? {} : { lead }),
      ...(secondary === undefined ? {} : { secondary_lead: secondary }),
    };
  };
};

export const leadsFeature: Feature = {
  routes: [leadListRoutes, leadRoutes].map((routes) => ({ under: 'company', path: '/leads', routes })),
  background: [indexing],
  maySeeLead: (context, user, leadId) => {
    const lead = findLead(context.database, leadId) ?? findSurvivor(context.database, leadId);
    return lead !== undefined && maySee(context, user, lead);
  },
  details,
  personalData: {
    ofLeads: [
      {
        columns: { leads: ['document', 'visits'], lead_keys: ['match_key'] },
        stage: 'lead',
        erase: ({ database }, { leadId }) => {
          const lead = findLead(database, leadId);
          if (lead !== undefined) deleteLead(database, lead);
        },
      },
      {
        columns: { column_chunks: ['codes', 'content'] },
        stage: 'lead',
        erase: ({ database }, { leadNumbers }) =>
          forgetChunks(database, [...new Set(leadNumbers.map(chunkOf))]),
      },
    ],
  },
};

function leadIdsOf({ leadId, data }: ChangeRecord): string[] {
  return [leadId, data['secondary_lead_id']].filter((id) => typeof id === 'string');
}
