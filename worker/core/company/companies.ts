/** The company's own record. */
import type { AddedCompany } from '../../accounts/other-companies.ts';
import type { Database } from '../engine/storage/database.ts';
import { AS_IS, Table } from '../engine/storage/table.ts';

export interface CompanyRecord {
  companyId: string;
  name: string;
  /** ISO 3166-1 alpha-2 code; the region of phone numbers without a country code. */
  defaultRegion: string;
  /** Milliseconds since the epoch. */
  createdTime: number;
}

/** The input for a new company, of the operator or of a company that adds it. */
export interface NewCompany {
  name: string;
  /** Its country, which also decides its currency. */
  defaultRegion: string;
  /** The zone of its reports (IANA); null for that of its default location. */
  timeZone?: string | null;
  /** The first user. Without a password, the user gets tokens from the operator. */
  superadmin?: { name: string; email: string; password?: string };
  /** Set if another company adds it. */
  added?: AddedCompany['added'];
}

const COMPANY = new Table<CompanyRecord>('company', {
  companyId: AS_IS,
  name: AS_IS,
  defaultRegion: AS_IS,
  createdTime: AS_IS,
});
const INSERT = COMPANY.insert();
const THE_ROW = COMPANY.select('');

/** Writes the company's row. */
export function createCompany(database: Database, company: CompanyRecord): void {
  database.run(INSERT, ...COMPANY.values(company));
}

/** Updates the company's name and region. */
export function updateCompany(
  database: Database,
  change: Pick<CompanyRecord, 'name' | 'defaultRegion'>,
): void {
  database.run('UPDATE company SET name = ?, default_region = ?', change.name, change.defaultRegion);
}

/** Returns the company's record; undefined before the company was created. */
export function readCompany(database: Database): CompanyRecord | undefined {
  return COMPANY.maybe(database, THE_ROW);
}

/** Returns what the company is called, for texts about it; empty before it has a name. */
export function companyNameOf({ database }: { database: Database }): string {
  return readCompany(database)?.name ?? '';
}

/** Notes which company has added this one, and whether it gets the settings of a template. */
export function noteAddedBy(
  database: Database,
  { by, hasTemplate }: Pick<AddedCompany['added'], 'by' | 'hasTemplate'>,
): void {
  database.run('UPDATE company SET added_by = ?, awaits_template = ?', by, hasTemplate ? 1 : 0);
}

/** Returns the company that has added this one; null if the operator has. */
export function addedBy(database: Database): string | null {
  return database.maybe<{ added_by: string | null }>('SELECT added_by FROM company')?.added_by ?? null;
}

/** Tells whether the company gets the settings of its template now: once. */
export function takeTemplate(database: Database): boolean {
  return database.run('UPDATE company SET awaits_template = 0 WHERE awaits_template = 1') > 0;
}

/** Returns how many companies this one may add, and how many it has added or begun to. */
export function allowanceOf(database: Database): { allowed: number; added: number } {
  return database.one<{ allowed: number; added: number }>(
    'SELECT may_add AS allowed, (SELECT count(*) FROM added_companies) AS added FROM company',
  );
}

/** Sets how many companies this one may add in all. */
export function setAllowance(database: Database, allowed: number): void {
  database.run('UPDATE company SET may_add = ?', allowed);
}
