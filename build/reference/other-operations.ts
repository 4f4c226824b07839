/** Tracking numbers and data modules. */
import * as v from 'valibot';
import { moduleChangeSchema, newModuleSchema } from '../../worker/core/modules/schema.ts';
import { pageEntries } from '../../worker/core/engine/context/parameters.ts';
import { ampSchema, previewSchema, visitSchema } from '../../worker/edge/lookup/schema.ts';
import { DNI_HISTORY_OPERATIONS } from './dni-history-operations.ts';
import { arrayOf, count, exactly, id, type Operation, ref } from './operation.ts';
import { SITE_OPERATIONS } from './site-operations.ts';

const MODULES = '/companies/{company}/adms';
const RECORDS = `${MODULES}/{adm}/records`;
const DNI = '/dni/api/companies/{company}';
const nocacheSchema = v.object({ nocache: v.optional(v.string()) });

type Described = Omit<Operation, 'tag' | 'access'>;
const modules = (operation: Described): Operation => ({ ...operation, tag: 'Data modules', access: 'user' });
const numbers = (operation: Omit<Operation, 'tag'>): Operation => ({ ...operation, tag: 'Tracking numbers' });

export const OTHER_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'findClosestLocation',
    method: 'POST',
    path: `${DNI}/closest`,
    summary: 'The tracking number and the closest location for a visitor, by their IP',
    access: 'none',
    query: nocacheSchema,
    body: visitSchema,
    answer: ref('Closest'),
    headers: ['Leadline-Cache', 'Server-Timing'],
    golden: 'lookup/closest',
    problems: ['domain_not_allowed', 'rate_limited', 'service_unavailable'],
  }),
  numbers({
    name: 'findClosestLocationByPostalCode',
    method: 'POST',
    path: `${DNI}/closest/zip/{zip}`,
    summary: 'The tracking number and the closest location for a postal code',
    access: 'none',
    query: nocacheSchema,
    body: visitSchema,
    answer: ref('Closest'),
    headers: ['Leadline-Cache', 'Server-Timing'],
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
    name: 'planSwaps',
    method: 'POST',
    path: '/dni/swap/{company}',
    summary: 'Which numbers the widget swaps on a page',
    access: 'none',
    body: visitSchema,
    bodyType: 'text/plain',
    answer: ref('SwapPlan'),
    headers: ['Leadline-Cache', 'Server-Timing'],
    golden: 'lookup/swap',
    problems: ['domain_not_allowed', 'invalid_postal_code', 'rate_limited', 'service_unavailable'],
  }),
  numbers({
    name: 'getAmpConfig',
    method: 'GET',
    path: '/dni/amp/{company}',
    summary: 'The number for a link on an AMP page, as amp-call-tracking asks for it',
    access: 'none',
    query: ampSchema,
    answer: ref('AmpConfig'),
    golden: 'lookup/amp',
    problems: ['domain_not_allowed', 'invalid_postal_code', 'unknown_postal_code', 'rate_limited'],
  }),
  numbers({
    name: 'previewDecision',
    method: 'GET',
    path: '/dni/preview/{company}',
    summary: 'Why a visitor gets the number that they get, step by step',
    description: 'Managers may ask too. 300 a minute and network, counted apart from lookups.',
    access: 'settings',
    query: previewSchema,
    answer: ref('DecisionPreview'),
    golden: 'lookup/preview',
    problems: ['invalid_postal_code', 'unknown_postal_code', 'rate_limited'],
  }),
  ...DNI_HISTORY_OPERATIONS,
  ...SITE_OPERATIONS,
  modules({
    name: 'listModules',
    method: 'GET',
    path: MODULES,
    summary: 'The data modules of the company',
    answer: arrayOf(ref('Module')),
    golden: 'modules/list',
  }),
  modules({
    name: 'createModule',
    method: 'POST',
    path: MODULES,
    summary: 'Make a module (super admin, manager)',
    body: newModuleSchema,
    answer: ref('ModuleMeta'),
    versioned: true,
    golden: 'modules/make',
    problems: ['permission_denied', 'duplicate_id', 'invalid_choice'],
  }),
  modules({
    name: 'getModule',
    method: 'GET',
    path: `${MODULES}/{adm}/meta`,
    summary: "What a module's records look like",
    answer: ref('ModuleMeta'),
    versioned: true,
    golden: 'modules/meta',
  }),
  modules({
    name: 'modifyModule',
    method: 'POST',
    path: `${MODULES}/{adm}/modify`,
    summary: 'Change a module (super admin, manager)',
    body: moduleChangeSchema,
    answer: ref('ModuleMeta'),
    versioned: true,
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
    name: 'listRecords',
    method: 'GET',
    path: RECORDS,
    summary: 'The records of a module, newest first',
    query: v.object(pageEntries),
    answer: exactly({ count, records: arrayOf(ref('Record')) }),
    golden: 'modules/records',
    problems: ['permission_denied'],
  }),
  modules({
    name: 'createRecord',
    method: 'POST',
    path: RECORDS,
    summary: 'Make a record',
    body: ref('RecordInput'),
    answer: ref('Record'),
    versioned: true,
    golden: 'modules/make-record',
    problems: ['permission_denied', 'identifier_taken', 'invalid_choice', 'cardinality_exceeded'],
  }),
  modules({
    name: 'getRecord',
    method: 'GET',
    path: `${RECORDS}/{record}`,
    summary: 'Get a record',
    answer: ref('Record'),
    versioned: true,
    golden: 'modules/record',
    problems: ['permission_denied'],
  }),
  modules({
    name: 'modifyRecord',
    method: 'POST',
    path: `${RECORDS}/{record}`,
    summary: 'Change a record: fields that the body leaves out stay',
    body: ref('RecordInput'),
    answer: ref('Record'),
    versioned: true,
    golden: 'modules/update-record',
    problems: [
      'permission_denied',
      'identifier_taken',
      'invalid_choice',
      'cardinality_exceeded',
      'precondition_failed',
    ],
  }),
  modules({
    name: 'removeRecord',
    method: 'POST',
    path: `${RECORDS}/{record}/remove`,
    summary: 'Remove a record for good',
    description:
      'For whoever may update records. The values that identified it are free again; a number that the server generated is not given out twice.',
    answer: exactly({ adm_id: id, record_id: id }),
    golden: 'modules/remove-record',
    problems: ['permission_denied', 'precondition_failed'],
  }),
];
