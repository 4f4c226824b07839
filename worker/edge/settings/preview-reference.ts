/** The number for AMP pages, and the preview of a decision. */
import { ampSchema, previewSchema } from '../lookup/schema.ts';
import { nullable, ref, operationsOf, type Operation } from '../../shared/reference/operation.ts';

const amp = operationsOf('Tracking numbers', 'none');
const preview = operationsOf('Tracking numbers', 'settings');

export const PREVIEW_OPERATIONS: readonly Operation[] = [
  amp({
    name: 'getAmpConfig',
    method: 'GET',
    path: '/dni/amp/{company}',
    summary: 'The number for a link on an AMP page, as amp-call-tracking asks for it',
    query: ampSchema,
    answer: ref('AmpConfig'),
    golden: 'lookup/amp',
    problems: ['domain_not_allowed', 'invalid_postal_code', 'unknown_postal_code', 'rate_limited'],
  }),
  preview({
    name: 'previewDecision',
    method: 'GET',
    path: '/dni/preview/{company}',
    summary: 'Why a visitor gets the number that they get, step by step',
    description:
      'Managers may ask too. 300 a minute and network, counted apart from lookups. With or_null=1 a company without settings answers `null`.',
    query: previewSchema,
    answer: nullable(ref('DecisionPreview')),
    golden: 'lookup/preview',
    problems: ['invalid_postal_code', 'unknown_postal_code', 'rate_limited'],
  }),
];
