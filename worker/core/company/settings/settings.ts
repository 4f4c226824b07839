/** The company's settings: one versioned JSON document for each kind, remembered after the first read. */
import { type CompanyRecord, readCompany } from '../companies.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import {
  DEFAULT_CURRENCIES,
  DEFAULT_FIELDS,
  DEFAULT_OPTIONS,
  DEFAULT_STATES,
  defaultGroups,
} from './defaults.ts';
import type { CompanyOptions, Currency, LeadField, LeadGroup, LeadState, TextTemplate } from './records.ts';

/** Options give times in days. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The kinds of settings and the shape of each document. */
interface Documents {
  options: Omit<CompanyOptions, 'name' | 'default_region'>;
  fields: LeadField[];
  states: LeadState[];
  groups: LeadGroup[];
  currencies: Currency[];
  templates: TextTemplate[];
}

export type SettingsName = keyof Documents;

interface SettingsRow extends Row {
  version: number;
  document: string;
}

/** Returns the settings of a company from its object's memory. */
export function settingsOf({ memory }: Pick<CompanyState, 'memory'>): CompanySettings {
  return memory.of(CompanySettings);
}

/** Tells whether a user may hear recordings and voicemails. A key of the company may. */
export function hearsRecordings(
  company: Pick<CompanyState, 'memory'>,
  user: { roleId: string } | undefined,
): boolean {
  return user?.roleId !== 'viewer' || settingsOf(company).options().viewers_hear_recordings;
}

/**
 * The settings of one company. Only the company's object writes them, so a remembered document is current until it is replaced
 * here or a replacement is rolled back (`forget`). Callers share the returned objects and must not change them.
 */
export class CompanySettings {
  readonly #database: Database;
  #documents: Partial<Documents> = {};
  #company: CompanyRecord | undefined;

  constructor({ database }: Pick<CompanyState, 'database'>) {
    this.#database = database;
  }

  /** Returns the custom fields of the leads, in the order of the settings. */
  fields(): readonly LeadField[] {
    return this.#read('fields');
  }

  /** Returns the states of the leads, at least one. A new lead gets the first one. */
  states(): readonly LeadState[] {
    return this.#read('states');
  }

  /** Returns the groups, at least one. New users get the first one. */
  groups(): readonly LeadGroup[] {
    return this.#read('groups');
  }

  /** Returns the currencies, including USD, with the saved rates. */
  currencies(): readonly Currency[] {
    return this.#read('currencies');
  }

  /** Returns the texts that people start from, in the order of the settings. */
  templates(): readonly TextTemplate[] {
    return this.#read('templates');
  }

  /** Returns the company's options with defaults filled in. */
  options(): CompanyOptions {
    this.#company ??= readCompany(this.#database);
    const { name, defaultRegion } = this.#company ?? { name: '', defaultRegion: 'US' };
    const options = { ...DEFAULT_OPTIONS, ...this.#read('options') };
    // An option that did not exist when the options were saved has its default.
    const retention = { ...DEFAULT_OPTIONS.retention, ...options.retention };
    const outgoing = { ...DEFAULT_OPTIONS.outgoing, ...options.outgoing };
    const won = { ...DEFAULT_OPTIONS.won, ...options.won };
    return { name, default_region: defaultRegion, ...options, retention, outgoing, won };
  }

  /** Returns the version of this kind of settings: 1, 2, 3, ... */
  versionOf(name: SettingsName): number {
    return this.#database.one<{ version: number }>('SELECT version FROM settings WHERE name = ?', name)
      .version;
  }

  /** Replaces a whole document that its schema has checked. */
  replace<Name extends SettingsName>(name: Name, document: Documents[Name]): void {
    this.forget();
    this.#database.run(
      `INSERT INTO settings (name, version, document) VALUES (?, 1, ?)
       ON CONFLICT (name) DO UPDATE SET version = version + 1, document = excluded.document`,
      name,
      JSON.stringify(document),
    );
  }

  /** Writes the default settings of every kind that the company does not have yet. */
  writeMissing(): void {
    const rows = this.#database.all<{ name: string }>('SELECT name FROM settings');
    const saved = new Set(rows.map(({ name }) => name));
    if (!saved.has('options')) this.replace('options', DEFAULT_OPTIONS);
    if (!saved.has('fields')) this.replace('fields', [...DEFAULT_FIELDS]);
    if (!saved.has('states')) this.replace('states', [...DEFAULT_STATES]);
    if (!saved.has('groups')) this.replace('groups', defaultGroups());
    if (!saved.has('currencies')) this.replace('currencies', [...DEFAULT_CURRENCIES]);
    if (!saved.has('templates')) this.replace('templates', []);
  }

  /** Forgets the settings, so that the next reads come from the database. */
  forget(): void {
    this.#documents = {};
    this.#company = undefined;
  }

  #read<Name extends SettingsName>(name: Name): Documents[Name] {
    const documents: Partial<Documents> = this.#documents;
    return (documents[name] ??= this.#parse(name));
  }

  #parse<Name extends SettingsName>(name: Name): Documents[Name] {
    const row = this.#database.one<SettingsRow>('SELECT document FROM settings WHERE name = ?', name);
    return JSON.parse(row.document) as Documents[Name];
  }
}
