/** The history of the DNI settings: the last versions, with author and time. */
import { notFound } from '../../../shared/http/problems.ts';
import type { DniSettings } from '../../../dni/schema.ts';
import { actorId, nameOf, userOf } from '../../engine/context/actors.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, optional, Table } from '../../engine/storage/table.ts';

/** Most stored versions. A document has up to a megabyte, so the history takes at most 50 MB of a company's database. */
export const MAX_KEPT_VERSIONS = 50;

/** A version in the list. */
export interface SettingsVersion {
  version: number;
  /** Milliseconds since the epoch. */
  savedTime: number;
  /** `user:<id>`, `key:<id>` or `system:<name>`. */
  actor: string;
  actorName: string;
  /** The version that was restored. */
  restoredVersion: number | undefined;
}

const VERSIONS = new Table<SettingsVersion>('dni_settings_history', {
  version: AS_IS,
  savedTime: AS_IS,
  actor: AS_IS,
  actorName: AS_IS,
  restoredVersion: optional(),
});
const INSERT = VERSIONS.insert('document', 'user_id');
const NEWEST_FIRST = VERSIONS.select('ORDER BY version DESC');

/** Adds a version that is being saved, and deletes the oldest ones beyond the limit. */
export function storeVersion(
  context: WriteContext,
  saved: { version: number; document: string; restoredVersion: number | undefined },
): void {
  const { version, document, restoredVersion } = saved;
  const { actor, database, now } = context;
  const saving = {
    version,
    savedTime: now,
    actor: actorId(actor),
    actorName: nameOf(actor),
    restoredVersion,
  };
  database.run(INSERT, ...VERSIONS.values(saving), document, userOf(actor)?.userId ?? null);
  database.run('DELETE FROM dni_settings_history WHERE version <= ?', version - MAX_KEPT_VERSIONS);
}

/** Deletes the name of a user from the versions that they saved. */
export function forgetAuthor(database: Database, userId: string): void {
  database.run("UPDATE dni_settings_history SET actor_name = '' WHERE user_id = ?", userId);
}

/** Lists the stored versions, newest first. */
export function listVersions(database: Database): SettingsVersion[] {
  return VERSIONS.all(database, NEWEST_FIRST);
}

/**
 * Returns the settings of a version.
 * @throws Problem `not_found` if there is none or it was deleted
 */
export function readVersion(database: Database, version: string): DniSettings {
  const row = /^[1-9]\d{0,14}$/.test(version)
    ? database.maybe<{ document: string }>(
        'SELECT document FROM dni_settings_history WHERE version = ?',
        Number(version),
      )
    : undefined;
  if (row === undefined) throw notFound();
  return JSON.parse(row.document) as DniSettings;
}
