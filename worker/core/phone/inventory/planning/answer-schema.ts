/** The answer to the plan of an order. */
import * as v from 'valibot';
import { availableNumbersAnswer } from '../answer-schema.ts';

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
