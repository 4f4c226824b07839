/** The data modules of a company: the definitions of its own tables. */
import type { WriteContext } from '../engine/context/request-context.ts';
import { type Fault, Problem, refuseFaults } from '../../shared/http/problems.ts';
import type { Database } from '../engine/storage/database.ts';
import { AS_IS, json, Table } from '../engine/storage/table.ts';
import { newId } from '../../shared/http/ids.ts';
import { checkIfMatch, versionTag } from '../engine/http/answers.ts';
import { reportSettingsChanged } from '../company/settings/settings-changes.ts';
import { indexIdentifiers } from './identifiers.ts';
import type { CustomField, ModuleChangeInput, ModuleRecord, NewModuleInput } from './schema.ts';

const MAX_MODULES = 500;

/** The members of a module that are stored together. */
type Document = Pick<ModuleRecord, 'customFields' | 'i18n' | 'restrictions' | 'fieldTypes'>;

/** The stored form of a module. */
type StoredModule = Omit<ModuleRecord, keyof Document> & { document: Document };

const MODULES = new Table<StoredModule>('modules', {
  admId: AS_IS,
  type: AS_IS,
  displayName: AS_IS,
  version: AS_IS,
  createdTime: AS_IS,
  document: json(),
});
const BUILT_IN_FIRST = MODULES.select("ORDER BY type = 'custom', display_name COLLATE NOCASE, adm_id");
const BY_ID = MODULES.select('WHERE adm_id = ?');
const SAVE = MODULES.upsert(['admId'], ['type', 'createdTime']);

/** Lists all modules, built-in ones first, then by name. */
export function listModules(database: Database): ModuleRecord[] {
  return MODULES.all(database, BUILT_IN_FIRST).map(toRecord);
}

/** Finds the module with this id; undefined if there is none. */
export function findModule(database: Database, admId: string): ModuleRecord | undefined {
  const stored = MODULES.maybe(database, BY_ID, admId);
  return stored && toRecord(stored);
}

/**
 * Creates a custom module.
 * @throws Problem `too_many_values`
 */
export function createModule(context: WriteContext, input: NewModuleInput): ModuleRecord {
  const { count } = context.database.one<{ count: number }>('SELECT count(*) AS count FROM modules');
  if (count >= MAX_MODULES) {
    throw new Problem('too_many_values', `A company has at most ${MAX_MODULES} data modules.`);
  }
  const module: ModuleRecord = {
    admId: newId(context.now),
    type: 'custom',
    displayName: input.display_name,
    version: 1,
    customFields: input.custom_fields,
    i18n: input.i18n,
    restrictions: input.restrictions,
    fieldTypes: typesOf(input.custom_fields),
    createdTime: context.now,
  };
  saveModule(context.database, module);
  tell(context, undefined, module);
  return module;
}

/**
 * Replaces the given members. A field that is no longer defined keeps its values and may be defined again with the same type.
 * @throws Problem 400 for a field that would change its type, 409 `identifier_taken` when a field becomes an identifier whose
 *   values are not unique, 412
 */
export function modifyModule(
  context: WriteContext,
  before: ModuleRecord,
  input: ModuleChangeInput,
): ModuleRecord {
  const { database } = context;
  checkIfMatch(context.ifMatch, versionTag(before.version));
  const customFields = input.custom_fields ?? before.customFields;
  refuseFaults(faultsOfTypes(customFields, before.fieldTypes));
  const after: ModuleRecord = {
    ...before,
    version: before.version + 1,
    displayName: input.display_name ?? before.displayName,
    customFields,
    i18n: input.i18n ?? before.i18n,
    restrictions: input.restrictions ?? before.restrictions,
    fieldTypes: { ...before.fieldTypes, ...typesOf(customFields) },
  };
  saveModule(database, after);
  tell(context, before, after);
  if (identifiersOf(before) !== identifiersOf(after)) indexIdentifiers(database, after);
  return after;
}

function tell(context: WriteContext, before: ModuleRecord | undefined, after: ModuleRecord): void {
  const view = ({ displayName, customFields, i18n, restrictions }: ModuleRecord): object => ({
    display_name: displayName,
    custom_fields: customFields,
    i18n,
    restrictions,
  });
  reportSettingsChanged(context, {
    settings: 'modules',
    id: after.admId,
    version: after.version,
    before: before && view(before),
    after: view(after),
  });
}

function saveModule(database: Database, module: ModuleRecord): void {
  const { customFields, i18n, restrictions, fieldTypes, ...rest } = module;
  const document = { customFields, i18n, restrictions, fieldTypes };
  database.run(SAVE, ...MODULES.values({ ...rest, document }));
}

function typesOf(fields: readonly CustomField[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, type }) => [name, type]));
}

function faultsOfTypes(fields: readonly CustomField[], types: Readonly<Record<string, string>>): Fault[] {
  return fields.flatMap(({ name, type }, index): Fault[] => {
    const former = types[name];
    if (former === undefined || former === type) return [];
    const detail = `"${name}" was defined with the type ${former}, which cannot change; use another name.`;
    return [
      { pointer: `/custom_fields/${index}/type`, code: 'invalid_parameter', detail, allowed: [former] },
    ];
  });
}

function identifiersOf(module: ModuleRecord): string {
  return JSON.stringify(module.customFields.filter((field) => field.is_identifier).map(({ name }) => name));
}

function toRecord({ document, ...module }: StoredModule): ModuleRecord {
  return { ...module, ...document };
}
