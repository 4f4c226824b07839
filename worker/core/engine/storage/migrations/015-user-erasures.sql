-- Users whose data is being erased: their rows say nothing of them any more, and the alarm goes through the timelines for
-- their name. `address` is their account's until it is given up; events up to `last_event` are gone through.
CREATE TABLE user_erasures (
  user_id TEXT PRIMARY KEY,
  address TEXT,
  next_event INTEGER NOT NULL,
  last_event INTEGER NOT NULL
) STRICT;
