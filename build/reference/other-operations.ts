/** Tracking numbers and data modules. */
import * as v from 'valibot';
import { moduleChangeSchema, newModuleSchema } from '../../worker/core/modules/schema.ts';
import { pageEntries } from '../../worker/core/parameters.ts';
import { ampSchema, previewSchema, visitSchema } from '../../worker/lookup/schema.ts';
import { DNI_HISTORY_OPERATIONS } from './dni-history-operations.ts';
import { arrayOf, count, exactly, type JsonSchema, type Operation, ref } from './operation.ts';

const MODULES = '/companies/{company}/adms';
const RECORDS = `${MODULES}/{adm}/records`;
const DNI = '/dni/api/companies/{company}';
const VISIT = {
  domain: 'example.com',
  url: 'https://example.com/?gclid=1',
  referrer: 'https://www.google.com/',
};
const recordBody: JsonSchema = {
  type: 'object',
  description: 'The fields themselves, or {fields: {...}}; what a field takes is in the meta of its module.',
};
const nocacheSchema = v.object({ nocache: v.optional(v.picklist(['1'])) });

type Described = Omit<Operation, 'tag' | 'access'>;
const modules = (operation: Described): Operation => ({ ...operation, tag: 'Data modules', access: 'user' });
const numbers = (operation: Omit<Operation, 'tag'>): Operation => ({ ...operation, tag: 'Tracking numbers' });

export const OTHER_OPERATIONS: readonly Operation[] = [
  numbers({
    method: 'POST',
    path: `${DNI}/closest`,
    summary: 'The tracking number and the closest location for a visitor, by their IP',
    access: 'none',
    query: nocacheSchema,
    body: { schema: visitSchema, example: VISIT },
    answer: ref('Closest'),
    golden: 'lookup/closest',
    problems: ['domain_not_allowed', 'rate_limited', 'service_unavailable'],
  }),
  numbers({
    method: 'POST',
    path: `${DNI}/closest/zip/{zip}`,
    summary: 'The same for a postal code',
    access: 'none',
    query: nocacheSchema,
    body: { schema: visitSchema, example: VISIT },
    answer: ref('Closest'),
    golden: 'lookup/closest-zip',
    problems: [
      'domain_not_allowed',
      'invalid_postal_code',
      'unknown_postal_code',
      'rate_limited',
      'service_unavailable',
    ],
  }),
  numbers({
    method: 'POST',
    path: '/dni/swap/{company}',
    summary: 'What the widget asks: which numbers to swap on the page',
    access: 'none',
    body: { schema: visitSchema, example: VISIT, type: 'text/plain' },
    answer: ref('Swap'),
    golden: 'lookup/swap',
    problems: ['domain_not_allowed', 'rate_limited', 'service_unavailable'],
  }),
  numbers({
    method: 'GET',
    path: '/dni/amp/{company}',
    summary: 'What amp-call-tracking asks: the number for a link on an AMP page',
    access: 'none',
    query: ampSchema,
    answer: exactly({ phoneNumber: { type: 'string' }, formattedPhoneNumber: { type: 'string' } }),
    golden: 'lookup/amp',
    problems: ['domain_not_allowed', 'invalid_postal_code', 'unknown_postal_code', 'rate_limited'],
  }),
  numbers({
    method: 'GET',
    path: '/dni/preview/{company}',
    summary: 'Why a visitor gets the number that they get, step by step',
    access: 'settings',
    query: previewSchema,
    answer: { type: 'object' },
    golden: 'lookup/preview',
    problems: ['invalid_postal_code', 'unknown_postal_code', 'rate_limited'],
  }),
  ...DNI_HISTORY_OPERATIONS,
  modules({
    method: 'GET',
    path: MODULES,
    summary: 'The data modules of the company',
    answer: arrayOf(ref('Module')),
    golden: 'modules/list',
  }),
  modules({
    method: 'POST',
    path: MODULES,
    summary: 'Make a module (super admin, manager)',
    body: {
      schema: newModuleSchema,
      example: {
        display_name: 'Vehicles',
        custom_fields: [{ name: 'plate', label: 'Plate', type: 'text', is_identifier: true }],
        restrictions: { update: ['manager'] },
      },
    },
    answer: ref('ModuleMeta'),
    golden: 'modules/make',
    problems: ['permission_denied', 'duplicate_id', 'invalid_choice'],
  }),
  modules({
    method: 'GET',
    path: `${MODULES}/{adm}/meta`,
    summary: "What a module's records look like",
    answer: ref('ModuleMeta'),
    golden: 'modules/meta',
  }),
  modules({
    method: 'POST',
    path: `${MODULES}/{adm}/modify`,
    summary: 'Change a module (super admin, manager)',
    body: { schema: moduleChangeSchema, example: { i18n: { lead_title_singular: 'Vehicle' } } },
    answer: ref('ModuleMeta'),
    golden: 'modules/modify',
    problems: [
      'permission_denied',
      'duplicate_id',
      'invalid_choice',
      'identifier_taken',
      'precondition_failed',
    ],
  }),
  modules({
    method: 'GET',
    path: RECORDS,
    summary: 'The records of a module, newest first',
    query: v.object(pageEntries),
    answer: exactly({ count, records: arrayOf(ref('Record')) }),
    golden: 'modules/records',
    problems: ['permission_denied'],
  }),
  modules({
    method: 'POST',
    path: RECORDS,
    summary: 'Make a record',
    body: { schema: recordBody, example: { plate: ['TX 7'], kind: ['Van'] } },
    answer: ref('Record'),
    golden: 'modules/make-record',
    problems: ['permission_denied', 'identifier_taken', 'invalid_choice', 'cardinality_exceeded'],
  }),
  modules({
    method: 'GET',
    path: `${RECORDS}/{record}`,
    summary: 'Get a record',
    answer: ref('Record'),
    golden: 'modules/record',
    problems: ['permission_denied'],
  }),
  modules({
    method: 'POST',
    path: `${RECORDS}/{record}`,
    summary: 'Change the fields that the body names',
    body: { schema: recordBody, example: { kind: ['Truck'] } },
    answer: ref('Record'),
    golden: 'modules/update-record',
    problems: [
      'permission_denied',
      'identifier_taken',
      'invalid_choice',
      'cardinality_exceeded',
      'precondition_failed',
    ],
  }),
];
