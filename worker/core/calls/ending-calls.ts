/** Calls whose end nobody told: they count as over after the longest time that they can take. */
import type { BackgroundTask } from '../background.ts';
import { callBy } from '../api-calls.ts';
import { commit } from '../commit.ts';
import { continueCall } from './calls.ts';
import { nextDeadline, overdueCalls } from './call-store.ts';

const AT_A_TIME = 50;

export const endingCalls: BackgroundTask = {
  kind: 'calls without an end',
  nextTime: ({ database }) => nextDeadline(database),
  run: async (company) => {
    commit(company, callBy(company, { kind: 'system', name: 'calls' }), (call) => {
      for (const record of overdueCalls(call.database, call.now, AT_A_TIME)) {
        // When it really ended is not known; it was at the latest when something was last told of it.
        continueCall(call, record, { ...record.facts, presumedEnd: record.modificationTime });
      }
    });
    await company.giveWay();
  },
};
