/** Reference of data modules and their records. */
import {
  moduleAnswer,
  moduleMetaAnswer,
  recordAnswer,
  recordsAnswer,
  removedRecordAnswer,
} from './answer-schema.ts';
import * as v from 'valibot';
import { pageEntries } from '../engine/context/parameters.ts';
import { moduleChangeSchema, newModuleSchema } from './schema.ts';
import { ref, operationsOf, type Operation } from '../../shared/reference/operation.ts';

const MODULES = '/companies/{company}/adms';
const RECORDS = `${MODULES}/{adm}/records`;
const modules = operationsOf('Data modules', 'user');

export const MODULE_OPERATIONS: readonly Operation[] = [
  modules({
    name: 'listModules',
    method: 'GET',
    path: MODULES,
    summary: 'The data modules of the company',
    answer: v.array(moduleAnswer),
    golden: 'modules/list',
  }),
  modules({
    name: 'createModule',
    method: 'POST',
    path: MODULES,
    summary: 'Create a module (super admin, manager)',
    body: newModuleSchema,
    answer: moduleMetaAnswer,
    versioned: true,
    golden: 'modules/make',
    problems: ['permission_denied', 'duplicate_id', 'invalid_choice'],
  }),
  modules({
    name: 'getModule',
    method: 'GET',
    path: `${MODULES}/{adm}/meta`,
    summary: "What a module's records look like",
    answer: moduleMetaAnswer,
    versioned: true,
    golden: 'modules/meta',
  }),
  modules({
    name: 'modifyModule',
    method: 'POST',
    path: `${MODULES}/{adm}/modify`,
    summary: 'Change a module (super admin, manager)',
    body: moduleChangeSchema,
    answer: moduleMetaAnswer,
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
    answer: recordsAnswer,
    golden: 'modules/records',
    problems: ['permission_denied'],
  }),
  modules({
    name: 'createRecord',
    method: 'POST',
    path: RECORDS,
    summary: 'Create a record',
    body: ref('RecordInput'),
    answer: recordAnswer,
    versioned: true,
    golden: 'modules/make-record',
    problems: ['permission_denied', 'identifier_taken', 'invalid_choice', 'cardinality_exceeded'],
  }),
  modules({
    name: 'getRecord',
    method: 'GET',
    path: `${RECORDS}/{record}`,
    summary: 'Get a record',
    answer: recordAnswer,
    versioned: true,
    golden: 'modules/record',
    problems: ['permission_denied'],
  }),
  modules({
    name: 'modifyRecord',
    method: 'POST',
    path: `${RECORDS}/{record}`,
    summary: 'Change the fields of a record that the body names',
    body: ref('RecordInput'),
    answer: recordAnswer,
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
    summary: 'Remove a record permanently',
    description:
      'For roles that may update records. Its identifiers become free; numbers that the server generated are not used again.',
    answer: removedRecordAnswer,
    golden: 'modules/remove-record',
    problems: ['permission_denied', 'precondition_failed'],
  }),
];
