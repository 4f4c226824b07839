/** Reference of plans of orders. */
import * as v from 'valibot';
import { availableNumbersAnswer } from '../answer-schema.ts';
import { type Operation, operationsOf } from '../../../../shared/reference/operation.ts';
import { planSchema } from './schema.ts';

/** Where numbers were found, from the nearest to the farthest. */
export const REACHES = ['near', 'city', 'region', 'country'] as const;
export type Reach = (typeof REACHES)[number];

/** What a carrier sells for each place. */
export const planAnswer = v.strictObject({
  places: v.array(
    v.strictObject({
      location_id: v.string(),
      reach: v.pipe(
        v.nullable(v.picklist(REACHES)),
        v.description(
          '`near`: within 50 miles. `city`, `region`, `country`: the carrier sells none nearer. null: none at all.',
        ),
      ),
      numbers: v.pipe(
        availableNumbersAnswer.entries.numbers,
        v.description('The first is proposed, and for no other place; the others are alternatives.'),
      ),
    }),
  ),
});
export type PlanBody = v.InferOutput<typeof planAnswer>;

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
