/** The versions of the DNI settings that were saved last: who saved them, when, and what they were. */
import { notFound } from '../../../shared/http/problems.ts';
import type { DniSettings } from '../../../dni/schema.ts';
import { actorId, nameOf, userOf } from '../../engine/context/actors.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';

/** A document may have a megabyte, so the history takes at most 50 MB of a company's database. */
export const MAX_KEPT_VERSIONS = 50;

/** A version as the list of them tells it. */
export interface SettingsVersion {
  version: number;
  /** Milliseconds since the epoch. */
  savedTime: number;
  /** `user:<id>`, `key:<id>` or `system:<name>`. */
  actor: string;
  actorName: string;
  /** The version whose settings these are once more. */
  restoredVersion: number | undefined;
}

interface VersionRow extends Row {
  version: number;
  saved_time: number;
  actor: string;
  actor_name: string;
  restored_version: number | null;
}

/** Keeps a version that is saved just now; the oldest one above the limit goes. */
export function keepVersion(
  context: WriteContext,
  saved: { version: number; document: string; restoredVersion: number | undefined },
): void {
  context.database.run(
    `INSERT INTO dni_settings_history (version, document, saved_time, actor, actor_name, restored_version, user_id)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    saved.version,
    saved.document,
    context.now,
    actorId(context.actor),
    nameOf(context.actor),
    saved.restoredVersion ?? null,
    userOf(context.actor)?.userId ?? null,
  );
  context.database.run(
    'DELETE FROM dni_settings_history WHERE version <= ?',
    saved.version - MAX_KEPT_VERSIONS,
  );
}

/** Every version that is kept, the newest first. */
export function listVersions(database: Database): SettingsVersion[] {
  const rows = database.all<VersionRow>(
    `SELECT version, saved_time, actor, actor_name, restored_version FROM dni_settings_history
     ORDER BY version DESC`,
  );
  return rows.map((row) => ({
    version: row.version,
    savedTime: row.saved_time,
    actor: row.actor,
    actorName: row.actor_name,
    restoredVersion: row.restored_version ?? undefined,
  }));
}

/** The settings of a version. @throws Problem `not_found` for one that never was, or is kept no more */
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
