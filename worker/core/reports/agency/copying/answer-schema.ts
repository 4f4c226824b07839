/** The answer about settings that were copied, or would be. */
import * as v from 'valibot';
import { anyValue, count, id, named } from '../../../../shared/reference/answers.ts';
import { REASONS, SECTIONS } from './plans.ts';

const VALUE = 'Text, a number, true or false, null, or a list of conditions, as the settings have it.';

const copiedSection = named(
  'CopiedSection',
  v.strictObject({
    section: v.picklist(SECTIONS),
    added: v.pipe(v.array(v.string()), v.description('The names of what the company gets.')),
    changed: v.array(
      v.strictObject({
        name: v.string(),
        members: v.exactOptional(
          v.pipe(v.array(v.string()), v.description('The members that change, of an entry with members.')),
        ),
        before: v.exactOptional(anyValue(VALUE)),
        after: v.exactOptional(anyValue(VALUE)),
        numbers: v.exactOptional(
          v.pipe(count, v.description('How many numbers of the company are for this source.')),
        ),
      }),
    ),
    kept: v.pipe(
      v.array(v.string()),
      v.description('The names of what only this company has, which stays as it is.'),
    ),
    left: v.pipe(
      v.array(v.strictObject({ name: v.string(), reason: v.picklist(REASONS) })),
      v.description('What cannot be copied to this company, and why.'),
    ),
    is_reordered: v.pipe(
      v.boolean(),
      v.description(
        'Whether what the company has comes in another order: new leads get the first state, and visits the first source that matches.',
      ),
    ),
  }),
);
export type SectionBody = v.InferOutput<typeof copiedSection>;

export const copyResultAnswer = named(
  'CopyResult',
  v.strictObject({
    company_id: id,
    name: v.pipe(v.nullable(v.string()), v.description('Null if it is not known.')),
    status: v.picklist(['reviewed', 'copied', 'unchanged', 'refused', 'no_answer']),
    reviewed: v.pipe(
      v.nullable(v.string()),
      v.description(
        'Names what was reviewed. Sent with the copy, it refuses the copy if the settings have changed since.',
      ),
    ),
    code: v.exactOptional(
      v.pipe(v.string(), v.description('Why the company refuses: the code of a problem.')),
    ),
    detail: v.exactOptional(v.pipe(v.string(), v.description('Why the company refuses, in words.'))),
    sections: v.array(copiedSection),
  }),
);
export type CopyResultBody = v.InferOutput<typeof copyResultAnswer>;
