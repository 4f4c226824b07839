/** The request to copy settings. */
import * as v from 'valibot';
import { companyIdSchema } from '../../../../shared/http/input.ts';
import { switchSchema } from '../../../engine/context/parameters.ts';
import { uniqueBy } from '../../../company/settings/schema.ts';
import { SECTIONS } from './plans.ts';

/** Each is a request of its own, and the Worker may make a thousand. */
export const MOST_COMPANIES = 50;

export const copyQuery = { dry_run: switchSchema(false) };

/** The body of `POST /me/companies/<uuid>/copy_settings`. */
export const copySchema = v.strictObject({
  sections: v.pipe(v.array(v.picklist(SECTIONS)), v.minLength(1, 'Choose at least one kind of settings.')),
  to: v.pipe(
    v.array(
      v.strictObject({
        company_id: companyIdSchema,
        reviewed: v.exactOptional(v.pipe(v.string(), v.maxCodePoints(100))),
      }),
    ),
    v.minLength(1, 'Choose at least one company.'),
    v.maxLength(
      MOST_COMPANIES,
      `Copy to at most ${MOST_COMPANIES} companies at a time, and to the others after that.`,
    ),
    uniqueBy('company_id'),
  ),
});
export type CopyInput = v.InferOutput<typeof copySchema>;
