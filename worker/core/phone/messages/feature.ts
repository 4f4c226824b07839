/** Messages (SMS), in and out. */
import { agingRows, oldestTime, ROWS_AT_A_TIME } from '../../engine/context/aged-rows.ts';
import { keptWithoutLead } from '../carriers/feature.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { copiesOfTexts } from './copies.ts';
import { eraseTexts, purgeTexts, TEXTS_WITHOUT_LEAD } from './erasing.ts';
import { isOptedOut } from './message-store.ts';
import { COUNTS_KEPT_MS, OUTGOING_COUNTS } from '../calls/hourly-counts.ts';
import { leadTextRoutes, textRoutes } from './routes.ts';
import { SENDING_TEXTS } from './sending.ts';

export const textsFeature: Feature = {
  routes: [
    { under: 'company', path: '/texts', routes: textRoutes },
    { under: 'company', path: '/leads', routes: leadTextRoutes },
  ],
  background: SENDING_TEXTS,
  retention: [
    {
      name: 'texts without a lead',
      keptMs: keptWithoutLead,
      oldestTime: (database) => oldestTime(database, TEXTS_WITHOUT_LEAD),
      remove: (context, until) => purgeTexts(context, until, ROWS_AT_A_TIME),
    },
    { keptMs: () => COUNTS_KEPT_MS, ...agingRows(OUTGOING_COUNTS) },
  ],
  personalData: {
    ofLeads: [
      {
        columns: { texts: ['phone', 'message', 'media', 'error'] },
        erase: (context, { leadNumber }) => eraseTexts(context, leadNumber),
      },
    ],
    copied: [
      {
        member: 'opt_outs',
        pages: ({ database }, { phones }) => [phones.filter((phone) => isOptedOut(database, phone))],
      },
      { member: 'texts', pages: copiesOfTexts },
    ],
  },
};
