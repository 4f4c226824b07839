/** Answers about data modules and their records. */
import * as v from 'valibot';
import { count, id, named, time } from '../../shared/reference/answers.ts';
import { fieldValuesAnswer } from '../leads/record/answer-schema.ts';
import { newModuleSchema } from './schema.ts';

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
