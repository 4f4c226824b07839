-- Imports of leads from CSV. `receiving` while the file comes in, `running` until every row is done. `due_time` is when
-- the alarm looks at it: to go on with it, or to forget it.
CREATE TABLE imports (
  import_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('receiving', 'running', 'done')),
  is_dry_run INTEGER NOT NULL,
  columns TEXT NOT NULL,
  row_count INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  created_time INTEGER NOT NULL,
  due_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX imports_by_due_time ON imports (due_time);

-- The rows of an import in batches, each done wholly or not at all: `cells` until then, `results` after it. Both are
-- JSON: arrays of [row number, cells], and the rows of the answer.
CREATE TABLE import_batches (
  import_id TEXT NOT NULL,
  first_row INTEGER NOT NULL,
  cells TEXT,
  results TEXT,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (import_id, first_row)
) STRICT;
CREATE INDEX import_batches_to_do ON import_batches (import_id, first_row) WHERE cells IS NOT NULL;

-- What a dry run has made of leads so far, for its later rows: the records, and the keys that find them.
CREATE TABLE import_rehearsals (
  import_id TEXT NOT NULL,
  lead_id TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (import_id, lead_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE import_rehearsal_keys (
  import_id TEXT NOT NULL,
  match_key TEXT NOT NULL,
  lead_id TEXT NOT NULL,
  PRIMARY KEY (import_id, match_key, lead_id)
) STRICT, WITHOUT ROWID;
