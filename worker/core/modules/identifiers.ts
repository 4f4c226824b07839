/** Identifier fields: each of their values is unique in its module. */
import { Problem } from '../../shared/http/problems.ts';
import type { Database } from '../engine/storage/database.ts';
import { canonicalDecimal } from '../leads/record/field-values.ts';
import type { CustomField, DataRecord, ModuleRecord, RecordFields } from './schema.ts';

/** Most records whose identifiers are registered in one step. Other requests wait during the step. */
const MAX_REINDEXED = 20_000;

type Owned = Pick<DataRecord, 'recordNumber' | 'fields'>;

/**
 * Replaces the registered identifiers of a saved record. Called inside the transaction.
 * @throws Problem 409 `identifier_taken` that names the record with the value
 */
export function registerIdentifiers(database: Database, module: ModuleRecord, record: Owned): void {
  database.run('DELETE FROM module_keys WHERE record_number = ?', record.recordNumber);
  for (const [field, key] of keysOf(module, record.fields)) {
    const holder = database.maybe<{ record_id: string }>(
      `SELECT record_id FROM module_keys JOIN module_records USING (record_number)
       WHERE module_keys.adm_id = ? AND field = ? AND match_key = ?`,
      module.admId,
      field,
      key,
    );
    if (holder !== undefined) throw taken(field, holder.record_id);
    database.run(
      'INSERT INTO module_keys (adm_id, field, match_key, record_number) VALUES (?, ?, ?, ?)',
      module.admId,
      field,
      key,
      record.recordNumber,
    );
  }
}

/**
 * Registers the identifiers of every record again, after the identifier fields have changed.
 * @throws Problem 409 `in_use` for a module with too many records for one step
 */
export function indexIdentifiers(database: Database, module: ModuleRecord): void {
  const { count } = database.one<{ count: number }>(
    'SELECT count(*) AS count FROM module_records WHERE adm_id = ?',
    module.admId,
  );
  if (count > MAX_REINDEXED) {
    const detail = `The module has ${count} records; its identifiers can change up to ${MAX_REINDEXED}. Create a new module.`;
    throw new Problem('in_use', detail, { members: { limit: MAX_REINDEXED, count } });
  }
  database.run('DELETE FROM module_keys WHERE adm_id = ?', module.admId);
  const rows = database.all<{ record_number: number; fields: string }>(
    'SELECT record_number, fields FROM module_records WHERE adm_id = ?',
    module.admId,
  );
  for (const row of rows) {
    const fields = JSON.parse(row.fields) as RecordFields;
    registerIdentifiers(database, module, { recordNumber: row.record_number, fields });
  }
}

function keysOf(module: ModuleRecord, fields: RecordFields): [field: string, key: string][] {
  return module.customFields.flatMap((field): [string, string][] => {
    const value = field.is_identifier ? fields[field.name]?.[0] : undefined;
    // Identifier fields have single strings as values.
    return typeof value === 'string' ? [[field.name, keyOf(field, value)]] : [];
  });
}

/** Returns the key under which spellings of an identifier are equal: numbers by value, texts in any case. */
function keyOf(field: CustomField, value: string): string {
  return field.type === 'number' ? canonicalDecimal(value) : value.trim().normalize('NFC').toLowerCase();
}

function taken(field: string, recordId: string): Problem {
  const detail = `Another record has this ${field}.`;
  return new Problem('identifier_taken', detail, {
    errors: [{ pointer: `/fields/${field}`, code: 'identifier_taken', detail }],
    members: { field, record_id: recordId },
  });
}
