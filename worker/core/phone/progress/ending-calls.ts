/** Calls whose end nobody told: they count as over after the longest time that they can take. */
import type { BackgroundTask } from '../../engine/context/background.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import { continueCall } from './calls.ts';
import { nextDeadline, overdueCalls } from '../calls/call-store.ts';

const AT_A_TIME = 50;

export const endingCalls: BackgroundTask = {
  kind: 'calls without an end',
  nextTime: ({ database }) => nextDeadline(database),
  run: async (company) => {
    commit(company, callBy(company, { kind: 'system', name: 'calls' }), (context) => {
      for (const record of overdueCalls(context.database, context.now, AT_A_TIME)) {
        // When it really ended is not known; it was at the latest when something was last told of it.
        continueCall(context, record, { ...record.facts, presumedEnd: record.modificationTime });
      }
    });
    await company.giveWay();
  },
};
