/** The records of a module. */
import type { WriteContext } from '../engine/context/request-context.ts';
import type { Database } from '../engine/storage/database.ts';
import { AS_IS, json, Table } from '../engine/storage/table.ts';
import { newId } from '../../shared/http/ids.ts';
import { sameFieldValue } from '../leads/record/field-values.ts';
import type { FieldValue } from '../leads/record/answer-schema.ts';
import type { Page } from '../engine/context/parameters.ts';
import { checkIfMatch, versionTag } from '../engine/http/answers.ts';
import { registerIdentifiers } from './identifiers.ts';
import type { GivenFields } from './record-input.ts';
import type { CustomField, DataRecord, ModuleRecord, RecordFields } from './schema.ts';

const RECORDS = new Table<DataRecord>('module_records', {
  recordNumber: AS_IS,
  recordId: AS_IS,
  admId: AS_IS,
  version: AS_IS,
  createdTime: AS_IS,
  modifiedTime: AS_IS,
  fields: json(),
});
const PAGE = RECORDS.select('WHERE adm_id = ? ORDER BY record_number DESC LIMIT ? OFFSET ?');
const BY_ID = RECORDS.select('WHERE adm_id = ? AND record_id = ?');

/** Lists a page of the module's records, newest first, with the number of all records. */
export function listRecords(
  database: Database,
  module: ModuleRecord,
  page: Page,
): { count: number; records: DataRecord[] } {
  const { count } = database.one<{ count: number }>(
    'SELECT COUNT(*) AS count FROM module_records WHERE adm_id = ?',
    module.admId,
  );
  return { count, records: RECORDS.all(database, PAGE, module.admId, page.size, page.start) };
}

/** Finds the record of the module with this id; undefined if there is none. */
export function findRecord(
  database: Database,
  module: ModuleRecord,
  recordId: string,
): DataRecord | undefined {
  return RECORDS.maybe(database, BY_ID, module.admId, recordId);
}

/** Returns the `ETag` of a record. It includes the version of the module, whose definition changes the form of the record. */
export function recordTag(module: ModuleRecord, record: DataRecord): string {
  return versionTag(`${module.version}.${record.version}`);
}

/**
 * Creates a record and fills in generated values.
 * @throws Problem 409 `identifier_taken`; then nothing is written, and no generated number is used
 */
export function createRecord(context: WriteContext, module: ModuleRecord, given: GivenFields): DataRecord {
  const { database, now } = context;
  const generated = module.customFields
    .filter((field) => field.auto_generated)
    .map((field): [string, FieldValue[]] => [field.name, [generate(context, module, field)]]);
  const fields = withValues({}, [...given, ...generated]);
  const { record_number: recordNumber, record_id: recordId } = database.one<{
    record_number: number;
    record_id: string;
  }>(
    `INSERT INTO module_records (record_id, adm_id, version, created_time, modified_time, fields)
     VALUES (?1, ?2, 1, ?3, ?3, ?4) RETURNING record_number, record_id`,
    newId(now),
    module.admId,
    now,
    JSON.stringify(fields),
  );
  const { admId } = module;
  const record = {
    recordNumber,
    recordId,
    admId,
    version: 1,
    createdTime: now,
    modifiedTime: now,
    fields,
  };
  registerIdentifiers(database, module, record);
  context.emit({ type: 'record.created', data: { adm_id: admId, record_id: recordId } });
  return record;
}

/**
 * Modifies the given fields. Writes nothing if no value changes.
 * @throws Problem 409 `identifier_taken`, 412
 */
export function updateRecord(
  context: WriteContext,
  module: ModuleRecord,
  before: DataRecord,
  given: GivenFields,
): DataRecord {
  const { database, now } = context;
  checkIfMatch(context.ifMatch, recordTag(module, before));
  const fields = withValues(before.fields, given);
  if (isSame(module, before.fields, fields)) return before;
  const after = { ...before, version: before.version + 1, modifiedTime: now, fields };
  database.run(
    'UPDATE module_records SET version = ?, modified_time = ?, fields = ? WHERE record_number = ?',
    after.version,
    now,
    JSON.stringify(fields),
    before.recordNumber,
  );
  registerIdentifiers(database, module, after);
  context.emit({ type: 'record.changed', data: { adm_id: module.admId, record_id: after.recordId } });
  return after;
}

/**
 * Deletes a record permanently. Its identifiers become free; its generated numbers are not used again.
 * @throws Problem 412
 */
export function removeRecord(context: WriteContext, module: ModuleRecord, record: DataRecord): void {
  const { database } = context;
  checkIfMatch(context.ifMatch, recordTag(module, record));
  database.run('DELETE FROM module_keys WHERE record_number = ?', record.recordNumber);
  database.run('DELETE FROM module_records WHERE record_number = ?', record.recordNumber);
  const { admId, recordId } = record;
  context.emit({ type: 'record.removed', data: { adm_id: admId, record_id: recordId } });
  context.audit({ action: 'record.removed', subject: `record:${recordId}`, detail: { adm_id: admId } });
}

function generate(context: WriteContext, module: ModuleRecord, field: CustomField): string {
  if (field.type === 'text') return crypto.randomUUID();
  if (field.type === 'datetime') return new Date(context.now).toISOString();
  const { last_number: number } = context.database.one<{ last_number: number }>(
    `INSERT INTO module_sequences (adm_id, field, last_number) VALUES (?, ?, 1)
     ON CONFLICT (adm_id, field) DO UPDATE SET last_number = last_number + 1 RETURNING last_number`,
    module.admId,
    field.name,
  );
  return String(number);
}

/** Merges the given values into the fields; an empty list removes the field. */
function withValues(fields: RecordFields, given: Iterable<[string, FieldValue[]]>): RecordFields {
  const merged = Object.entries({ ...fields, ...Object.fromEntries(given) });
  return Object.fromEntries(merged.filter(([, values]) => values.length > 0));
}

function isSame(module: ModuleRecord, before: RecordFields, after: RecordFields): boolean {
  const rules = new Map(module.customFields.map((field) => [field.name, field]));
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.every((name) => {
    const [left = [], right = []] = [before[name], after[name]];
    if (left.length !== right.length) return false;
    return left.every((value, index) => sameFieldValue(rules.get(name), value, right[index] ?? ''));
  });
}
