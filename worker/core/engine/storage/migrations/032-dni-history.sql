-- The versions of the DNI settings that were saved last, with who saved them: for the history, and to restore one.
CREATE TABLE dni_settings_history (
  version INTEGER PRIMARY KEY,
  document TEXT NOT NULL,
  saved_time INTEGER NOT NULL,
  actor TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  restored_version INTEGER
) STRICT;
-- Who saved the present version is in the audit log only.
INSERT INTO dni_settings_history (version, document, saved_time, actor, actor_name)
  SELECT version, document, modified_time, '', '' FROM dni_settings;
