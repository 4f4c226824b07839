-- Who is at a reminder now, and until when without another word of theirs: for everybody.
CREATE TABLE taken_reminders (
  event_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  since_time INTEGER NOT NULL,
  until_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX taken_reminders_by_time ON taken_reminders (until_time);

-- What a user has seen of a reminder: its contact at that time, empty for one that somebody set.
CREATE TABLE seen_reminders (
  event_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  contact_event_id TEXT NOT NULL,
  seen_time INTEGER NOT NULL,
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX seen_reminders_by_time ON seen_reminders (seen_time);
