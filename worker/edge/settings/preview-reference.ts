/** Reference of the number for AMP pages, of the preview, of pools and of places. */
import { ampConfigAnswer, decisionPreviewAnswer, placesAnswer, poolsAnswer } from './answer-schema.ts';
import { ampSchema, previewSchema } from '../lookup/schema.ts';
import { placesSchema } from './address-resolver.ts';
import { operationsOf, type Operation } from '../../shared/reference/operation.ts';

const amp = operationsOf('Tracking numbers', 'none');
const preview = operationsOf('Tracking numbers', 'settings');

export const PREVIEW_OPERATIONS: readonly Operation[] = [
  amp({
    name: 'getAmpConfig',
    method: 'GET',
    path: '/dni/amp/{company}',
    summary: 'The number for a link on an AMP page, in the format of amp-call-tracking',
    query: ampSchema,
    answer: ampConfigAnswer,
    golden: 'lookup/amp',
    problems: ['domain_not_allowed', 'invalid_postal_code', 'unknown_postal_code', 'rate_limited'],
  }),
  preview({
    name: 'previewDecision',
    method: 'GET',
    path: '/dni/preview/{company}',
    summary: 'Explain step by step why a visitor gets their number',
    description:
      'Managers may use it too. Each network may send 300 requests a minute, counted apart from lookups. With or_null=1 a company without settings answers `null`.',
    query: previewSchema,
    answer: decisionPreviewAnswer,
    golden: 'lookup/preview',
    problems: ['invalid_postal_code', 'unknown_postal_code', 'rate_limited'],
  }),
  preview({
    name: 'listPools',
    method: 'GET',
    path: '/dni/api/companies/{company}/pools',
    summary: 'The pools of numbers, with their load and the advised size',
    description:
      'Managers may use it too. The load is that of the last 14 days. In its busiest hour a pool of the advised size overflows for at most 1 % of the visitors (Erlang B). It is measured, never applied.',
    answer: poolsAnswer,
    golden: 'lookup/pools',
    problems: ['rate_limited'],
  }),
  preview({
    name: 'findPlaces',
    method: 'POST',
    path: '/dni/api/companies/{company}/places',
    summary: 'Find the coordinates of addresses',
    description:
      'Managers may use it too. Asks the resolver of the deployment (`ADDRESS_URL`); without one, `is_available` is false. `places` has the order of the addresses; null where the address is not known, or the resolver did not answer.',
    body: placesSchema,
    answer: placesAnswer,
    golden: 'lookup/places',
    problems: ['rate_limited'],
  }),
];
