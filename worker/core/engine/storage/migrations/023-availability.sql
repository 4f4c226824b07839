-- Users who are not available for calls, and until when; `until_time` is null until they say that they are back. At most one row
-- for each user, which goes with the erasure of the user.
CREATE TABLE away_users (
  user_id TEXT PRIMARY KEY,
  since_time INTEGER NOT NULL,
  until_time INTEGER
) STRICT, WITHOUT ROWID;
