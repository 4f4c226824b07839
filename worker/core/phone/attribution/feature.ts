/** The attribution of calls and messages to visits of the company's site, and how long the visits keep ids of other services. */
import { type AgedRows, type AgingData, agingRows, selectOldest } from '../../engine/context/aged-rows.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { DAY_MS, settingsOf } from '../../company/settings/settings.ts';
import { attributing, awaitVisits } from './attributing.ts';
import type { PoolCalls, PoolCallsQuestion } from '../../../dni/pools.ts';
import { callsToPools } from './pool-calls.ts';

/** The condition of the indexes `calls_with_ids`, `texts_with_ids` and `forms_with_ids`. */
const where = `visit ->> '$.visit.ids' IS NOT NULL`;
const CALLS_WITH_IDS: AgedRows = { table: 'calls', key: 'call_id', time: 'started_time', where };
const MESSAGES_WITH_IDS: AgedRows = { table: 'texts', key: 'text_id', time: 'sent_time', where };
const FORMS_WITH_IDS: AgedRows = { table: 'forms', key: 'form_id', time: 'sent_time', where };

/** Cookie ids and user agents are kept for as long as the visits that they come from. */
const AGING_IDS: readonly AgingData[] = [
  { name: 'ids of visits of calls', keptMs: visitsKeptMs, ...agingIds(CALLS_WITH_IDS) },
  { name: 'ids of visits of messages', keptMs: visitsKeptMs, ...agingIds(MESSAGES_WITH_IDS) },
  { name: 'ids of visits of forms', keptMs: visitsKeptMs, ...agingIds(FORMS_WITH_IDS) },
];

export const attributionFeature = {
  rpc: {
    callsToPools: {
      answer: (company, questions: readonly PoolCallsQuestion[]) =>
        callsToPools(company, company.bindings, questions),
      absent: (): PoolCalls[] => [],
    },
  },
  background: [attributing],
  retention: AGING_IDS,
  react: awaitVisits,
} satisfies Feature;

function visitsKeptMs(company: CompanyState): number {
  return settingsOf(company).options().retention.evidence_days * DAY_MS;
}

function agingIds(rows: AgedRows): ReturnType<typeof agingRows> {
  return agingRows(rows, (database, until, limit) => {
    database.run(
      `UPDATE ${rows.table} SET visit = json_remove(visit, '$.visit.ids')
       WHERE ${rows.key} IN (${selectOldest(rows)})`,
      until,
      limit,
    );
  });
}
