/** Reference of the set-up. */
import * as v from 'valibot';
import { count, id, phone, time } from '../../../shared/reference/answers.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

export const setupAnswer = v.strictObject({
  /** 0 if there are no DNI settings yet. */
  settings_version: count,
  default_number: v.nullable(phone),
  domains: v.array(v.string()),
  locations: count,
  numbers: count,
  carriers: v.pipe(v.array(v.string()), v.description('The carriers with an account in the call settings.')),
  /** The last page that requested its numbers. */
  last_seen: v.nullable(
    v.strictObject({ site: v.string(), path: v.string(), seen_time: time, swaps: count }),
  ),
  first_call: v.nullable(v.strictObject({ call_id: id, lead_id: v.nullable(id), number: phone, time })),
  has_leads: v.boolean(),
  configuration: v.array(
    v.strictObject({
      variable: v.pipe(v.string(), v.description('The variable of the deployment that is not set.')),
      detail: v.pipe(v.string(), v.description('The value to set.')),
    }),
  ),
});
export type SetupBody = v.InferOutput<typeof setupAnswer>;

const numbers = operationsOf('Tracking numbers', 'settings');

export const SETUP_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'getSetupProgress',
    method: 'GET',
    path: '/dni/api/companies/{company}/setup',
    summary: 'The progress of the company’s set-up',
    description:
      'The facts that prove each step: settings, locations, numbers, a page that requested numbers, an incoming call. Managers may read it too.',
    answer: setupAnswer,
    golden: 'lookup/setup',
  }),
];
