/** Reference of plans of orders. */
import { operationsOf, type Operation } from '../../../../shared/reference/operation.ts';
import { planAnswer } from './answer-schema.ts';
import { planSchema } from './schema.ts';

const NUMBERS = '/companies/{company}/numbers';

const calls = operationsOf('Calls', 'user');

export const NUMBER_PLAN_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'planCarrierNumbers',
    method: 'POST',
    path: `${NUMBERS}/plan`,
    summary: 'Numbers that a carrier sells near each of several places, such as branches (super admin)',
    description:
      'Within 50 miles in the US and Canada, else in the city; where there are none, in the state or province, then in the country. Orders nothing. Each place counts as a search: at most 300 in an hour.',
    body: planSchema,
    answer: planAnswer,
    keyless: true,
    golden: 'calls/plan-numbers',
    problems: [
      'permission_denied',
      'not_found',
      'service_unavailable',
      'bad_gateway',
      'rate_limited',
      'invalid_phone',
    ],
  }),
];
