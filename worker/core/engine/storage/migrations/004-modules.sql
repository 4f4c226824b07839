-- Data modules: tables that a company defines for itself. `document` holds custom_fields, i18n, restrictions and, for
-- every field name that was ever defined, its type.
CREATE TABLE modules (
  adm_id TEXT PRIMARY KEY,
  type TEXT NOT NULL CHECK (type IN ('built-in', 'custom')),
  display_name TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;

CREATE TABLE module_records (
  record_number INTEGER PRIMARY KEY AUTOINCREMENT,
  record_id TEXT NOT NULL UNIQUE,
  adm_id TEXT NOT NULL REFERENCES modules (adm_id),
  version INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  modified_time INTEGER NOT NULL,
  fields TEXT NOT NULL
) STRICT;
CREATE INDEX module_records_by_module ON module_records (adm_id, record_number);

-- The values of identifier fields: each is in a module once.
CREATE TABLE module_keys (
  adm_id TEXT NOT NULL,
  field TEXT NOT NULL,
  match_key TEXT NOT NULL,
  record_number INTEGER NOT NULL,
  PRIMARY KEY (adm_id, field, match_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX module_keys_by_record ON module_keys (record_number);

-- The last number that an auto-generated number field gave out; none is given twice.
CREATE TABLE module_sequences (
  adm_id TEXT NOT NULL,
  field TEXT NOT NULL,
  last_number INTEGER NOT NULL,
  PRIMARY KEY (adm_id, field)
) STRICT, WITHOUT ROWID;
