/** Conversions that go out to ad platforms: rules, platforms, outbox. */
import { agingRows } from '../engine/context/aged-rows.ts';
import type { Feature } from '../engine/context/feature.ts';
import { CONVERSIONS, CONVERSIONS_KEPT_MS, eraseConversionsOf } from './outbox/conversion-store.ts';
import { pollingConversions } from './outbox/polling.ts';
import { recordConversions } from './outbox/recording.ts';
import { restating } from './outbox/restating.ts';
import { SENDING_CONVERSIONS } from './outbox/sending.ts';
import { conversionRoutes } from './routes.ts';

/** It stands before calls and messages in `features.ts`: an erasure finds conversions by them. */
export const conversionsFeature: Feature = {
  routes: [{ under: 'company', path: '/conversions', routes: conversionRoutes }],
  background: [restating, ...SENDING_CONVERSIONS, pollingConversions],
  retention: [{ keptMs: () => CONVERSIONS_KEPT_MS, ...agingRows(CONVERSIONS) }],
  personalData: {
    ofLeads: [
      {
        // The rows hold nobody, but they say that somebody called.
        columns: {},
        erase: ({ database }, subject) => ({ conversions: eraseConversionsOf(database, subject) }),
      },
    ],
  },
  react: recordConversions,
};
