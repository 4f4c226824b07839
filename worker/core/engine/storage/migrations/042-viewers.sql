-- Users may have the role `viewer`. The check of a column cannot be changed, so the table is made again. Other tables refer to
-- users: their references count as broken until the users are back, before the end of the transaction.
PRAGMA defer_foreign_keys = ON;

CREATE TABLE users_before AS SELECT * FROM users;
DROP TABLE users;

CREATE TABLE users (
  user_id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  caller_id_name TEXT NOT NULL DEFAULT '',
  role_id TEXT NOT NULL CHECK (role_id IN ('superadmin', 'manager', 'agent', 'viewer')),
  group_id TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  tracking_number TEXT NOT NULL DEFAULT '',
  forward_numbers TEXT NOT NULL DEFAULT '',
  auto_assignable INTEGER NOT NULL DEFAULT 0,
  notify_reminders_by_sms INTEGER NOT NULL DEFAULT 0,
  is_suspended INTEGER NOT NULL DEFAULT 0,
  created_time INTEGER NOT NULL,
  last_login INTEGER
) STRICT;

INSERT INTO users SELECT * FROM users_before;
DROP TABLE users_before;

CREATE INDEX users_by_group ON users (group_id);

CREATE TRIGGER passkeys_of_a_former_address AFTER UPDATE OF email_key ON users WHEN old.email_key <> new.email_key
BEGIN
  DELETE FROM passkey_counts WHERE user_id = new.user_id;
END;
