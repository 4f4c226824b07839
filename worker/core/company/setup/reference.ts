/** How far a company is set up. */
import {
  arrayOf,
  count,
  exactly,
  flag,
  id,
  nullable,
  phone,
  text,
  time,
  operationsOf,
  type Operation,
} from '../../../shared/reference/operation.ts';

const numbers = operationsOf('Tracking numbers', 'settings');

export const SETUP_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'getSetupProgress',
    method: 'GET',
    path: '/dni/api/companies/{company}/setup',
    summary: 'How far the company is set up',
    description:
      'The facts that prove each step: settings, locations, numbers, a page that asked, a call that came in. Managers may ask too.',
    answer: exactly({
      settings_version: count,
      default_number: nullable(phone),
      domains: arrayOf(text),
      locations: count,
      numbers: count,
      last_seen: nullable(exactly({ site: text, path: text, seen_time: time, swaps: count })),
      first_call: nullable(exactly({ call_id: id, lead_id: nullable(id), number: phone, time })),
      has_leads: flag,
      configuration: arrayOf(
        exactly({
          variable: { ...text, description: 'The variable of the deployment that counts as unset.' },
          detail: { ...text, description: 'What to write there.' },
        }),
      ),
    }),
    golden: 'lookup/setup',
  }),
];
