/** The answer about an added company. */
import * as v from 'valibot';
import { id, named } from '../../../../shared/reference/answers.ts';
import { copyResultAnswer } from '../copying/answer-schema.ts';

export const addedCompanyAnswer = named(
  'AddedCompany',
  v.strictObject({
    company_id: id,
    name: v.string(),
    template: v.pipe(
      v.nullable(copyResultAnswer),
      v.description('What it got of the template. Null without one.'),
    ),
    invitation: v.pipe(
      v.nullable(
        v.strictObject({
          email: v.string(),
          is_mailed: v.boolean(),
          code: v.exactOptional(v.string()),
          detail: v.exactOptional(v.string()),
        }),
      ),
      v.description('The invitation of the client, or why it was refused. Null if nobody is invited.'),
    ),
    link: v.exactOptional(v.string()),
  }),
);
export type AddedCompanyBody = v.InferOutput<typeof addedCompanyAnswer>;
