-- The people of the company. `email_key` is the lower-cased address: one user per address.
CREATE TABLE users (
  user_id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  caller_id_name TEXT NOT NULL DEFAULT '',
  role_id TEXT NOT NULL CHECK (role_id IN ('superadmin', 'manager', 'agent')),
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
CREATE INDEX users_by_group ON users (group_id);

-- Access tokens: only their SHA-256 (hex). Expired ones stay for a while, so that "expired" can be told from "wrong".
CREATE TABLE tokens (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (user_id),
  created_time INTEGER NOT NULL,
  expires_time INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_by_user ON tokens (user_id, created_time);
CREATE INDEX tokens_by_expiry ON tokens (expires_time);

-- One JSON document per name: options, fields, states, groups, currencies. `version` is the ETag.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;

-- Every lead field (and `field.sub_field`) that was ever defined, with its type: a name never changes its meaning.
CREATE TABLE lead_field_types (
  name TEXT PRIMARY KEY,
  type TEXT NOT NULL
) STRICT;

-- Outbox and inbox in one: written with the change that it tells of, delivered by the alarm, listed to its user.
-- `next_attempt_time` is null when there is nothing (more) to deliver.
CREATE TABLE notifications (
  notification_id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (user_id),
  data TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'not_sent')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_time INTEGER,
  delivered_time INTEGER,
  last_error TEXT
) STRICT;
CREATE INDEX notifications_by_user ON notifications (user_id, created_time);
CREATE INDEX notifications_by_time ON notifications (created_time);
CREATE INDEX notifications_due ON notifications (next_attempt_time) WHERE next_attempt_time IS NOT NULL;
