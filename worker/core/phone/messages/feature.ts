/** The feature of messages (SMS), in and out. */
import { agingRows, oldestTime, ROWS_AT_A_TIME } from '../../engine/context/aged-rows.ts';
import { keptWithoutLead } from '../carriers/feature.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { eraseMessages, purgeMessages } from './erasing.ts';
import { copiesOfMessages } from './message-lists.ts';
import { COUNTS_KEPT_MS, OUTGOING_COUNTS } from '../calls/hourly-counts.ts';
import { MESSAGES } from './message-store.ts';
import { leadMessageRoutes, messageRoutes } from './routes.ts';
import { SENDING_MESSAGES } from './sending.ts';
import { reportMethod } from '../carriers/carrier-requests.ts';
import { handleCarrierMessage } from './carrier-messages.ts';

export const messagesFeature = {
  routes: [
    { under: 'company', path: '/texts', routes: messageRoutes },
    { under: 'company', path: '/leads', routes: leadMessageRoutes },
  ],
  rpc: {
    carrierMessage: reportMethod(handleCarrierMessage),
  },
  background: SENDING_MESSAGES,
  retention: [
    {
      name: 'messages without a lead',
      keptMs: keptWithoutLead,
      oldestTime: (database) => oldestTime(database, MESSAGES.withoutLead),
      remove: (context, until) => purgeMessages(context, until, ROWS_AT_A_TIME),
    },
    { keptMs: () => COUNTS_KEPT_MS, ...agingRows(OUTGOING_COUNTS) },
  ],
  personalData: {
    ofLeads: [
      {
        columns: { texts: ['phone', 'message', 'media', 'error', 'visit'] },
        erase: (context, { leadNumber }) => eraseMessages(context, leadNumber),
      },
    ],
    copied: [{ member: 'texts', pages: copiesOfMessages }],
  },
} satisfies Feature;
