/** Reference of the company's own name and logo. */
import * as v from 'valibot';
import { count, named } from '../../../shared/reference/answers.ts';
import { LOGO_TYPES } from './pictures.ts';
import { type Operation, operationsOf, text } from '../../../shared/reference/operation.ts';
import { brandSchema, logoQuerySchema } from './schema.ts';

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

const BRAND = '/companies/{company}/brand';
const settings = operationsOf('Settings', 'user');

export const BRAND_OPERATIONS: readonly Operation[] = [
  settings({
    name: 'getBrand',
    method: 'GET',
    path: BRAND,
    summary: 'The name and the logo that the company’s users see instead of Leadline’s',
    answer: brandAnswer,
    versioned: true,
    golden: 'brand/brand',
  }),
  settings({
    name: 'replaceBrand',
    method: 'PUT',
    path: BRAND,
    summary: 'Set the name (super admin)',
    description: 'null shows Leadline’s name again. The logo stays.',
    body: brandSchema,
    answer: brandAnswer,
    versioned: true,
    golden: 'brand/put-brand',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  settings({
    name: 'getLogo',
    method: 'GET',
    path: `${BRAND}/logo`,
    summary: 'The logo',
    description:
      'A PNG, JPEG or WebP picture. Credentials are required. With the current version in the query, browsers may keep it for good. Browsers run no scripts in the answer (Content-Security-Policy: sandbox).',
    query: logoQuerySchema,
    answer: text,
    answerType: 'image/*',
    versioned: true,
    golden: 'brand/logo',
  }),
  settings({
    name: 'replaceLogo',
    method: 'PUT',
    path: `${BRAND}/logo`,
    summary: 'Set the logo (super admin)',
    description:
      'The body is the file: PNG, JPEG or WebP of at most 100,000 bytes and 1,024 × 1,024 pixels that does not move. Its kind is found from its bytes, whatever the Content-Type. The name stays.',
    body: text,
    bodyType: 'image/*',
    answer: brandAnswer,
    versioned: true,
    golden: 'brand/put-logo',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  settings({
    name: 'removeLogo',
    method: 'DELETE',
    path: `${BRAND}/logo`,
    summary: 'Remove the logo (super admin)',
    answer: brandAnswer,
    versioned: true,
    golden: 'brand/remove-logo',
    problems: ['permission_denied', 'precondition_failed'],
  }),
];
