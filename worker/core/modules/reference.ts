/** Reference of data modules and their records. */
import * as v from 'valibot';
import { count, id, named, time } from '../../shared/reference/answers.ts';
import { fieldValuesAnswer } from '../leads/record/answer-schema.ts';
import { moduleChangeSchema, newModuleSchema } from './schema.ts';
import { pageEntries } from '../engine/context/parameters.ts';
import { type Operation, operationsOf, ref } from '../../shared/reference/operation.ts';

const { display_name, ...furtherEntries } = newModuleSchema.entries;
const type = v.picklist(['built-in', 'custom']);

/** An entry of the list of modules. */
export const moduleAnswer = named('Module', v.strictObject({ display_name: v.string(), adm_id: id, type }));
export type ModuleEntryBody = v.InferOutput<typeof moduleAnswer>;

/** A module with the definition of its records. */
export const moduleMetaAnswer = named(
  'ModuleMeta',
  v.strictObject({ display_name, adm_id: id, type, ...furtherEntries }),
);
export type ModuleMetaBody = v.InferOutput<typeof moduleMetaAnswer>;

export const recordAnswer = named(
  'Record',
  v.strictObject({
    record_id: id,
    adm_id: id,
    fields: fieldValuesAnswer,
    created_time: time,
    modified_time: time,
  }),
);
export type RecordBody = v.InferOutput<typeof recordAnswer>;

export const recordsAnswer = v.strictObject({ count, records: v.array(recordAnswer) });
export type RecordPage = v.InferOutput<typeof recordsAnswer>;

/** The ids of a removed record. */
export const removedRecordAnswer = v.strictObject({ adm_id: id, record_id: id });
export type RemovedRecord = v.InferOutput<typeof removedRecordAnswer>;

const changedRecord = { adm_id: id, record_id: id };

/** The data of changes of records. */
export const recordChanges = {
  'record.created': changedRecord,
  'record.changed': changedRecord,
  'record.removed': changedRecord,
};

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
