/** The DNI settings as they are saved. */
import type { DniSettings, VersionedDniSettings } from '../../../dni/schema.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';

interface SavedRow extends Row {
  version: number;
  document: string;
}

/** The DNI settings of a company, as its object remembers them. */
export function dniSettingsOf({ memory }: Pick<CompanyState, 'memory'>): CompanyDniSettings {
  return memory.of(CompanyDniSettings);
}

/**
 * The DNI settings of one company, remembered once they were read: they may be a megabyte of JSON. What is answered is
 * shared, nobody changes it in place.
 */
export class CompanyDniSettings {
  readonly #database: Database;
  #saved: VersionedDniSettings | undefined;
  /** A publication that is under way, whether or not somebody waits for it. */
  #publishing: Promise<boolean> | undefined;

  constructor({ database }: Pick<CompanyState, 'database'>) {
    this.#database = database;
  }

  /** The saved settings, or undefined when the company has none yet. */
  read(): VersionedDniSettings | undefined {
    if (this.#saved !== undefined) return this.#saved;
    const row = this.#database.maybe<SavedRow>('SELECT version, document FROM dni_settings');
    this.#saved = row && { version: row.version, settings: JSON.parse(row.document) as DniSettings };
    return this.#saved;
  }

  /** Reads everything anew from here on. */
  forget(): void {
    this.#saved = undefined;
  }

  /** Begins a publication, or joins the one that is under way. */
  publishing(publish: () => Promise<boolean>): Promise<boolean> {
    this.#publishing ??= publish().finally(() => {
      this.#publishing = undefined;
    });
    return this.#publishing;
  }
}

/** The refusal of whatever needs settings that nobody has made yet. */
export function noSettings(): Problem {
  return new Problem('not_found', 'The company has no DNI settings yet.');
}
