/** The name and the logo of a company in answers. */
import * as v from 'valibot';
import { count, named } from '../../../shared/reference/answers.ts';
import { LOGO_TYPES } from './pictures.ts';

/** What is known of a logo. Its address is `.../brand/logo?version=<version>`. */
const logoAnswer = named(
  'Logo',
  v.strictObject({
    version: v.string(),
    type: v.picklist(LOGO_TYPES),
    bytes: count,
    width: count,
    height: count,
  }),
);

export const brandAnswer = named(
  'Brand',
  v.strictObject({ name: v.nullable(v.string()), logo: v.nullable(logoAnswer) }),
);
export type BrandBody = v.InferOutput<typeof brandAnswer>;
