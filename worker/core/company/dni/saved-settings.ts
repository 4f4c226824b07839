/** The saved DNI settings. */
import { userIdIn } from '../../../dni/pure/location-users.ts';
import { isPool } from '../../../dni/pure/number-entries.ts';
import type { DniSettings, VersionedDniSettings } from '../../../dni/schema.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';

interface SavedRow extends Row {
  version: number;
  document: string;
}

/** Returns the DNI settings of a company from its object's memory. */
export function dniSettingsOf({ memory }: Pick<CompanyState, 'memory'>): CompanyDniSettings {
  return memory.of(CompanyDniSettings);
}

/**
 * The DNI settings of one company. They are remembered after the first read, because they may be a megabyte of JSON. Callers
 * share the returned object and must not change it.
 */
export class CompanyDniSettings {
  readonly #database: Database;
  #saved: VersionedDniSettings | undefined;
  /** The running publication, even if nobody waits for it. */
  #publishing: Promise<boolean> | undefined;

  constructor({ database }: Pick<CompanyState, 'database'>) {
    this.#database = database;
  }

  /** Returns the saved settings, or undefined if the company has none yet. */
  read(): VersionedDniSettings | undefined {
    if (this.#saved !== undefined) return this.#saved;
    const row = this.#database.maybe<SavedRow>('SELECT version, document FROM dni_settings');
    this.#saved = row && { version: row.version, settings: JSON.parse(row.document) as DniSettings };
    return this.#saved;
  }

  /** Forgets the settings, so that the next read comes from the database. */
  forget(): void {
    this.#saved = undefined;
  }

  /** Begins a publication, or returns the running one. */
  publishing(publish: () => Promise<boolean>): Promise<boolean> {
    this.#publishing ??= publish().finally(() => {
      this.#publishing = undefined;
    });
    return this.#publishing;
  }
}

/** Returns the ids of the people of a branch, in their order; of the default branch without one. */
export function peopleOfBranch(company: Pick<CompanyState, 'memory'>, locationId: string | null): string[] {
  const settings = dniSettingsOf(company).read()?.settings;
  if (settings === undefined) return [];
  const branch = locationId ?? defaultBranch(settings);
  const location = settings.locations.find(({ location_id: id }) => id === branch);
  return (location?.users ?? []).flatMap((entry) => userIdIn(entry) ?? []);
}

/** Returns the name of a branch; null stands for the default one. */
export function nameOfBranch(
  company: Pick<CompanyState, 'memory'>,
  locationId: string | null,
): string | undefined {
  const settings = dniSettingsOf(company).read()?.settings;
  const branch = settings && (locationId ?? defaultBranch(settings));
  return settings?.locations.find(({ location_id: id }) => id === branch)?.name;
}

/** Returns the id of a branch; null stands for the default one. */
export function idOfBranch(
  company: Pick<CompanyState, 'memory'>,
  locationId: string | null,
): string | undefined {
  const settings = dniSettingsOf(company).read()?.settings;
  return settings && (locationId ?? defaultBranch(settings));
}

/** Returns the branches that a user belongs to; null stands for calls and texts without a branch, which go to the default one. */
export function branchesOf(company: Pick<CompanyState, 'memory'>, userId: string): (string | null)[] {
  const settings = dniSettingsOf(company).read()?.settings;
  if (settings === undefined) return [];
  const own = settings.locations
    .filter(({ users }) => users.some((entry) => userIdIn(entry) === userId))
    .map(({ location_id: id }) => id);
  return own.includes(defaultBranch(settings) ?? '') ? [...own, null] : own;
}

/** Returns the branch of one of the company's numbers; undefined for none. */
export function branchOfNumber(company: Pick<CompanyState, 'memory'>, number: string): string | undefined {
  const { numbers = [], targets = [] } = dniSettingsOf(company).read()?.settings ?? {};
  const entry = numbers.find((each) =>
    isPool(each)
      ? each.overflow === number || each.phone_numbers.includes(number)
      : each.phone_number === number,
  );
  return entry?.location_id ?? targets.find((each) => each.number === number)?.location_id;
}

function defaultBranch({ default_location_id: id, locations }: DniSettings): string | undefined {
  return id ?? locations[0]?.location_id;
}

/** Returns the problem for a request that needs settings when there are none. */
export function noSettings(): Problem {
  return new Problem('not_found', 'The company has no DNI settings yet.');
}

/** Records the pools of new settings, so that erasing the company reaches their objects. */
export function recordPools(database: Database, { numbers }: DniSettings): void {
  for (const { pool } of numbers.filter((entry) => isPool(entry))) {
    database.run('INSERT INTO pools (name) VALUES (?) ON CONFLICT DO NOTHING', pool);
  }
}

/** Returns the names of all pools that the company ever had. */
export function poolNames(database: Database): string[] {
  return database.all<{ name: string }>('SELECT name FROM pools').map(({ name }) => name);
}
