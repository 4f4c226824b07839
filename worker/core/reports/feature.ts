/** Reports: counts of visits, facts, queries. */
import type { NewChange } from '../engine/context/stream-schema.ts';
import { dropMemberOfChanges } from '../engine/commit/stream.ts';
import type { Feature } from '../engine/context/feature.ts';
import { costRoutes } from './costs/routes.ts';
import { derivationRulesOf } from './company-rules.ts';
import { storeWhenMany, storingFacts } from './facts/storing.ts';
import { factData } from './facts/personal-data.ts';
import { reportRoutes } from './routes.ts';
import { reportInMail } from './saved/report-mail.ts';
import { eraseReportsOf, followZone } from './saved/saved-reports.ts';
import { scheduledReports } from './saved/scheduled-runs.ts';
import { agingVisitCounts } from './visit-counts.ts';
import { recordVisitCounts, visitRulesOf } from './visit-rules.ts';

export const reportsFeature = {
  routes: [
    { under: 'company', path: '/reports', routes: reportRoutes },
    { under: 'company', path: '/costs', routes: costRoutes },
  ],
  rpc: {
    visitRules: visitRulesOf,
    recordVisitCounts,
  },
  background: [storingFacts(derivationRulesOf), scheduledReports],
  retention: agingVisitCounts,
  personalData: {
    ofLeads: [factData],
    ofUsers: [
      {
        columns: { saved_reports: ['name', 'query'] },
        erase: (context, { userId }) => eraseReportsOf(context, userId),
        // Reports by the person who answered have names.
        eraseLater: (database, userId, { isLast }) => {
          if (isLast) dropMemberOfChanges(database, { type: 'report.ready', member: 'report', text: userId });
        },
      },
    ],
  },
  mailParts: reportInMail,
  react: (context, changes) => {
    storeWhenMany(context);
    if (changes.some(isOfZone)) followZone(context);
  },
} satisfies Feature;

/** Tells whether a change may have changed the company's zone. */
function isOfZone({ type, data }: NewChange): boolean {
  return type === 'settings.changed' && (data?.['settings'] === 'options' || data?.['settings'] === 'dni');
}
