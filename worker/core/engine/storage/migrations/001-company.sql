-- The company itself: one row.
CREATE TABLE company (
  company_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  default_region TEXT NOT NULL,
  created_time INTEGER NOT NULL
) STRICT;

-- The DNI settings: one row, one JSON document. `published_version` is what KV is known to hold.
CREATE TABLE dni_settings (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  modified_time INTEGER NOT NULL,
  published_version INTEGER NOT NULL DEFAULT 0,
  publish_failures INTEGER NOT NULL DEFAULT 0,
  next_publish_time INTEGER
) STRICT;
