/** The company's settings: one versioned JSON document for each kind. */
import { type CompanyRecord, readCompany } from '../companies.ts';
import type { Database, Row } from '../database.ts';
import {
  DEFAULT_CURRENCIES,
  DEFAULT_FIELDS,
  DEFAULT_OPTIONS,
  DEFAULT_STATES,
  defaultGroups,
} from './defaults.ts';
import type { CompanyOptions, Currency, LeadField, LeadGroup, LeadState } from './records.ts';

/** The kinds of settings and the shape of each document. */
interface Documents {
  options: Omit<CompanyOptions, 'name' | 'default_region'>;
  fields: LeadField[];
  states: LeadState[];
  groups: LeadGroup[];
  currencies: Currency[];
}

export type SettingsName = keyof Documents;

interface SettingsRow extends Row {
  version: number;
  document: string;
}

/** What was read while `withSettingsHeld` runs. */
const held = new WeakMap<Database, Partial<Documents & { company: CompanyRecord | undefined }>>();

/** The custom fields of the leads, in the order of the settings. */
export function readLeadFields(database: Database): LeadField[] {
  return readDocument(database, 'fields');
}

/** The states of the leads; never empty, the first is that of a new lead. */
export function readStates(database: Database): LeadState[] {
  return readDocument(database, 'states');
}

/** The groups; never empty. */
export function readGroups(database: Database): LeadGroup[] {
  return readDocument(database, 'groups');
}

/** The currencies with the rates that were saved with them; USD is always among them. */
export function readCurrencies(database: Database): Currency[] {
  return readDocument(database, 'currencies');
}

/** The company's options, defaults filled in. */
export function readCompanyOptions(database: Database): CompanyOptions {
  const { name, defaultRegion } = readHeldCompany(database) ?? { name: '', defaultRegion: 'US' };
  return {
    name,
    default_region: defaultRegion,
    ...DEFAULT_OPTIONS,
    ...readDocument(database, 'options'),
  };
}

/** How often this kind of settings was saved: 1, 2, 3, ... */
export function versionOf(database: Database, name: SettingsName): number {
  return database.one<{ version: number }>('SELECT version FROM settings WHERE name = ?', name).version;
}

/** Replaces a whole document that its schema has checked. */
export function replaceDocument<Name extends SettingsName>(
  database: Database,
  name: Name,
  document: Documents[Name],
): void {
  database.run(
    `INSERT INTO settings (name, version, document) VALUES (?, 1, ?)
     ON CONFLICT (name) DO UPDATE SET version = version + 1, document = excluded.document`,
    name,
    JSON.stringify(document),
  );
}

/** Gives a company the first settings of every kind that it has none of. */
export function writeMissingSettings(database: Database): void {
  const saved = new Set(database.all<{ name: string }>('SELECT name FROM settings').map(({ name }) => name));
  if (!saved.has('options')) replaceDocument(database, 'options', DEFAULT_OPTIONS);
  if (!saved.has('fields')) replaceDocument(database, 'fields', [...DEFAULT_FIELDS]);
  if (!saved.has('states')) replaceDocument(database, 'states', [...DEFAULT_STATES]);
  if (!saved.has('groups')) replaceDocument(database, 'groups', defaultGroups());
  if (!saved.has('currencies')) replaceDocument(database, 'currencies', [...DEFAULT_CURRENCIES]);
}

/**
 * Runs `work`, in which every kind of settings is read and parsed at most once: for many leads in one go. It must not
 * write settings, and since it cannot wait for anything, nobody else does meanwhile.
 */
export function withSettingsHeld<Result>(database: Database, work: () => Result): Result {
  held.set(database, {});
  try {
    return work();
  } finally {
    held.delete(database);
  }
}

function readHeldCompany(database: Database): CompanyRecord | undefined {
  const documents = held.get(database);
  if (documents === undefined) return readCompany(database);
  return (documents.company ??= readCompany(database));
}

function readDocument<Name extends SettingsName>(database: Database, name: Name): Documents[Name] {
  const documents: Partial<Documents> = held.get(database) ?? {};
  return (documents[name] ??= parseDocument(database, name));
}

function parseDocument<Name extends SettingsName>(database: Database, name: Name): Documents[Name] {
  const row = database.one<SettingsRow>('SELECT version, document FROM settings WHERE name = ?', name);
  return JSON.parse(row.document) as Documents[Name];
}
