/** Reports: counts of visits, facts, queries. */
import type { NewChange } from '../engine/context/stream-schema.ts';
import { dropMemberOfChanges } from '../engine/commit/stream.ts';
import { agingRows } from '../engine/context/aged-rows.ts';
import type { Feature } from '../engine/context/feature.ts';
import { followZone as followZoneOfFeeds } from './costs/feeds/feeds.ts';
import { feedRoutes } from './costs/feeds/routes.ts';
import { readingFeeds } from './costs/feeds/runs.ts';
import { costRoutes } from './costs/routes.ts';
import { derivationRulesOf } from './company-rules.ts';
import { storeWhenMany, storingFacts } from './facts/storing.ts';
import { factData } from './facts/personal-data.ts';
import { reportRoutes } from './routes.ts';
import { keyingLeftAddresses, startLeftAddresses } from './saved/left-addresses.ts';
import { sendingReports } from './saved/outside-mail.ts';
import {
  confirmReports,
  eraseRecipient,
  leaveReports,
  questionOf,
  RECIPIENTS,
  RECIPIENTS_KEPT_MS,
} from './saved/recipients.ts';
import { reportInMail } from './saved/report-mail.ts';
import { eraseReportsOf, followZone } from './saved/saved-reports.ts';
import { scheduledReports } from './saved/scheduled-runs.ts';
import { sharedReport } from './saved/sharing.ts';
import { agingVisitCounts } from './visits/visit-counts.ts';
import { recordVisitCounts, visitRulesOf } from './visits/visit-rules.ts';

export const reportsFeature = {
  routes: [
    { under: 'company', path: '/reports', routes: reportRoutes },
    { under: 'company', path: '/costs/feeds', routes: feedRoutes },
    { under: 'company', path: '/costs', routes: costRoutes },
  ],
  rpc: {
    visitRules: visitRulesOf,
    recordVisitCounts,
    questionOf,
    sharedReport,
    confirmReports,
    leaveReports,
  },
  start: startLeftAddresses,
  background: [
    storingFacts(derivationRulesOf),
    scheduledReports,
    sendingReports,
    keyingLeftAddresses,
    readingFeeds,
  ],
  retention: [
    ...agingVisitCounts,
    { name: 'recipients of reports', keptMs: () => RECIPIENTS_KEPT_MS, ...agingRows(RECIPIENTS) },
  ],
  personalData: {
    ofLeads: [factData],
    ofUsers: [
      {
        columns: { saved_reports: ['name', 'query', 'schedule'], report_recipients: ['email'] },
        erase: (context, { userId, email }) => {
          eraseReportsOf(context, userId);
          eraseRecipient(context, email);
        },
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
    if (!changes.some(isOfZone)) return;
    followZone(context);
    followZoneOfFeeds(context);
  },
} satisfies Feature;

/** Tells whether a change may have changed the company's zone. */
function isOfZone({ type, data }: NewChange): boolean {
  return type === 'settings.changed' && (data?.['settings'] === 'options' || data?.['settings'] === 'dni');
}
