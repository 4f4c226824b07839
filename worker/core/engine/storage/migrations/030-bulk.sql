-- Bulk operations: one change of many leads, in the background. `queued_time` says whose turn it is, `due_time` when the
-- alarm looks at it: to go on with it, to forget what an undo needs, or to forget it wholly. `actor` is who works now: who
-- began it, or who takes it back.
CREATE TABLE bulk_operations (
  bulk_id TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'running', 'done', 'cancelled', 'undoing', 'undone')),
  actor TEXT NOT NULL,
  created_by TEXT NOT NULL,
  request_id TEXT NOT NULL,
  action TEXT NOT NULL,
  selection TEXT NOT NULL,
  lead_count INTEGER NOT NULL,
  changed INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  undone INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  created_time INTEGER NOT NULL,
  queued_time INTEGER NOT NULL,
  ended_time INTEGER,
  ended_by TEXT,
  due_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_operations_by_due_time ON bulk_operations (due_time);
CREATE INDEX bulk_operations_by_creation ON bulk_operations (created_time, bulk_id);

-- The leads of a bulk operation in chunks, each changed wholly or not at all. JSON: `leads` are lead numbers or ids,
-- `results` arrays of [lead id, status, code] once they are done, `outcomes` how many had each status, `marks` what taking
-- the changes back needs.
CREATE TABLE bulk_chunks (
  bulk_id TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  leads TEXT NOT NULL,
  results TEXT,
  outcomes TEXT,
  marks TEXT,
  PRIMARY KEY (bulk_id, chunk)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_chunks_to_do ON bulk_chunks (bulk_id, chunk) WHERE results IS NULL;
CREATE INDEX bulk_chunks_to_undo ON bulk_chunks (bulk_id, chunk) WHERE marks IS NOT NULL;
