/** The company's own record. */
import type { Database, Row } from '../engine/storage/database.ts';

export interface CompanyRecord {
  companyId: string;
  name: string;
  /** ISO 3166-1 alpha-2; numbers without a country code are read in it. */
  defaultRegion: string;
  /** Milliseconds since the epoch. */
  createdTime: number;
}

/** What an operator gives to make a company. */
export interface NewCompany {
  name: string;
  defaultRegion: string;
  /** The first user; without a password they get their tokens from the operator. */
  superadmin?: { name: string; email: string; password?: string };
}

interface CompanyRow extends Row {
  company_id: string;
  name: string;
  default_region: string;
  created_time: number;
}

export function createCompany(database: Database, company: CompanyRecord): void {
  database.run(
    'INSERT INTO company (company_id, name, default_region, created_time) VALUES (?, ?, ?, ?)',
    company.companyId,
    company.name,
    company.defaultRegion,
    company.createdTime,
  );
}

/** Changes what may change about the company's record. */
export function updateCompany(
  database: Database,
  change: Pick<CompanyRecord, 'name' | 'defaultRegion'>,
): void {
  database.run('UPDATE company SET name = ?, default_region = ?', change.name, change.defaultRegion);
}

export function readCompany(database: Database): CompanyRecord | undefined {
  const row = database.maybe<CompanyRow>('SELECT * FROM company');
  return (
    row && {
      companyId: row.company_id,
      name: row.name,
      defaultRegion: row.default_region,
      createdTime: row.created_time,
    }
  );
}
