-- Missed calls whose callers get a text when it is due. A row goes with its call.
CREATE TABLE text_backs (
  call_id TEXT PRIMARY KEY REFERENCES calls (call_id) ON DELETE CASCADE,
  due_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX text_backs_by_time ON text_backs (due_time);

-- Of a text that was sent after a missed call: the call.
ALTER TABLE texts ADD COLUMN missed_call_id TEXT;

CREATE INDEX texts_after_calls ON texts (phone, sent_time) WHERE missed_call_id IS NOT NULL;

-- Where the carrier reaches this deployment for the number. It reports there on texts that no request has caused.
ALTER TABLE number_accounts ADD COLUMN origin TEXT;
