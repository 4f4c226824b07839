/** The kinds of background work that a company has. */
import type { Duty } from './background.ts';
import { endingCalls } from './calls/duties.ts';
import { erasingAtCarriers } from './calls/carrier-erasures.ts';
import { nextPhoneBookTime, publishPhoneBook } from './calls/publication.ts';
import { nextBulkTime } from './bulk/bulk-operations.ts';
import { continueBulk } from './bulk/pieces.ts';
import { callBy } from './api-calls.ts';
import { leadsBetween } from './columns/stored-columns.ts';
import { commit } from './commit.ts';
import { nextPublishTime, publishDniSettings } from './dni/settings.ts';
import { continueImport } from './imports/batches.ts';
import { nextImportTime } from './imports/imports.ts';
import { areManyWaiting, indexWaitingLeads } from './leads/lead-texts.ts';
import { nextPurgeTime, purge } from './purging.ts';
import { continueUserErasure, nextUserErasureTime } from './removal/user-erasure.ts';
import { sendingTexts } from './texts/sending.ts';
import { WEBHOOK_DUTIES } from './webhooks/sending.ts';

/** Puts leads into the index of texts, where more wait for it than the next search is to put in. */
const indexing: Duty = {
  kind: 'index of texts',
  nextTime: ({ database }) => (areManyWaiting(database) ? 0 : undefined),
  run: async (company) => {
    commit(company, callBy(company, { kind: 'system', name: 'index' }), ({ database }) =>
      indexWaitingLeads(database, (start, end) => leadsBetween(database, start, end)),
    );
    await company.giveWay();
  },
};

export const DUTIES: readonly Duty[] = [
  {
    kind: 'publication',
    nextTime: ({ database }) => nextPublishTime(database),
    run: async (company, env) => {
      await publishDniSettings(company, env.CACHE);
    },
  },
  {
    kind: 'publication of who rings',
    nextTime: ({ database }) => nextPhoneBookTime(database),
    run: async (company, env) => {
      await publishPhoneBook(company, env);
    },
  },
  endingCalls,
  sendingTexts,
  erasingAtCarriers,
  ...WEBHOOK_DUTIES,
  { kind: 'imports', nextTime: ({ database }) => nextImportTime(database), run: continueImport },
  { kind: 'bulk', nextTime: ({ database }) => nextBulkTime(database), run: continueBulk },
  indexing,
  { kind: 'erasure', nextTime: nextUserErasureTime, run: continueUserErasure },
  { kind: 'purge', nextTime: nextPurgeTime, run: purge },
];
