-- Files of costs that are read every morning. `url` is a secret. `run_time` is NULL for one that is paused. `runs` are the last
-- readings, newest first.
CREATE TABLE cost_feeds (
  feed_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  options TEXT NOT NULL,
  own_unit TEXT NOT NULL,
  hour INTEGER NOT NULL,
  run_time INTEGER,
  failures INTEGER NOT NULL,
  read_day TEXT,
  newest_day TEXT,
  runs TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT;

-- The file that a cost is in, and that an import was of. NULL for one by a person or a program.
ALTER TABLE costs ADD COLUMN feed_id TEXT;
ALTER TABLE cost_imports ADD COLUMN feed_id TEXT REFERENCES cost_feeds (feed_id) ON DELETE CASCADE;
