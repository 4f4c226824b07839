-- Rules that say which calls and messages are reported to ad platforms. `document` has `when`, `value` and `platforms`.
-- `restate_after` is the number of the conversion after which those of before are still to be priced anew; NULL: none.
CREATE TABLE conversion_rules (
  rule_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'paused')),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  changed_time INTEGER NOT NULL,
  restate_after INTEGER
) STRICT, WITHOUT ROWID;

-- The company's settings for ad platforms. `secret` is sealed with the deployment's secret, base64. Nothing is sent before
-- `rest_until`.
CREATE TABLE conversion_platforms (
  platform TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  is_enabled INTEGER NOT NULL,
  settings TEXT NOT NULL,
  secret TEXT,
  secret_time INTEGER,
  failures INTEGER NOT NULL,
  rest_until INTEGER NOT NULL,
  last_attempt TEXT,
  last_accepted_time INTEGER
) STRICT, WITHOUT ROWID;

-- The outbox: what rules report of a record to a platform, once for each. It has neither click ids nor contact data, which are
-- read from the record when it is sent. `due_time` is NULL when there is nothing to send, and for files.
CREATE TABLE conversions (
  conversion_number INTEGER PRIMARY KEY,
  conversion_id TEXT NOT NULL,
  what TEXT NOT NULL,
  record_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  rule_version INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'sent', 'accepted', 'refused', 'skipped')),
  reason TEXT,
  detail TEXT,
  event_time INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  changed_time INTEGER NOT NULL,
  unit TEXT,
  value REAL,
  sent_unit TEXT,
  sent_value REAL,
  sent_time INTEGER,
  request_id TEXT,
  due_time INTEGER,
  together INTEGER NOT NULL,
  UNIQUE (record_id, rule_id, platform)
) STRICT;
CREATE INDEX conversions_by_time ON conversions (created_time);
CREATE INDEX conversions_by_platform ON conversions (platform, conversion_number, status, reason);
CREATE INDEX conversions_by_rule ON conversions (rule_id, conversion_number);
CREATE INDEX conversions_due ON conversions (platform, due_time, conversion_number) WHERE due_time IS NOT NULL;
