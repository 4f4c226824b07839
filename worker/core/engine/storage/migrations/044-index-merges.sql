-- A full-text index marks a deleted row and keeps its words until its parts are merged. Per index: the erasures whose words are
-- still in it, those that the merge under way clears out, the steps of that merge, and until when the index rests after one.
-- `due_time` is when the alarm goes on; null when there is nothing to do.
CREATE TABLE index_merges (
  index_name TEXT PRIMARY KEY,
  waiting INTEGER NOT NULL,
  merging INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  resting_until INTEGER NOT NULL,
  due_time INTEGER
) STRICT, WITHOUT ROWID;
