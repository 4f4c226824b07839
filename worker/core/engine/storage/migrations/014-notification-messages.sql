-- What a user has chosen: channels by kind (JSON), quiet hours (JSON, null for none), the time of a daily digest.
CREATE TABLE notification_choices (
  user_id TEXT PRIMARY KEY REFERENCES users (user_id),
  kinds TEXT NOT NULL,
  quiet_hours TEXT,
  digest_at TEXT,
  time_zone TEXT
) STRICT;

-- A message to a user about notifications. Further ones join it while it is open; an attempt closes it. `next_attempt_time` is
-- null when nothing is left to send.
CREATE TABLE notification_messages (
  message_number INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  topic TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'not_sent')),
  is_open INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_time INTEGER,
  delivered_time INTEGER,
  last_error TEXT
) STRICT;
CREATE UNIQUE INDEX open_notification_messages ON notification_messages (user_id, channel, topic) WHERE is_open = 1;
CREATE INDEX due_notification_messages ON notification_messages (channel, next_attempt_time)
  WHERE next_attempt_time IS NOT NULL;
CREATE INDEX sent_notification_messages ON notification_messages (user_id, channel, delivered_time)
  WHERE delivered_time IS NOT NULL;
CREATE INDEX old_notification_messages ON notification_messages (created_time) WHERE next_attempt_time IS NULL;

-- The message of a notification, by channel.
CREATE TABLE notification_channels (
  notification_id TEXT NOT NULL REFERENCES notifications (notification_id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
  message_number INTEGER NOT NULL,
  PRIMARY KEY (notification_id, channel)
) STRICT, WITHOUT ROWID;
CREATE INDEX notifications_of_messages ON notification_channels (message_number);

-- Addresses of users that get no more mail, since a mail server said that they do not exist.
CREATE TABLE mail_stops (
  user_id TEXT PRIMARY KEY,
  email_key TEXT NOT NULL,
  detail TEXT NOT NULL,
  stopped_time INTEGER NOT NULL
) STRICT;
