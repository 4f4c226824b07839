/** Reports: counts of visits, facts, queries. */
import type { Feature } from '../engine/context/feature.ts';
import { costRoutes } from './costs/routes.ts';
import { derivationRulesOf } from './company-rules.ts';
import { storeWhenMany, storingFacts } from './facts/storing.ts';
import { factData } from './facts/personal-data.ts';
import { reportRoutes } from './routes.ts';
import { agingVisitCounts } from './visit-counts.ts';

export const reportsFeature: Feature = {
  routes: [
    { under: 'company', path: '/reports', routes: reportRoutes },
    { under: 'company', path: '/costs', routes: costRoutes },
  ],
  background: [storingFacts(derivationRulesOf)],
  retention: [agingVisitCounts],
  personalData: { ofLeads: [factData] },
  react: storeWhenMany,
};
