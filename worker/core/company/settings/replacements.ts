/** Replaces settings that data refers to. Settings in use cannot be removed, and a name keeps its type. */
import { updateCompany } from '../companies.ts';
import { type Fault, Problem, refuseFaults } from '../../../shared/http/problems.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { CompanyOptions, LeadField, LeadGroup } from './records.ts';
import type { OptionsInput } from './schema.ts';
import { reportSettingsChanged } from './settings-changes.ts';
import { type SettingsName, settingsOf } from './settings.ts';

/** Most names of fields and parts of fields that a company may define over time. The type of each name is stored permanently. */
const MAX_NAMES = 20_000;

/** Replaces settings and reports the change. */
export function reportReplaced(context: WriteContext, name: SettingsName, replace: () => void): void {
  const settings = settingsOf(context);
  const before = settings[name]();
  replace();
  const after = settings[name]();
  reportSettingsChanged(context, { settings: name, version: settings.versionOf(name), before, after });
}

/**
 * Saves the options. What protects people stays as it is unless it is named, so that a client that does not know an option does not
 * turn it off. Name and region are stored in the company's record.
 */
export function replaceOptions(context: WriteContext, given: OptionsInput): void {
  // With a shorter retention, some data may be due for deletion now.
  context.wakeBy(context.now);
  const { database } = context;
  const settings = settingsOf(context);
  const present = settings.options();
  const { name, default_region: defaultRegion, ...named } = given;
  const rest: Omit<CompanyOptions, 'name' | 'default_region'> = {
    ...named,
    two_factors_required: named.two_factors_required ?? present.two_factors_required,
    group_visibility: named.group_visibility ?? present.group_visibility,
    retention: { ...present.retention, ...named.retention },
    outgoing: { ...present.outgoing, ...named.outgoing },
  };
  updateCompany(database, { name, defaultRegion });
  settings.replace('options', rest);
}

/**
 * Saves the field definitions. A removed field may be defined again, but only with the same type. Meanwhile leads keep and show
 * its values: if they were deleted, a mistake in the settings would lose data; if the removal were refused, the field would have
 * to be cleared on every lead first.
 * @throws Problem 400 that names every field whose type would change
 */
export function replaceFields(context: WriteContext, fields: LeadField[]): void {
  const { database } = context;
  const settings = settingsOf(context);
  refuseFaults(faultsOfTypes(fields, readFieldTypes(database)));
  const types = fields.flatMap((field) => [
    { name: field.name, type: field.type },
    ...(field.sub_fields ?? []).map((part) => ({ name: `${field.name}.${part.name}`, type: part.type })),
  ]);
  database.run(
    `INSERT INTO lead_field_types (name, type)
     SELECT value ->> 'name', value ->> 'type' FROM json_each(?) WHERE TRUE ON CONFLICT DO NOTHING`,
    JSON.stringify(types),
  );
  const { count } = database.one<{ count: number }>('SELECT count(*) AS count FROM lead_field_types');
  if (count > MAX_NAMES) {
    const detail = `A company can define at most ${MAX_NAMES} different names of fields and parts, including former ones; reuse one.`;
    throw new Problem('too_many_values', detail, { members: { limit: MAX_NAMES } });
  }
  settings.replace('fields', fields);
}

/**
 * Saves the groups.
 * @throws Problem 409 `in_use` when a missing group has users or leads, or is not deletable
 */
export function replaceGroups(context: WriteContext, groups: LeadGroup[]): void {
  const { database } = context;
  const settings = settingsOf(context);
  const kept = new Set(groups.map((group) => group.id));
  const missing = settings.groups().filter((group) => !kept.has(group.id));
  const inUse = missing.filter((group) => !group.deletable || isInUse(database, group.id));
  if (inUse.length > 0) {
    const labels = inUse.map((group) => group.label).join(', ');
    throw new Problem('in_use', `These groups have users or leads, or cannot be deleted: ${labels}.`, {
      members: { groups: inUse.map((group) => group.id) },
    });
  }
  settings.replace('groups', groups);
}

function isInUse(database: Database, groupId: string): boolean {
  const found = database.one<{ used: number }>(
    `SELECT EXISTS (SELECT 1 FROM users WHERE group_id = ?1)
         OR EXISTS (SELECT 1 FROM leads WHERE lead_group = ?1) AS used`,
    groupId,
  );
  return found.used === 1;
}

/** Reads the type of every lead field and every part of one (`field.part`) that was ever defined. */
export function readFieldTypes(database: Database): Map<string, string> {
  const rows = database.all<{ name: string; type: string }>('SELECT name, type FROM lead_field_types');
  return new Map(rows.map(({ name, type }) => [name, type]));
}

function faultsOfTypes(fields: readonly LeadField[], types: ReadonlyMap<string, string>): Fault[] {
  const check = (name: string, type: string, pointer: string): Fault[] => {
    const former = types.get(name);
    if (former === undefined || former === type) return [];
    const detail = `"${name}" was defined with the type ${former}, which cannot change; use another name.`;
    return [{ pointer, code: 'invalid_parameter', detail, allowed: [former] }];
  };
  return fields.flatMap((field, index) => [
    ...check(field.name, field.type, `/${index}/type`),
    ...(field.sub_fields ?? []).flatMap((part, subIndex) =>
      check(`${field.name}.${part.name}`, part.type, `/${index}/sub_fields/${subIndex}/type`),
    ),
  ]);
}
