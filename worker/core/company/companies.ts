/** The company's own record. */
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

/** The operator's input for a new company. */
export interface NewCompany {
  name: string;
  defaultRegion: string;
  /** The first user. Without a password, the user gets tokens from the operator. */
  superadmin?: { name: string; email: string; password?: string };
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
