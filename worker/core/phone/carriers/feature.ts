/** The feature of phone calls: their records, the phone book, and carriers' webhooks. */
import { erasingEvidence } from './evidence-erasures.ts';
import { agingRows, counted, oldestTime, ROWS_AT_A_TIME } from '../../engine/context/aged-rows.ts';
import type { NewChange } from '../../engine/context/stream-schema.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { DAY_MS, settingsOf } from '../../company/settings/settings.ts';
import { callBody } from '../calls/call-bodies.ts';
import { ERASED_ITEMS, ERASED_ITEMS_KEPT_MS, CALLS } from '../calls/call-store.ts';
import { erasingAtCarriers } from './carrier-erasures.ts';
import { handleCarrierEvent, reportMethod } from './carrier-requests.ts';
import { endingCalls } from '../progress/calls.ts';
import { copiesOfCalls } from '../calls/copies.ts';
import {
  CARRIER_REQUESTS_KEPT_MS,
  deleteRequests,
  eraseCalls,
  oldestRequestTime,
  purgeCalls,
} from './erasing.ts';
import { RING_TURNS, TURNS_KEPT_MS } from '../ringing/priority.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { callRoutes } from '../progress/routes.ts';
import { callSettingsRoutes } from '../ringing/settings-routes.ts';
import {
  nextPhoneBookTime,
  openPhoneBook,
  publishPhoneBook,
  renewPhoneBook,
} from '../ringing/company-phone-book.ts';

/** The settings that the phone book is built from. */
const PARTS_OF_PHONE_BOOK: readonly unknown[] = ['calls', 'dni', 'options'];

export const callsFeature = {
  routes: [
    { under: 'company', path: '/calls/accounts', routes: accountRoutes },
    { under: 'company', path: '/calls', routes: callSettingsRoutes },
    { under: 'company', path: '/calls', routes: callRoutes },
  ],
  rpc: {
    phoneBookOfCompany: (company) => openPhoneBook(company).book,
    carrierEvent: reportMethod(handleCarrierEvent),
  },
  background: [
    {
      kind: 'phone book publication',
      nextTime: ({ database }) => nextPhoneBookTime(database),
      run: async (company, env) => {
        await publishPhoneBook(company, env);
      },
    },
    endingCalls,
    erasingAtCarriers,
    erasingEvidence,
  ],
  retention: [
    {
      name: 'carrier requests',
      keptMs: () => CARRIER_REQUESTS_KEPT_MS,
      oldestTime: oldestRequestTime,
      remove: counted(deleteRequests),
    },
    {
      name: 'calls without a lead',
      keptMs: keptWithoutLead,
      oldestTime: (database) => oldestTime(database, CALLS.withoutLead),
      remove: (context, until) => purgeCalls(context, until, ROWS_AT_A_TIME),
    },
    { keptMs: () => ERASED_ITEMS_KEPT_MS, ...agingRows(ERASED_ITEMS) },
    { keptMs: () => TURNS_KEPT_MS, ...agingRows(RING_TURNS) },
  ],
  personalData: {
    ofLeads: [
      {
        columns: {
          calls: ['caller', 'facts', 'remarks', 'visit'],
          carrier_requests: ['happened', 'parameters'],
        },
        erase: (context, { leadNumber }) => eraseCalls(context, leadNumber),
      },
    ],
    copied: [{ member: 'calls', pages: copiesOfCalls }],
  },
  react: (context, changes) => {
    if (changes.some(changesPhoneBook)) renewPhoneBook(context);
  },
  details:
    ({ database }) =>
    ({ data: { call_id: callId } }) => {
      const found = typeof callId === 'string' ? CALLS.find(database, callId) : undefined;
      return found === undefined ? {} : { call: callBody(found) };
    },
} satisfies Feature;

/** Returns for how many milliseconds calls and messages without a lead are kept. */
export function keptWithoutLead(company: CompanyState): number {
  return (settingsOf(company).options().retention.calls_without_lead_days ?? Infinity) * DAY_MS;
}

/** Tells whether a change alters the phone book. */
function changesPhoneBook({ type, data }: NewChange): boolean {
  if (type === 'settings.changed') return PARTS_OF_PHONE_BOOK.includes(data?.['settings']);
  return type === 'user.created' || type === 'user.changed';
}
