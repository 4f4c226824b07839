/** The kinds of background work that a company has. */
import type { Duty } from './background.ts';
import { nextPublishTime, publishDniSettings } from './dni/settings.ts';
import { continueImport } from './imports/batches.ts';
import { nextImportTime } from './imports/imports.ts';
import { deliverNotifications, nextDeliveryTime } from './notifications/deliveries.ts';
import { nextPurgeTime, purge } from './purging.ts';

export const DUTIES: readonly Duty[] = [
  {
    kind: 'publication',
    nextTime: ({ database }) => nextPublishTime(database),
    run: async (company, env) => {
      await publishDniSettings(company, env.CACHE);
    },
  },
  { kind: 'deliveries', nextTime: ({ database }) => nextDeliveryTime(database), run: deliverNotifications },
  { kind: 'imports', nextTime: ({ database }) => nextImportTime(database), run: continueImport },
  { kind: 'purge', nextTime: ({ database }) => nextPurgeTime(database), run: purge },
];
